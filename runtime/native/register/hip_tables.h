// The API tables in the memory of a HIP that does not register.
//
// HIP calls each of its functions through a table, also where nobody has asked for that table: the exported function
// reads the address from a variable that begins as zeros, and is filled by the first call. So it is found by its
// form, and afterwards verified (stand_in.c).
#ifndef HIP_TABLES_H
#define HIP_TABLES_H

#include "hip_library.h"

struct hip_table_form {
    uint32_t least, most; // number of functions
    uint32_t empty;       // how many of them may be missing
};

// A table: its size in bytes, then the addresses of functions.
struct hip_table {
    uint64_t size;
    uint64_t functions[];
};

static inline uint64_t hip_table_count(const struct hip_table* table) {
    return (table->size - sizeof *table) / sizeof *table->functions;
}

// Returns the first table of this form above `after`, or of all where that is NULL; NULL without one. Any thread.
struct hip_table* hip_tables_next(const struct hip_library* library, const struct hip_table_form* form,
                                  const struct hip_table* after);

#endif
