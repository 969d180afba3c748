// Tables of runtimes with the same function in every slot.
#ifndef API_TABLES_H
#define API_TABLES_H

#include <stdint.h>
#include <stdio.h>

#include <rocprofiler-register/rocprofiler-register.h>

enum { MOST_SLOTS = 600 };

// `header_words`: 1, the size in bytes; 2, HSA's version, with the size in its second half.
typedef struct {
    int header_words, slots;
    uint64_t words[MOST_SLOTS];
} api_table;

static inline void fill(api_table* table, void* (*function)(void)) {
    uint64_t bytes = (uint64_t)(table->header_words + table->slots) * 8;
    table->words[0] = table->header_words == 1 ? bytes : bytes << 32;
    for (int i = 0; i < table->slots; i++) table->words[table->header_words + i] = (uint64_t)(uintptr_t)function;
}

static inline void announce(const char* library, void** pointers, uint64_t count) {
    rocprofiler_register_library_indentifier_t id;
    rocprofiler_register_error_code_t code =
        rocprofiler_register_library_api_table(library, NULL, 10000, pointers, count, &id);
    if (code != ROCP_REG_SUCCESS) printf("%s: %s\n", library, rocprofiler_register_error_string(code));
}

#endif
