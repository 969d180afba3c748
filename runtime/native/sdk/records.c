// Slots whose whole plan is records.
//
// The engine's CallPath does the same for every other slot. It is repeated here because the way into Java and back is most
// of what a traced call costs (lab/bench/README.md). A record in a buffer that is kept (the trace of rocprofv3) needs none; one in a
// large buffer that is delivered needs one where its thread's stretch is full; in any other, one for each call instead of two.
// While a thread is in here it counts as inside the engine: a signal handler that calls a runtime in between passes through
// untraced, and is counted.
#include <string.h>

#include "without_java.h"
#include "java_side.h"
#include "kept.h"

// 0 where the thread is in the JVM in a way of which we know nothing: a record that needs memory is dropped, and counted.
static uint64_t ask(uint64_t function, uint64_t arguments) {
    native_thread_t* thread = rpj_current;
    rpj_visit visit;
    if (RPJ_UNLIKELY(!rpj_visit_begin(thread, &visit, rpj_handler_here(thread)))) return 0;
    uint64_t result = rpj_java(thread, rpj_link.call, function, arguments);
    rpj_visit_end(thread, &visit);
    return result;
}

uint64_t rpj_ask_engine(native_thread_t* thread, uint32_t function, uint64_t a0, uint64_t a1, uint64_t a2) {
    uint64_t arguments[RPJ_ANSWER_WORD + 1] = {a0, a1, a2, 0};
    int* error = thread->errno_address;
    int saved = *error;
    if (RPJ_LIKELY(rpj_java_admits(thread, (uint64_t)arguments))) ask(function, (uint64_t)arguments);
    else rpj_on_helper_thread(thread, ask, function, (uint64_t)arguments, 0);
    *error = saved;
    return arguments[RPJ_ANSWER_WORD];
}

void rpj_kept_repair(const native_thread_t* thread) {
    char* claimed = rpj_side.claimed;
    if (!claimed) return;
    for (int i = 0; i < RPJ_STRETCHES; i++) {
        segment_stretch_t* stretch = (segment_stretch_t*)thread->stretch[i];
        char* records = (char*)(stretch + 1);
        if (!stretch || claimed < records || claimed >= records + RPJ_KEPT_ROOM) continue;
        uint64_t good = (uint64_t)(claimed - records);
        for (uint64_t size; good < stretch->used && (size = *(uint64_t*)(records + good)); good += (size + 7) & ~7ull) continue;
        if (stretch->used > good) memset(records + good, 0, stretch->used - good);
        stretch->used = good;
        return;
    }
}

// --- the HIP stream that a thread's call works on ------------------------------------------------------------------

