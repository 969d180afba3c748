// The remaining memory of a kept buffer, and its lock, which the engine's half takes, too, for a few instructions.
#ifndef RPJ_KEPT_LOCK_H
#define RPJ_KEPT_LOCK_H

#include "../../pause.h"
#include "base/rpj.h"

static inline void rpj_kept_lock(native_kept_t* kept) {
    for (uint32_t i = 0; __atomic_exchange_n(&kept->lock, 1, __ATOMIC_ACQUIRE); i++) rpj_pause(i);
}

static inline void rpj_kept_unlock(native_kept_t* kept) { __atomic_store_n(&kept->lock, 0, __ATOMIC_RELEASE); }

// Whether no stretch is left.
static inline bool rpj_kept_is_empty(native_kept_t* kept) {
    rpj_kept_lock(kept);
    bool empty = kept->next == kept->end;
    rpj_kept_unlock(kept);
    return empty;
}

#endif
