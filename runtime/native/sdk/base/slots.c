#include "base/slots.h"

native_slot_t rpj_slots[RPJ_SLOT_COUNT] __attribute__((aligned(64), visibility("hidden")));

native_slot_t* rpj_slot_take(void) {
    static size_t used;
    while (used < RPJ_SLOT_COUNT && rpj_slots[used].target != NULL) used++;
    return used < RPJ_SLOT_COUNT ? &rpj_slots[used] : NULL;
}
