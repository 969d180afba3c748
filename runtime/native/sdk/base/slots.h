// The slots of all wrapped tables, and the thunks in front of them (thunks.S).
#ifndef RPJ_SLOTS_H
#define RPJ_SLOTS_H

#include "base/rpj.h"

// In a slot's active word: calls that no entry traces are counted, as the tools that traced them are closed; and the
// bits of all entries. The other one is RPJ_AWAKE_BIT.
#define RPJ_COUNTED (UINT64_C(1) << (RPJ_AWAKE_BIT - 1))
#define RPJ_ENTRIES (RPJ_COUNTED - 1)

// The entries of a plan that are active in its slot, which may have a plan with more entries by now, and the bits that
// are no entry's.
static inline uint64_t rpj_active_of(const native_slot_t* slot, const native_plan_t* plan) {
    return __atomic_load_n(&slot->active, __ATOMIC_ACQUIRE) & plan->known;
}

static inline bool rpj_plan_has_hooks(const native_plan_t* plan) {
    return plan->steps & (RPJ_HAS_OUTER_HOOK | RPJ_HAS_INNER_HOOK);
}

// The size of a thunk (thunks.S).
enum { RPJ_THUNK_BYTES = 32 };

// Takes a slot where the engine takes none (any more); NULL if all are used. Slots have targets from the first to the
// last used one: the caller sets it. One thread at a time.
native_slot_t* rpj_slot_take(void);

extern native_slot_t rpj_slots[RPJ_SLOT_COUNT];
extern const char rpj_thunks[];

#endif
