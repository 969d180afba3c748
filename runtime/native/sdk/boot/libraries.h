// Runtime libraries that register.
#ifndef RPJ_LIBRARIES_H
#define RPJ_LIBRARIES_H

#include <stdbool.h>
#include <stdint.h>

// Whether a registering runtime is a known one; the name may be invalid text. Any thread.
bool rpj_is_library(const char* name);

// Whether a known runtime's tables are readable and writable: a status. Any thread.
int rpj_check_tables(const char* library, void** tables, uint64_t count);

// late_libraries.c: handles a registration with valid tables. The second: after the engine's end, or once its end
// has begun. `tables_count`: of `tables`. One thread at a time for each library.
void rpj_library_registers(const char* name, void** tables);
void rpj_library_is_late(const char* name, void** tables, uint64_t tables_count);

#endif
