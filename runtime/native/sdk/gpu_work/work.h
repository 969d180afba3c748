// What records of the GPU's work other than kernels have in common.
#ifndef RPJ_WORK_H
#define RPJ_WORK_H

#include "calls/open_calls.h"
#include "segment/kept.h"
#include "segment/segment.h"

// Which work is recorded at the moment: words of the image, 1 while it is. All 0 without an image.
typedef struct {
    const uint64_t *copies, *allocations, *scratch, *graphs;
    uint64_t stream_shift; // of the external ids; 0: they are 0
} rpj_recorded_work;

extern rpj_recorded_work rpj_work __attribute__((visibility("hidden")));

static inline bool rpj_is_recording(const uint64_t* active) {
    return active != NULL && __atomic_load_n(active, __ATOMIC_ACQUIRE) != 0;
}

// What work has from the call that submits it, or in which it happens.
typedef struct {
    uint64_t internal, ancestor, external, tid, start_ns;
} rpj_work_origin;

// Finds it out. The internal id is 0 outside of calls. The thread that counts as inside, with its own block.
static inline rpj_work_origin rpj_work_origin_of(const native_thread_t* thread) {
    const uint64_t shift = rpj_work.stream_shift;
    const bool fits = shift && !(thread->stream >> (63 - shift));
    return (rpj_work_origin){rpj_innermost(thread), rpj_ancestor_of_innermost(thread),
                             thread->kernel_id | (fits ? thread->stream << shift : 0), thread->tid, 0};
}

// The same, and counts the work as submitted. `counter`: an offset of segment_work_t. The same thread.
static inline rpj_work_origin rpj_work_within(native_thread_t* thread, uint64_t counter) {
    rpj_kept_submitted(thread, 0);
    rpj_segment_work(counter, 1);
    return rpj_work_origin_of(thread);
}

// The same for work that has an id of its own outside of calls.
static inline rpj_work_origin rpj_work_begins(native_thread_t* thread, uint64_t counter) {
    rpj_work_origin origin = rpj_work_within(thread, counter);
    if (!origin.internal) origin.internal = rpj_next_id(thread);
    return origin;
}

// The runtime has refused it: it does not count as submitted. In the stretch that has counted it, which may be full by
// now: a count below 0 is none. The same thread.
static inline void rpj_work_refused(native_thread_t* thread, uint64_t counter) {
    segment_stretch_t* stretch = (segment_stretch_t*)thread->stretch[0];
    if (stretch != NULL && stretch->submitted) rpj_kept_set(&stretch->submitted, stretch->submitted - 1);
    rpj_segment_work(counter, (uint64_t)-1);
}

#endif
