// See own_functions.h.
#include "hsa/own_functions.h"

static void* core[1 + ROCPROFILER_HSA_CORE_API_ID_LAST];
static void* amd_ext[1 + ROCPROFILER_HSA_AMD_EXT_API_ID_LAST];

static void keep(void** shared, uint64_t most, const rpj_hsa_table* table, void** link) {
    if (*link != NULL) return;
    for (uint64_t i = 0; i < most; i++) {
        void* const* place = rpj_function_place(table, i);
        shared[1 + i] = place != NULL ? *place : NULL;
    }
    shared[0] = (void*)most;
    __atomic_store_n(link, shared, __ATOMIC_RELEASE);
}

void rpj_keep_core(const rpj_hsa_table* table) {
    keep(core, ROCPROFILER_HSA_CORE_API_ID_LAST, table, &rpj_link.hsa_core);
}

void rpj_keep_amd_ext(const rpj_hsa_table* table) {
    keep(amd_ext, ROCPROFILER_HSA_AMD_EXT_API_ID_LAST, table, &rpj_link.hsa_amd_ext);
}