// A stream that is seen first when the engine is not there any more gets the next number. 0, as the null stream has it, where
// it finds no place: its number would be another one each time.
static uint64_t number_alone(uint64_t stream, uint64_t hash) {
    native_stream_t* table = __atomic_load_n((native_stream_t**)&rpj_link.streams, __ATOMIC_ACQUIRE);
    uint64_t last = 0;
    for (uint64_t i = 0; table && i < RPJ_STREAM_ENTRIES; i++) {
        uint64_t id = __atomic_load_n(&table[i].id, __ATOMIC_RELAXED);
        if (id > last) last = id;
    }
    for (uint64_t i = 0; table && i < RPJ_STREAM_PROBES; i++) {
        native_stream_t* entry = &table[(hash + i) % RPJ_STREAM_ENTRIES];
        uint64_t none = 0, unnumbered = 0;
        if (__atomic_compare_exchange_n(&entry->id, &unnumbered, last + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
            if (__atomic_compare_exchange_n(&entry->stream, &none, stream, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return last + 1;
        }
        if (__atomic_load_n(&entry->stream, __ATOMIC_ACQUIRE) == stream) return __atomic_load_n(&entry->id, __ATOMIC_RELAXED);
    }
    return 0;
}

// The stream's number in the engine's table; a stream that is not there yet gets one.
static uint64_t stream_number(native_thread_t* thread, uint64_t stream) {
    if (!stream) return 0;
    const native_stream_t* table = __atomic_load_n((native_stream_t**)&rpj_link.streams, __ATOMIC_ACQUIRE);
    uint64_t hash = stream * 0x9e3779b97f4a7c15u >> 32;
    for (uint64_t i = 0; table && i < RPJ_STREAM_PROBES; i++) {
        const native_stream_t* entry = &table[(hash + i) % RPJ_STREAM_ENTRIES];
        uint64_t known = __atomic_load_n(&entry->stream, __ATOMIC_ACQUIRE);
        if (known == stream) return __atomic_load_n(&entry->id, __ATOMIC_RELAXED);
        if (!known) break;
    }
    if (rpj_has_java()) return rpj_ask_engine(thread, RPJ_CALL_STREAM_NUMBER, stream, 0, 0);
    return number_alone(stream, hash);
}

// What an exception or longjmp left lies at or below the frame of the thread's next call.
static void enter_stream(native_thread_t* thread, native_frame_t* frame, uint64_t argument) {
    bool enclosed = thread->stream_frame > (uint64_t)frame;
    frame->outer_stream = enclosed ? thread->stream : 0;
    frame->outer_stream_frame = enclosed ? thread->stream_frame : 0;
    uint64_t stream;
    memcpy(&stream, (const char*)frame + argument - 1, sizeof stream);
    thread->stream = stream_number(thread, stream);
    thread->stream_frame = (uint64_t)frame;
}

static void leave_stream(native_thread_t* thread, native_frame_t* frame) {
    thread->stream = frame->outer_stream;
    thread->stream_frame = frame->outer_stream_frame;
}

// As a record's external correlation id holds it; 0 for a stream whose number has no room there.
static uint64_t stream_bits(const native_thread_t* thread, const native_frame_t* frame, uint32_t shift) {
    if (thread->stream_frame < (uint64_t)frame || thread->stream >> (63 - shift)) return 0;
    return thread->stream << shift;
}

// --- records -------------------------------------------------------------------------------------------------------

int rpj_enter_records(native_slot_t* slot, native_frame_t* frame) {
    native_thread_t* thread = rpj_admit(frame);
    if (RPJ_UNLIKELY(!thread)) return 0;
    const native_plan_t* plan = slot->plan;
    uint64_t active = __atomic_load_n(&slot->active, __ATOMIC_ACQUIRE);
    uint64_t records = active & plan->buffers;
    if (RPJ_UNLIKELY(!records && !(active && plan->stream_argument))) {
        if (active >> RPJ_AWAKE_BIT) rpj_count_passed_through(thread);  // awake for the count of what nobody hears of any more
        return 0;
    }
    // Java ends the call, but not in any handler.
    rpj_handler handler = slot->exit == (void*)rpj_exit ? rpj_handler_of(thread, (uint64_t)(frame + 1)) : RPJ_NO_HANDLER;
    if (RPJ_UNLIKELY(handler == RPJ_CLOSED_HANDLER)) {
        rpj_count_passed_through(thread);
        return 0;
    }
    rpj_cancellation cancel = rpj_inside_begin(thread);
    bool begun = !records || rpj_begin(thread, frame, active);
    if (!records) frame->active = frame->externals = frame->state = frame->start_ns = 0;
    if (RPJ_UNLIKELY(handler == RPJ_HANDLER)) frame->state |= RPJ_FRAME_BEGUN_IN_HANDLER;
    if (RPJ_UNLIKELY(!rpj_has_java())) rpj_begin_without_java(frame);
    if (begun) {
        if (slot->counted_bit < RPJ_PLAN_ENTRIES && records >> slot->counted_bit & 1)
            rpj_kept_submitted(thread, slot->counted_stretch);
        if (plan->stream_argument) enter_stream(thread, frame, plan->stream_argument);
    }
    rpj_inside_end(thread, cancel);
    if (!begun) return 0;
    if (RPJ_UNLIKELY(frame->externals)) rpj_ask_externals(slot, frame, 0);
    if (records) frame->start_ns = rpj_boottime_now();
    return 1;
}

static void write_arguments(segment_call_t* call, const native_plan_t* plan, const native_frame_t* frame) {
    const uint64_t* moves = plan->moves;
    char* arguments = (char*)(call + 1);
    for (uint32_t i = 0; i < plan->move_count; i++) {
        const char* from = (const char*)frame + (moves[i] & 0xffff);
        char* to = arguments + (moves[i] >> 16 & 0xffff);
        switch (moves[i] >> 32) {
            case 8: memcpy(to, from, 8); break;
            case 4: memcpy(to, from, 4); break;
            case 2: memcpy(to, from, 2); break;
            default: *to = *from;
        }
    }
    if (plan->return_bytes <= 8)
        memcpy(&call->result, &frame->ret_rax, plan->return_bytes);
    else
        memcpy(&call->result, (const void*)frame->ret_rax, sizeof call->result);  // rax is the address of the returned struct
}

// All of AMD's record for a call but its size; a kept one begins alike.
static inline void fill(segment_call_t* call, const native_entry_t* entry, unsigned i, const native_thread_t* thread,
                        const native_frame_t* frame, uint64_t end_ns) {
    memcpy(&call->kind, &entry->kind_operation, sizeof entry->kind_operation);
    call->correlation_id[0] = frame->internal_id;
    call->correlation_id[1] = frame->externals ? frame->external[i] : 0;
    if (entry->stream_shift) call->correlation_id[1] |= stream_bits(thread, frame, entry->stream_shift);
    call->correlation_id[2] = frame->ancestor_id;
    call->start_ns = frame->start_ns;
    call->end_ns = end_ns;
    call->tid = thread->tid;
}

static void record(const native_plan_t* plan, unsigned i, native_thread_t* thread, native_frame_t* frame, uint64_t end_ns) {
    const native_entry_t* entry = (const native_entry_t*)plan->entries + i;
    segment_call_t* call = rpj_kept_claim(thread, entry->stretch, entry->record_bytes);
    if (!call) return;
    fill(call, entry, i, thread, frame, end_ns);
    if (entry->record_bytes >= sizeof *call) write_arguments(call, plan, frame);
    rpj_kept_commit(call, entry->record_bytes);
}

void rpj_exit_records(native_slot_t* slot, native_frame_t* frame) {
    if (RPJ_UNLIKELY(!rpj_has_java()) && rpj_is_of_parent(frame)) return;
    native_thread_t* thread = rpj_thread_at_exit(frame);
    if (RPJ_UNLIKELY(!thread)) return;
    const native_plan_t* plan = slot->plan;
    uint64_t records = frame->active & plan->buffers;
    uint64_t end_ns = records ? rpj_boottime_now() : 0;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    for (uint64_t rest = records; rest; rest &= rest - 1) record(plan, (unsigned)__builtin_ctzll(rest), thread, frame, end_ns);
    if (plan->stream_argument) leave_stream(thread, frame);
    if (records) rpj_end(thread, (uint64_t)frame);
    rpj_inside_end(thread, cancel);
}

// --- in a large buffer that is delivered ---------------------------------------------------------------------------

enum { DELIVERED_BYTES = RPJ_SEGMENT_CALL_RESULT };

// A stretch's first word (ClaimWord): how many bytes are claimed, with a bit that no room reaches when it is closed; then how often.
#define ONE_CLAIM (UINT64_C(1) << RPJ_CLAIM_SHIFT)

// Room for a record in the thread's stretch (StretchedHalf), all zeros, or NULL where the engine has to find some. Another thread may
// close the stretch, or claim from it, too, where the thread has it from its last use: then the word is another one.
static void* claim_delivered(const native_thread_t* thread, const native_entry_t* entry) {
    uint64_t* stretch = (uint64_t*)thread->stretch[entry->stretch];
    if (RPJ_UNLIKELY(!stretch)) return NULL;
    uint64_t word = __atomic_load_n(stretch, __ATOMIC_RELAXED), claimed = word & (ONE_CLAIM - 1);
    if (RPJ_UNLIKELY(claimed + DELIVERED_BYTES > entry->delivered_room)) return NULL;
    uint64_t next = word + ONE_CLAIM + DELIVERED_BYTES;
    if (!__atomic_compare_exchange_n(stretch, &word, next, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) return NULL;
    return (char*)stretch + RPJ_STRETCH_HEADER + claimed;
}

static bool deliver(native_thread_t* thread, native_frame_t* frame, const native_plan_t* plan) {
    uint64_t end_ns = rpj_boottime_now();
    unsigned i = (unsigned)__builtin_ctzll(frame->active & plan->buffers);
    const native_entry_t* entry = (const native_entry_t*)plan->entries + i;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    segment_call_t* call = claim_delivered(thread, entry);
    if (RPJ_LIKELY(call)) {
        fill(call, entry, i, thread, frame, end_ns);
        __atomic_store_n(&call->size, DELIVERED_BYTES, __ATOMIC_RELEASE);
        rpj_end(thread, (uint64_t)frame);
    }
    rpj_inside_end(thread, cancel);
    return call;
}

// A handler that has interrupted the allocator, or has little left of its stack, gets no further.
static void give_up(native_thread_t* thread, native_frame_t* frame) {
    rpj_cancellation cancel = rpj_inside_begin(thread);
    rpj_count_passed_through(thread);
    rpj_end(thread, (uint64_t)frame);
    rpj_inside_end(thread, cancel);
}

void rpj_exit_delivered(native_slot_t* slot, native_frame_t* frame) {
    bool alone = frame->state & RPJ_FRAME_BEGUN_WITHOUT_JAVA || !rpj_engine_ready();
    native_thread_t* thread = RPJ_UNLIKELY(alone) ? NULL : rpj_thread_at_exit(frame);
    if (RPJ_LIKELY(thread) && RPJ_LIKELY(deliver(thread, frame, slot->plan))) return;
    rpj_handler handler = thread ? rpj_handler_of(thread, (uint64_t)(frame + 1)) : RPJ_NO_HANDLER;
    if (handler == RPJ_HANDLER) frame->state |= RPJ_FRAME_BEGUN_IN_HANDLER;
    if (RPJ_UNLIKELY(handler == RPJ_CLOSED_HANDLER)) give_up(thread, frame);
    else rpj_exit(slot, frame);
}
