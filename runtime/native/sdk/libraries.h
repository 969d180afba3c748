// Runtime libraries that register.
#ifndef RPJ_LIBRARIES_H
#define RPJ_LIBRARIES_H

#include <stdbool.h>
#include <stdint.h>

// Whether a runtime that registers is one that we know; the name may be no text at all. Any thread.
bool rpj_is_library(const char* name);

// Whether a known runtime's tables can be read, and written: a status. Any thread.
int rpj_check_tables(const char* library, void** tables, uint64_t count);

// late_libraries.c: a library registers, with tables that are as they should be. The second: the engine is over, or its
// end has begun since. One thread at a time for each library.
void rpj_library_registers(const char* name, void** tables);
void rpj_library_is_late(const char* name, void** tables);

#endif
