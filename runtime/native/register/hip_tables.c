#include "hip_tables.h"

static bool has_form(const struct hip_library* library, const struct hip_table_form* form, uintptr_t at, uintptr_t end);

// Reads variables of another library, between which a sanitizer may keep guarded memory.
__attribute__((no_sanitize("address", "thread"))) struct hip_table* hip_tables_next(const struct hip_library* library,
                                                                                    const struct hip_table_form* form,
                                                                                    const struct hip_table* after) {
    for (size_t i = 0; i < HIP_SEGMENTS; i++) {
        uintptr_t at = (library->zeros[i].begin + 7) & ~(uintptr_t)7;
        if (after != NULL && (uintptr_t)after >= at) at = (uintptr_t)after + sizeof *after;
        for (; at + sizeof(struct hip_table) <= library->zeros[i].end; at += sizeof(uint64_t))
            if (has_form(library, form, at, library->zeros[i].end)) return (struct hip_table*)at;
    }
    return NULL;
}

__attribute__((no_sanitize("address", "thread"))) static bool has_form(const struct hip_library* library,
                                                                       const struct hip_table_form* form, uintptr_t at,
                                                                       uintptr_t end) {
    const struct hip_table* table = (const struct hip_table*)at;
    uint64_t size = __atomic_load_n(&table->size, __ATOMIC_ACQUIRE), empty = 0;
    if (size % sizeof *table->functions != 0 || size < sizeof *table || size > end - at) return false;
    uint64_t count = size / sizeof *table->functions - 1;
    if (count < form->least || count > form->most) return false;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t function = __atomic_load_n(&table->functions[i], __ATOMIC_RELAXED);
        if (function == 0 ? ++empty > form->empty : !hip_library_has_code(library, function)) return false;
    }
    return true;
}
