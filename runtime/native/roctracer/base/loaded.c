// The objects that the process has loaded.
#include "base/loaded.h"

#include "../../open_loaded.h"

static int count_loads(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    *(uint64_t*)data = info->dlpi_adds;
    return 1; // the first object suffices
}

uint64_t rt_loads(void) {
    uint64_t loads = 0;
    dl_iterate_phdr(count_loads, &loads);
    return loads;
}

void* rt_loaded(const char* prefix) { return rt_open_loaded(prefix); }
