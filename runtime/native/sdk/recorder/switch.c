// See switch.h.
#include "recorder/switch.h"

#include <sys/mman.h>

enum { MOST = RPJ_SLOT_COUNT + RPJ_MARKER_PLANS };

typedef struct {
    uint64_t *active, bits;
} word;

static word* watched;

static uint32_t count;
static uint32_t off; // RPJ_OFF_*

static void apply(uint32_t i, bool on) {
    if (on) __atomic_fetch_or(watched[i].active, watched[i].bits, __ATOMIC_SEQ_CST);
    else __atomic_fetch_and(watched[i].active, ~watched[i].bits, __ATOMIC_SEQ_CST);
}

bool rpj_recorder_has_words(void) {
    void* some = mmap(NULL, MOST * sizeof *watched, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (some != MAP_FAILED) watched = some;
    return watched != NULL;
}

static bool is_on(void) { return !__atomic_load_n(&off, __ATOMIC_SEQ_CST); }

void rpj_recorder_watch(uint64_t* active, uint64_t bits) {
    uint32_t i = count;
    if (!bits || i == MOST) return;
    watched[i].active = active;
    watched[i].bits = bits;
    __atomic_store_n(&count, i + 1, __ATOMIC_SEQ_CST);
    bool on;
    do apply(i, on = is_on());
    while (on != is_on()); // another thread may have switched meanwhile
}

void rpj_recorder_off(uint32_t why, bool is_off) {
    if (is_off) __atomic_fetch_or(&off, why, __ATOMIC_SEQ_CST);
    else __atomic_fetch_and(&off, ~why, __ATOMIC_SEQ_CST);
    bool on;
    do {
        on = is_on();
        for (uint32_t i = 0; i < __atomic_load_n(&count, __ATOMIC_SEQ_CST); i++) apply(i, on);
    } while (on != is_on());
}
