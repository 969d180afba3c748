#include "sdk/hsa_table.h"

#include <dlfcn.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <string.h>

#include "sdk/sdk_functions.h"

// The table that HSA passed to its tools libraries, and its version.
static _Atomic(void*) told;
static _Atomic uint64_t version;

// The table that the SDK has: from librocprofiler-register or from us.
static _Atomic(void*) known;

void rt_hsa_table_came(void* table, uint64_t table_version) {
    atomic_store(&version, table_version);
    atomic_store(&told, table);
}

void rt_hsa_table_went(void) {
    if (atomic_exchange(&told, NULL)) atomic_store(&known, NULL);
}

bool rt_hsa_has_come(void) { return atomic_load(&told); }

void rt_hsa_table_taken(void* table) { atomic_store(&known, table); }

static void* open_register(void) { return dlopen("librocprofiler-register.so.0", RTLD_LAZY | RTLD_NOLOAD); }

static int note_hsa(rocprofiler_register_registration_info_t* info, void* found) {
    *(bool*)found |= strcmp(info->common_name, "hsa") == 0;
    return 0;
}

bool rt_hsa_is_registered(void) {
    bool found = rt_hsa_has_come();
    void* library = found ? NULL : open_register();
    if (library == NULL) return found;
    __typeof__(rocprofiler_register_iterate_registration_info)* iterate =
        (__typeof__(iterate))dlsym(library, "rocprofiler_register_iterate_registration_info");
    if (iterate != NULL) iterate(note_hsa, &found);
    dlclose(library);
    return found;
}

// Lets runtimes that registered without a tool register again.
static void replay(void) {
    void* library = open_register();
    if (library == NULL) return;
    __typeof__(rocprofiler_register_invoke_nonpropagated_registrations)* again =
        (__typeof__(again))dlsym(library, "rocprofiler_register_invoke_nonpropagated_registrations");
    if (again != NULL) again();
    dlclose(library);
}

// HSA's table comes through librocprofiler-register, or else from HSA's loader of tools libraries. Never both: a
// table that the SDK has is not passed to it again.
void rt_hsa_table_find(void) {
    static atomic_bool replayed;
    if (atomic_load(&known) == NULL || !atomic_exchange(&replayed, true)) replay();
    void* table = atomic_load(&told);
    if (table == NULL || atomic_load(&known) != NULL) return;
    rt_sdk.set_api_table("hsa", atomic_load(&version), 0, &table, 1);
}
