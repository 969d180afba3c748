// See switch.h.
#include "recorder/switch.h"

enum { MOST = RPJ_SLOT_COUNT + RPJ_MARKER_PLANS };

static struct { uint64_t *active, bits; } watched[MOST];

static uint32_t count;
static bool recording;

static void apply(uint32_t i, bool on) {
    if (on) __atomic_fetch_or(watched[i].active, watched[i].bits, __ATOMIC_SEQ_CST);
    else __atomic_fetch_and(watched[i].active, ~watched[i].bits, __ATOMIC_SEQ_CST);
}

static bool is_on(void) { return __atomic_load_n(&recording, __ATOMIC_SEQ_CST); }

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

void rpj_recorder_switch(bool on) {
    __atomic_store_n(&recording, on, __ATOMIC_SEQ_CST);
    do {
        on = is_on();
        for (uint32_t i = 0; i < __atomic_load_n(&count, __ATOMIC_SEQ_CST); i++) apply(i, on);
    } while (on != is_on());
}
