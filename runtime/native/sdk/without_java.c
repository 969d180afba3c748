// Whether the engine is there, in this very process; and what C does without it.
//
// What C records needs no Java (records.c, markers.c, segment.c): it goes on when the engine has ended, until the process is
// gone, and in children made by fork. Calls that would need Java are counted there, and nothing else.
#include "without_java.h"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kept.h"
#include "segment.h"

// A page of its own, which the kernel wipes in a child: not every fork calls handlers (_Fork, clone), and a handler of the
// program's may come before ours.
rpj_process_t rpj_process __attribute__((aligned(RPJ_PAGE)));

static bool marked;
static pid_t own_pid;
volatile int rpj_forked;
static uint64_t forked_ns;

void rpj_engine_is_here(void) {
    own_pid = getpid();
    __atomic_store_n(&rpj_process.has_java, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&rpj_process.known, 1, __ATOMIC_RELAXED);
    madvise(&rpj_process, sizeof rpj_process, MADV_WIPEONFORK);  // where the kernel cannot, there is the handler
    __atomic_store_n(&marked, true, __ATOMIC_RELEASE);
}

static bool stays_awake(const native_slot_t* slot) {
    const native_plan_t* plan = slot->plan;
    if (slot->counted_bit < RPJ_PLAN_ENTRIES || plan->hooked) return true;
    return slot->enter == (void*)rpj_enter_pop || slot->enter == (void*)rpj_enter_stop || slot->exit == (void*)rpj_exit_records;
}

// Where there is no segment, nobody is told of anything any more.
static void put_slots_to_sleep(void) {
    bool records = rpj_segment_known();
    for (size_t i = 0; i < RPJ_SLOT_COUNT && rpj_slots[i].target; i++)
        if (!records || !stays_awake(&rpj_slots[i])) __atomic_store_n(&rpj_slots[i].active, 0, __ATOMIC_RELEASE);
}

static void refill_without_engine(void) {
    for (size_t i = 0; i < RPJ_STRETCHES; i++)
        if (rpj_kept[i]) __atomic_store_n(&rpj_kept[i]->without_java, 1, __ATOMIC_SEQ_CST);
}

void rpj_go_on_without_java(void) {
    __atomic_store_n(&rpj_process.has_java, 0, __ATOMIC_RELAXED);
    refill_without_engine();
    put_slots_to_sleep();
}

// All memory that is mapped is the parent's.
static void forget_stretches(void) {
    for (size_t i = 0; i < RPJ_STRETCHES; i++)
        if (rpj_kept[i]) rpj_kept[i]->next = rpj_kept[i]->end = rpj_kept[i]->lock = 0;
    rpj_link.full_stretches = 0;
}

static void become_child(void) {
    own_pid = getpid();
    rpj_forked = 1;
    forked_ns = rpj_boottime_now();
    forget_stretches();
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
        while (!__atomic_load_n(&rpj_process.known, __ATOMIC_ACQUIRE)) sched_yield();
    }
    if (rpj_forked) rpj_thread_forked();
}

void rpj_fork_child(void) {
    if (own_pid != getpid()) rpj_process.known = rpj_process.asking = 0;
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

// --- calls whose plan is for Java ----------------------------------------------------------------------------------

// Those of the entries whose record C can write: the others have no size.
static uint64_t kept_entries(const native_plan_t* plan, uint64_t active) {
    const native_entry_t* entries = plan->entries;
    uint64_t kept = 0;
    for (uint64_t rest = active & plan->buffers; rest; rest &= rest - 1)
        if (entries[__builtin_ctzll(rest)].record_bytes) kept |= rest & -rest;
    return kept;
}

static void submit(native_thread_t* thread, const native_plan_t* plan, uint64_t kept) {
    const native_entry_t* entries = plan->entries;
    for (uint64_t rest = kept; rest; rest &= rest - 1) rpj_kept_submitted(thread, entries[__builtin_ctzll(rest)].stretch);
}

// A call that would have left something in the trace.
static bool is_missed(const native_slot_t* slot, uint64_t active) {
    const native_plan_t* plan = slot->plan;
    if (slot->counted_bit < RPJ_PLAN_ENTRIES && active >> slot->counted_bit & 1) return true;
    return plan->hooked && active << 1;  // the highest bit only wakes
}

int rpj_enter_without_java(native_slot_t* slot, native_frame_t* frame) {
    native_thread_t* thread = rpj_admit(frame);
    if (RPJ_UNLIKELY(!thread)) return 0;
    uint64_t active = __atomic_load_n(&slot->active, __ATOMIC_ACQUIRE), kept = kept_entries(slot->plan, active);
    rpj_cancellation cancel = rpj_inside_begin(thread);
    bool begun = kept && rpj_begin(thread, frame, kept);
    if (begun) submit(thread, slot->plan, kept);
    else if (!kept && is_missed(slot, active)) rpj_segment_late();
    rpj_inside_end(thread, cancel);
    if (!begun) return 0;
    if (RPJ_UNLIKELY(frame->externals)) rpj_ask_externals(slot, frame, 0);
    rpj_begin_without_java(frame);
    return 1;
}

void rpj_exit_without_java(native_slot_t* slot, native_frame_t* frame) {
    frame->active = kept_entries(slot->plan, frame->active);
    rpj_exit_records(slot, frame);
}
