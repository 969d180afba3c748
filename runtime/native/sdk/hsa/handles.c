// See handles.h.
#include "hsa/handles.h"

#include <stdlib.h>

#include "gpu/collect.h"

enum { FIRST = 62 };

// One iteration, with the callback for it.
typedef uint32_t iterate(void* function, uint64_t of, uint64_t also_of, native_list_t* list);

static uint32_t over_all(void* function, uint64_t of, uint64_t also_of, native_list_t* list) {
    (void)of, (void)also_of;
    return ((uint32_t(*)(void*, void*))function)((void*)rpj_collect, list);
}

static uint32_t over_own(void* function, uint64_t of, uint64_t also_of, native_list_t* list) {
    (void)also_of;
    return ((uint32_t(*)(uint64_t, void*, void*))function)(of, (void*)rpj_collect, list);
}

static uint32_t over_objects(void* function, uint64_t of, uint64_t also_of, native_list_t* list) {
    (void)also_of;
    return ((uint32_t(*)(uint64_t, void*, void*))function)(of, (void*)rpj_collect_object, list);
}

static uint32_t over_symbols(void* function, uint64_t of, uint64_t also_of, native_list_t* list) {
    return ((uint32_t(*)(uint64_t, uint64_t, void*, void*))function)(of, also_of, (void*)rpj_collect_symbol, list);
}

// With the list's head in the place of the first two.
static rpj_handles collect(iterate* each, void* function, uint64_t of, uint64_t also_of) {
    const rpj_handles none = {0};
    uint64_t capacity = FIRST;
    while (function != NULL) {
        native_list_t* list = malloc(sizeof *list + capacity * sizeof(uint64_t));
        if (list == NULL) return none;
        *list = (native_list_t){capacity, 0};
        uint32_t status = each(function, of, also_of, list);
        const uint64_t count = list->count;
        if (!status && count && count <= capacity) {
            uint64_t* at = (uint64_t*)list;
            for (uint64_t i = 0; i < count; i++) at[i] = ((uint64_t*)(list + 1))[i];
            return (rpj_handles){at, count};
        }
        free(list);
        if (status || !count) return none;
        capacity = 2 * count;
    }
    return none;
}

rpj_handles rpj_handles_of_all(void* function) { return collect(over_all, function, 0, 0); }

rpj_handles rpj_handles_of(void* function, uint64_t of) { return collect(over_own, function, of, 0); }

rpj_handles rpj_handles_of_objects(void* function, uint64_t executable) {
    return collect(over_objects, function, executable, 0);
}

rpj_handles rpj_handles_of_symbols(void* function, uint64_t executable, uint64_t agent) {
    return collect(over_symbols, function, executable, agent);
}
