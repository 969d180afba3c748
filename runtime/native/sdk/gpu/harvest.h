// What a program can have observed is recorded (docs/survival.md): a thread that learns that work of the GPU is over
// writes the records of all that is over before it goes on. Otherwise records would come when the thread looks that
// looks for completed kernels now and then, and a program may have ended by then.
//
// Where tools are told, that is not done by the program's thread, which may hold locks that they want: it waits until
// others have told them, and in a call of HIP, which may hold locks, too, it does so at the end of that call.
#ifndef RPJ_HARVEST_H
#define RPJ_HARVEST_H

#include "dispatches/gpu_queues.h"

// Sees to it that the completed dispatches of these queues are reported. Keeps errno.
void rpj_harvest_from(uint64_t first, uint64_t used);

// Called after the runtime has told something by which a program may learn that work is over. Any thread, in any state.
static inline void rpj_harvest(void) {
    uint64_t used = __atomic_load_n(&rpj_busy.used, __ATOMIC_ACQUIRE);
    for (uint64_t i = 0; i < used; i++) {
        const rpj_queue* queue = __atomic_load_n(&rpj_busy.at[i], __ATOMIC_ACQUIRE);
        if (RPJ_LIKELY(queue == NULL || !rpj_queue_has_pending(&queue->shared))) continue;
        rpj_harvest_from(i, used);
        return;
    }
}

// The beginning and the end of calls of HIP where tools are told of kernels: work that the program learns of meanwhile
// is reported at the call's end. Below the thunk that traces the call.
int rpj_enter_observed(native_slot_t* slot, native_frame_t* frame);
void rpj_exit_observed(native_slot_t* slot, native_frame_t* frame);

#endif
