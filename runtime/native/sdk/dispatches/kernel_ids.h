// The ids of kernels by their kernel objects, in a table that the engine's half writes (KernelIds), or the recorder,
// and C reads.
#ifndef RPJ_KERNEL_IDS_H
#define RPJ_KERNEL_IDS_H

#include "../../pause.h"
#include "base/rpj.h"

extern native_kernel_ids_t rpj_kernel_ids;

// Returns the id of a kernel object, 0 if it is unknown. Another table may take the place of the one that is read,
// which the version tells: odd while that happens. Before the table is read, it says that `entries` and `last` are of
// the same table, as a larger one's `last` leads beyond a smaller one; afterwards, that its memory has not become a
// later one's. Any thread.
static inline uint64_t rpj_kernel_id(uint64_t object) {
    for (uint32_t i = 0;; rpj_pause(i++)) {
        uint64_t version = __atomic_load_n(&rpj_kernel_ids.version, __ATOMIC_ACQUIRE), id = 0;
        const uint64_t* entries = __atomic_load_n((uint64_t**)&rpj_kernel_ids.entries, __ATOMIC_ACQUIRE);
        uint64_t last = __atomic_load_n(&rpj_kernel_ids.last, __ATOMIC_ACQUIRE);
        if (entries == NULL) return 0;
        if (version & 1 || __atomic_load_n(&rpj_kernel_ids.version, __ATOMIC_ACQUIRE) != version) continue;
        uint64_t at = (object * 0x9e3779b97f4a7c15u >> 33) & last;
        for (uint64_t key, tries = 0; tries <= last; tries++, at = (at + 1) & last) {
            key = __atomic_load_n(&entries[2 * at], __ATOMIC_ACQUIRE);
            if (key == object) id = __atomic_load_n(&entries[2 * at + 1], __ATOMIC_ACQUIRE);
            if (key == object || !key) break;
        }
        if (__atomic_load_n(&rpj_kernel_ids.version, __ATOMIC_ACQUIRE) == version) return id;
    }
}

// Notes the id of a kernel object, 0 once it is unloaded, in a process without the engine. Without memory for it, the
// kernel stays unknown. One thread at a time.
void rpj_kernel_ids_put(uint64_t object, uint64_t id);

#endif
