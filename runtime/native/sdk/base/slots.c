#include "base/slots.h"

native_slot_t rpj_slots[RPJ_SLOT_COUNT] __attribute__((aligned(64), visibility("hidden")));
