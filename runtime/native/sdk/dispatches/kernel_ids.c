// See kernel_ids.h. At most half of the entries are in use. An entry's object stays, as runtimes reuse addresses.
#include "dispatches/kernel_ids.h"

#include <sys/mman.h>

enum { FIRST = 1024 };

native_kernel_ids_t rpj_kernel_ids;

static uint64_t used;
static uint64_t* spare; // a table of the same size as the present one

static uint64_t* entry_of(uint64_t* entries, uint64_t last, uint64_t object) {
    uint64_t at = (object * 0x9e3779b97f4a7c15u >> 33) & last;
    while (entries[2 * at] && entries[2 * at] != object) at = (at + 1) & last;
    return &entries[2 * at];
}

// The id is there before the object.
static void set(uint64_t* entry, uint64_t object, uint64_t id) {
    __atomic_store_n(&entry[1], id, __ATOMIC_RELEASE);
    __atomic_store_n(&entry[0], object, __ATOMIC_RELEASE);
}

static void publish(uint64_t* entries, uint64_t last) {
    __atomic_fetch_add(&rpj_kernel_ids.version, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n((uint64_t**)&rpj_kernel_ids.entries, entries, __ATOMIC_SEQ_CST);
    __atomic_store_n(&rpj_kernel_ids.last, last, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&rpj_kernel_ids.version, 1, __ATOMIC_SEQ_CST);
}

static uint64_t live(const uint64_t* entries, uint64_t count) {
    uint64_t found = 0;
    for (uint64_t i = 0; i < count; i++) found += entries[2 * i + 1] != 0;
    return found;
}

static uint64_t* cleared(uint64_t* table, uint64_t count) {
    for (uint64_t i = 0; i < 2 * count; i++) __atomic_store_n(&table[i], 0, __ATOMIC_RELEASE);
    return table;
}

static uint64_t* allocate(uint64_t count) {
    void* made = mmap(NULL, count * 2 * sizeof *spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return made != MAP_FAILED ? made : NULL;
}

// Makes a table for twice as many, or, where most kernels have been unloaded, for as many. The old one stays, as
// somebody may be reading it, and is the next one's memory. False without memory.
static bool grow(void) {
    uint64_t* old = rpj_kernel_ids.entries;
    const uint64_t before = old != NULL ? rpj_kernel_ids.last + 1 : 0;
    const bool larger = !before || 4 * live(old, before) > before;
    const uint64_t count = !before ? FIRST : larger ? 2 * before : before;
    uint64_t* made = larger || spare == NULL ? allocate(count) : cleared(spare, count);
    if (made == NULL) return false;
    used = 0;
    for (uint64_t i = 0; i < before; i++) {
        if (!old[2 * i + 1]) continue;
        set(entry_of(made, count - 1, old[2 * i]), old[2 * i], old[2 * i + 1]);
        used++;
    }
    publish(made, count - 1);
    spare = larger ? NULL : old;
    return true;
}

void rpj_kernel_ids_put(uint64_t object, uint64_t id) {
    if (!object) return;
    bool room = rpj_kernel_ids.entries != NULL && 2 * (used + 1) <= rpj_kernel_ids.last;
    if (!room && !grow()) return;
    uint64_t* entry = entry_of(rpj_kernel_ids.entries, rpj_kernel_ids.last, object);
    used += !entry[0];
    set(entry, object, id);
}
