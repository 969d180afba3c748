// What our other libraries in the process ask this one for.
#include "rpj.h"

// HSA's own function number `operation` of its core table (0) or its AMD extension table (1), as the runtime registered it:
// calls of it are nobody's business. NULL: the runtime does not have it, or has not come. Any thread.
RPJ_EXPORT void* rocprofiler_java_hsa_function(uint32_t table, uint32_t operation);

void* rocprofiler_java_hsa_function(uint32_t table, uint32_t operation) {
    void* const* field = table == 0 ? &rpj_link.hsa_core : &rpj_link.hsa_amd_ext;
    void* const* functions = __atomic_load_n(field, __ATOMIC_ACQUIRE);
    return functions && operation < (uint64_t)functions[0] ? functions[1 + operation] : NULL;
}
