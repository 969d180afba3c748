// The version with which HSA's tables begin: the major one, then the size of the table in the second half-word.
#ifndef RPJ_HSA_TABLE_H
#define RPJ_HSA_TABLE_H

#include "base/rpj.h"
#include "rpj_tables.h"

enum { RPJ_HSA_VERSION_BYTES = RPJ_HSAAPITABLE_VERSION_SIZEOF, RPJ_HSA_SIZE_SHIFT = 32 };

// Whether a table begins with a version, as RuntimeTables.java asks it, too: simple runtimes have 0 for its major part.
// Of those that it does not have, ROCr passes memory that it has not written: the finalizer's (Debian's 6.4.3).
static inline bool rpj_hsa_is_filled_in(uint64_t version) {
    enum { NEWEST_MAJOR = 0xffff, LARGEST = 1 << 16 };
    uint64_t major = version & UINT32_MAX, size = version >> RPJ_HSA_SIZE_SHIFT;
    return major <= NEWEST_MAJOR && size >= RPJ_HSA_VERSION_BYTES && size <= LARGEST && size % 8 == 0;
}

#endif
