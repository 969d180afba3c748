// The slots of all wrapped tables, and the thunks in front of them (thunks.S).
#ifndef RPJ_SLOTS_H
#define RPJ_SLOTS_H

#include "rpj.h"

extern native_slot_t rpj_slots[RPJ_SLOT_COUNT];
extern const char rpj_thunks[];

#endif
