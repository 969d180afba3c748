// See open_calls.h.
#include "calls/open_calls.h"

#include "calls/retirement.h"

void rpj_leave_calls(native_thread_t* thread, uint32_t above) {
    rpj_count_left(thread, above - thread->depth);
    for (uint32_t i = thread->depth; i < above; i++)
        if (thread->open[2 * i] == thread->stream_frame) thread->stream = thread->stream_frame = 0; // unknown
    if (RPJ_LIKELY(rpj_link.retirement == NULL)) return;
    for (uint32_t i = thread->depth; i < above; i++) rpj_retire(thread, thread->open[2 * i + 1], 0);
}
