// The functions of the HSA runtime that the recorder follows: the first one that registers.
#ifndef RPJ_OWN_FUNCTIONS_H
#define RPJ_OWN_FUNCTIONS_H

#include <rocprofiler-sdk/hsa/api_id.h>

#include "base/engine.h"
#include "rpj_hsa.h"

// Where the functions of a table are in it: its address, its size, and the offset of each operation's, 0 for none.
typedef struct {
    char* address;
    uint64_t bytes;
    const uint32_t* operations;
    uint64_t count;
} rpj_hsa_table;

// The place of an operation's function in a table, NULL for one that it does not have.
static inline void** rpj_function_place(const rpj_hsa_table* table, uint64_t operation) {
    uint32_t offset = operation < table->count ? table->operations[operation] : 0;
    bool there = offset && offset + sizeof(void*) <= table->bytes;
    return there ? (void**)(table->address + offset) : NULL;
}

// Keep the functions of its tables, before any of them is wrapped; later calls have no effect. One thread at a time.
void rpj_keep_core(const rpj_hsa_table* table);
void rpj_keep_amd_ext(const rpj_hsa_table* table);

// The runtime's own function, by operation; NULL where it has none, or none is kept. Any thread.
static inline void* rpj_own_function(const void* shared, uint64_t operation) {
    void* const* functions = __atomic_load_n(&shared, __ATOMIC_ACQUIRE);
    return functions != NULL && operation < (uint64_t)functions[0] ? functions[1 + operation] : NULL;
}

#define RPJ_OWN_CORE(name) rpj_own_function(rpj_link.hsa_core, ROCPROFILER_HSA_CORE_API_ID_##name)
#define RPJ_OWN_AMD_EXT(name) rpj_own_function(rpj_link.hsa_amd_ext, ROCPROFILER_HSA_AMD_EXT_API_ID_##name)

#endif
