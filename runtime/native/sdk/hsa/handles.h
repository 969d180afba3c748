// The handles that HSA's functions iterate over.
#ifndef RPJ_HANDLES_H
#define RPJ_HANDLES_H

#include "base/rpj.h"

// `at` is the caller's to free, NULL if there are none.
typedef struct {
    uint64_t* at;
    uint64_t count;
} rpj_handles;

// Collects the handles of `function`, of the form hsa_status_t (*)([of,] hsa_status_t (*)(handle, void*), void*); none
// if it is NULL, fails, or there is no memory. Any thread.
rpj_handles rpj_handles_of_all(void* function);
rpj_handles rpj_handles_of(void* function, uint64_t of);

// The loaded code objects of an executable; its symbols for an agent.
rpj_handles rpj_handles_of_objects(void* function, uint64_t executable);
rpj_handles rpj_handles_of_symbols(void* function, uint64_t executable, uint64_t agent);

#endif
