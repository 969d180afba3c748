// Callbacks of HSA iterations: they write the handles to an array, so that no Java frame is below the runtime.
#include "gpu/collect.h"

static void append(native_list_t* list, uint64_t handle) {
    uint64_t* handles = (uint64_t*)(list + 1);
    if (list->count < list->capacity) handles[list->count] = handle;
    list->count++;
}

uint64_t rpj_collect(uint64_t handle, native_list_t* list) {
    append(list, handle);
    return 0;
}

uint32_t rpj_collect_object(uint64_t executable, uint64_t object, native_list_t* list) {
    (void)executable;
    append(list, object);
    return 0;
}

uint32_t rpj_collect_symbol(uint64_t executable, uint64_t agent, uint64_t symbol, native_list_t* list) {
    (void)executable, (void)agent;
    append(list, symbol);
    return 0;
}
