// See without_java.h.
#include "engine/without_java.h"

#include <sys/mman.h>
#include <unistd.h>

#include "../../pause.h"
#include "base/clock.h"
#include "base/slots.h"
#include "segment/kept.h"
#include "segment/segment.h"
#include "segment/untold_calls.h"
#include "system/quiet.h"
#include "threads/ranges.h"
#include "threads/thread_life.h"
#include "tools/thrown.h"

static bool marked;
static bool* said; // shared with the children
static pid_t own_pid;
static uint64_t forked_ns;

void rpj_engine_is_here(void) {
    own_pid = getpid();
    __atomic_store_n(&rpj_process.in_full, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&rpj_process.known, 1, __ATOMIC_RELAXED);
    void* shared = mmap(NULL, RPJ_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    said = shared != MAP_FAILED ? shared : NULL;
    madvise(&rpj_process, sizeof rpj_process, MADV_WIPEONFORK); // without kernel support, the fork handler does it
    __atomic_store_n(&marked, true, __ATOMIC_RELEASE);
}

bool rpj_first_after_engine(void) {
    if (!__atomic_load_n(&marked, __ATOMIC_ACQUIRE)) return false;
    return said == NULL || !__atomic_test_and_set(said, __ATOMIC_SEQ_CST);
}

static bool tells(const native_plan_t* plan, const uint64_t* active) {
    return plan != NULL && active != NULL
        && __atomic_load_n(active, __ATOMIC_ACQUIRE) & RPJ_ENTRIES & (plan->callbacks | plan->buffers);
}

// Whether a tool would have been told of the slot's calls, or of the ranges that they open.
static bool is_told_of(const native_slot_t* slot) {
    const native_plan_t* plan = slot->plan;
    if (tells(plan, &slot->active)) return true;
    bool opens = plan != NULL && plan->role && plan->role <= RPJ_ROLE_ENCLOSE;
    return opens && tells(plan->range, plan->range_active);
}

static bool stays_awake(const native_slot_t* slot) {
    const native_plan_t* plan = slot->plan;
    return plan->kept || plan->stream_argument || plan->role || rpj_plan_has_hooks(plan);
}

// Without a segment, no events are reported or counted any more, except those that closed tools have missed, and in
// children those that tools would have been told of.
static void put_slots_to_sleep(void) {
    bool records = rpj_segment_known();
    for (size_t i = 0; i < RPJ_SLOT_COUNT && rpj_slots[i].target != NULL; i++) {
        native_slot_t* slot = &rpj_slots[i];
        if (records && stays_awake(slot)) continue;
        if (!records && rpj_forked && is_told_of(slot)) rpj_count_untold_of(slot);
        else __atomic_and_fetch(&slot->active, RPJ_COUNTED, __ATOMIC_RELEASE);
    }
}

void rpj_go_on_without_java(void) {
    __atomic_store_n(&rpj_process.in_full, 0, __ATOMIC_RELAXED);
    rpj_kept_without_java();
    put_slots_to_sleep();
    rpj_say_thrown();
}

void rpj_engine_end(void) {
    rpj_ended = true;
    __atomic_store_n(&rpj_state, RPJ_GONE, __ATOMIC_RELEASE);
    rpj_go_on_without_java();
}

// --- children ------------------------------------------------------------------------------------------------------

static void become_child(void) {
    if (rpj_is_quiet()) rpj_become_quiet(RPJ_ALONE);
    else own_pid = getpid();
    rpj_forked = 1;
    forked_ns = rpj_boottime_now();
    rpj_kept_forked();
    rpj_threads_forked();
    rpj_ranges_forked();
    rpj_segment_forked();
    rpj_go_on_without_java();
    __atomic_store_n(&rpj_process.known, 1, __ATOMIC_RELEASE);
}

void rpj_notice_fork(void) {
    if (!__atomic_load_n(&marked, __ATOMIC_ACQUIRE)) return;
    if (!__atomic_load_n(&rpj_process.known, __ATOMIC_ACQUIRE)) {
        if (!__atomic_exchange_n(&rpj_process.asking, 1, __ATOMIC_ACQ_REL)) become_child();
        for (uint32_t i = 0; !__atomic_load_n(&rpj_process.known, __ATOMIC_ACQUIRE); i++) rpj_pause(i);
    }
    if (rpj_forked) rpj_thread_forked();
}

void rpj_fork_child(void) {
    if (rpj_is_quiet() || own_pid != getpid())
        rpj_process.known = rpj_process.asking = rpj_process.numbering = rpj_process.graphs = rpj_process.follows = 0;
    rpj_notice_fork();
}

void rpj_begin_without_java(native_frame_t* frame) {
    frame->state |= RPJ_FRAME_BEGUN_WITHOUT_JAVA;
    frame->start_ns = rpj_boottime_now();
}

bool rpj_is_of_parent(const native_frame_t* frame) {
    rpj_notice_fork();
    return rpj_forked && frame->start_ns < forked_ns;
}
