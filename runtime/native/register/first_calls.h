// What the tables of a HIP that does not register contain until its first call (first_calls.S).
#ifndef FIRST_CALLS_H
#define FIRST_CALLS_H

#include "rpj_tables.h"

#define RPJ_FIRST_CALL_SIZE 16
#define RPJ_FIRST_CALLS (RPJ_TABLE_HIPDISPATCHTABLE_SLOTS + RPJ_TABLE_HIPCOMPILERDISPATCHTABLE_SLOTS)

#ifndef __ASSEMBLER__

#include <stdint.h>

extern const char rpj_first_calls[] __attribute__((visibility("hidden")));

// Called with the number of the function: returns the address at which the call continues. Any thread.
__attribute__((visibility("hidden"))) uint64_t rpj_first_call(uint32_t number);

static inline uint64_t rpj_first_call_address(uint32_t number) {
    return (uint64_t)(uintptr_t)rpj_first_calls + RPJ_FIRST_CALL_SIZE * (uint64_t)number;
}

#endif
#endif
