#include "segment/counts.h"

#include "base/thread_blocks.h"
#include "segment/segment.h"

void rpj_count_left(native_thread_t* thread, int64_t calls) {
    thread->abandoned += (uint64_t)calls;
    rpj_segment_count(RPJ_SEGMENT_HEADER_ABANDONED, (uint64_t)calls);
}

void rpj_count_missed(native_thread_t* thread) { thread->passed_through++; }

void rpj_count_passed_through(native_thread_t* thread) {
    if (RPJ_LIKELY(thread != NULL)) thread->passed_through++;
    else __atomic_fetch_add(&rpj_nobody.passed_through, 1, __ATOMIC_RELAXED);
    rpj_segment_count(RPJ_SEGMENT_HEADER_PASSED_THROUGH, 1);
}
