// Records in kept buffers that never enter the engine: calls with arguments and streams, marks and ranges, from
// eight threads that start and end, are interrupted, leave calls by longjmp, and stop each other's ranges, while a
// context is started and stopped. Everything written is read back. Also for the sanitizers.
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <pthread.h>
#include <sched.h>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "check.h"

#define _Static_assert static_assert // the headers are C
extern "C" {
#include "base/engine.h"
#include "base/slots.h"
#include "boot/boot.h"
#include "calls/call_paths.h"
#include "engine/keep.h"
#include "engine/without_java.h"
#include "rpj_segment.h"
#include "segment/seal.h"
#include "threads/thread_life.h"
#include "without_jvm.h"

// kept.c; its header is not C++.
}

namespace {

enum : int { WORKERS = 8, GENERATIONS = 10, ROUNDS = 400, STRETCH = 3, SHIFT = 40 };
enum { CALL, ON_STREAM, JUMPS, MARK, PUSH, POP, START, STOP, SLOTS };
enum {
    CALL_KIND = 100,
    RANGE_KIND = 200,
    CALL_BYTES = RPJ_SEGMENT_CALL_SIZEOF + 24,
    NUMBERED = 100,
    HANDLERS = 33,
    MOST_STRETCHES = 1024
};

// --- the miniature engine ------------------------------------------------------------------------------------------

// All stretches, allocated statically since handlers may not allocate.
alignas(64) char stretches[MOST_STRETCHES][RPJ_DEFAULT_STRETCH_SIZE];
std::atomic<int> given;

alignas(64) native_kept_t kept;
segment_totals_t totals;

// One at a time, because the lock belongs to the engine.
uint64_t refill() {
    static std::atomic_flag busy = ATOMIC_FLAG_INIT;
    while (busy.test_and_set()) sched_yield();
    while (__atomic_exchange_n(&kept.lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
    if (kept.next == kept.end) {
        int number = given++;
        if (number >= MOST_STRETCHES) abort();
        kept.next = reinterpret_cast<uint64_t>(stretches[number]);
        kept.end = kept.next + RPJ_DEFAULT_STRETCH_SIZE;
    }
    __atomic_store_n(&kept.lock, 0, __ATOMIC_RELEASE);
    busy.clear();
    return 1;
}

uint64_t engine_call(uint64_t function, uint64_t address) {
    auto* words = reinterpret_cast<uint64_t*>(address);
    native_thread_t* thread = rpj_thread();
    CHECK(thread->inside == 1);
    if (function == RPJ_CALL_STREAM_NUMBER) {
        words[RPJ_ANSWER_WORD] = words[0] % NUMBERED;
    } else {
        CHECK(function == RPJ_CALL_KEPT_REFILL && words[0] == STRETCH);
        words[RPJ_ANSWER_WORD] = refill();
    }
    return 1; // also the stub's result on failure, which must not be used
}

// --- the slots -----------------------------------------------------------------------------------------------------

native_entry_t entries[SLOTS];
native_plan_t plans[SLOTS], range_plans[SLOTS];
uint64_t ranges_active = 1;
uint64_t moves[] = {0 | 0 << 16 | 8ull << 32, 8 | 8 << 16 | 4ull << 32, 16 | 16 << 16 | 8ull << 32};

int call(uint64_t a, int b, uint64_t) { return (int)a + b; }

thread_local jmp_buf back;
int jumps(uint64_t, int, uint64_t) { longjmp(back, 5); }

thread_local int level;
int mark(const char*) { return 0; }
int push(const char*) { return level++; }
int pop(const char*) { return level ? --level : -1; }
std::atomic<uint64_t> last_range;
uint64_t start(const char*) { return ++last_range; }
int stop(uint64_t) { return 0; }

template <typename F>
void wrap(int index, F* target, int (*enter)(native_slot_t*, native_frame_t*),
          void (*exit)(native_slot_t*, native_frame_t*)) {
    native_slot_t& slot = rpj_slots[index];
    bool marker = index >= MARK;
    native_entry_t& entry = entries[index];
    entry.kind_operation = (uint64_t)(marker ? RANGE_KIND : CALL_KIND) | (uint64_t)index << 32;
    entry.stretch = STRETCH;
    entry.record_bytes = marker ? RPJ_SEGMENT_CALL_RESULT : CALL_BYTES;
    entry.stream_shift = marker ? 0 : SHIFT;
    native_plan_t& plan = plans[index];
    plan.payload_size = 120;
    plan.return_bytes = 4;
    plan.move_count = marker ? 0 : 3;
    plan.moves = moves;
    plan.entries = &entry;
    entry.record = index == MARK ? RPJ_RECORD_KEPT_MARK : RPJ_RECORD_KEPT;
    plan.buffers = plan.kept = index > MARK ? 0 : 1;
    plan.stream_argument = index == ON_STREAM || index == JUMPS ? 16 + 1 : 0;
    slot.target = reinterpret_cast<void*>(target);
    plan.enter = reinterpret_cast<void*>(enter);
    plan.exit = reinterpret_cast<void*>(exit);
    plan.known = ~0ull;
    slot.plan = &plan;
    slot.index = (uint32_t)index;
    slot.instance = marker; // two tables
    slot.active = 1;
}

// Their ranges have a plan of their own; that of the slot only wakes it.
void wrap_range(int index, uint32_t role) {
    native_plan_t& range = range_plans[index];
    range.entries = &entries[index];
    range.buffers = range.kept = 1;
    plans[index].range = &range;
    plans[index].range_active = &ranges_active;
    plans[index].role = role;
}

void wrap_all() {
    wrap(CALL, call, rpj_enter, rpj_exit);
    wrap(ON_STREAM, call, rpj_enter_records, rpj_exit_records);
    wrap(JUMPS, jumps, rpj_enter, rpj_exit);
    wrap(MARK, mark, rpj_enter_mark, rpj_exit);
    wrap(PUSH, push, rpj_enter_ranges, rpj_exit_ranges);
    wrap(POP, pop, rpj_enter_ranges, rpj_exit_ranges);
    wrap(START, start, rpj_enter, rpj_exit);
    wrap(STOP, stop, rpj_enter, rpj_exit);
    wrap_range(PUSH, RPJ_ROLE_PUSH);
    wrap_range(POP, RPJ_ROLE_POP);
    wrap_range(START, RPJ_ROLE_START);
    wrap_range(STOP, RPJ_ROLE_STOP);
}

template <typename F> F* thunk(int index) { return reinterpret_cast<F*>(const_cast<char*>(rpj_thunks + 32 * index)); }

// --- the calls -----------------------------------------------------------------------------------------------------

std::atomic<uint64_t> handed_over; // a started range, stopped by the thread that takes it

__attribute__((noinline)) void jump(uint64_t seed) {
    if (setjmp(back) == 0) {
        thunk<decltype(jumps)>(JUMPS)(seed, 1, 77);
        CHECK(!"came back");
    }
}

void one_round(uint64_t seed) {
    int outer = thunk<decltype(push)>(PUSH)("outer");
    CHECK(thunk<decltype(call)>(CALL)(seed, 5, 0) == (int)seed + 5);
    jump(seed);
    CHECK(thunk<decltype(call)>(ON_STREAM)(seed, 6, 1 + seed % 9) == (int)seed + 6);
    thunk<decltype(mark)>(MARK)("a mark");
    uint64_t mine = thunk<decltype(start)>(START)(nullptr);
    uint64_t other = handed_over.exchange(mine);
    CHECK(thunk<decltype(push)>(PUSH)("inner") == outer + 1);
    if (other) thunk<decltype(stop)>(STOP)(other);
    CHECK(thunk<decltype(pop)>(POP)(nullptr) == outer + 1);
    CHECK(thunk<decltype(pop)>(POP)(nullptr) == outer);
}

std::atomic<bool> over;

struct Worker {
    std::atomic<pthread_t> thread;
    std::atomic<bool> alive;
};
Worker workers[WORKERS];

void on_signal(int) {
    thunk<decltype(mark)>(MARK)("from a handler");
    thunk<decltype(call)>(CALL)(1, 2, HANDLERS);
}

void toggle();

void work(int number, int generation, bool toggled) {
    CHECK(rpj_thread() != nullptr); // allocates: no handler comes first
    level = 0;
    workers[number].thread = pthread_self();
    workers[number].alive = true;
    for (int i = 0; i < ROUNDS; i++) {
        one_round((uint64_t)(generation * ROUNDS + i));
        if (toggled && i % 10 == 9) toggle();
    }
    while (workers[number].alive.exchange(false) == false) sched_yield(); // being signalled
}

// Also seals what is written meanwhile.
void interrupt() {
    for (uint64_t i = 0; !over; i++) {
        if (i % 64 == 0) rpj_seal(STRETCH);
        Worker& worker = workers[i % WORKERS];
        if (worker.alive.exchange(false)) {
            pthread_kill(worker.thread, SIGUSR1);
            worker.alive = true;
        }
        sched_yield();
    }
}

// Starts or stops the context.
void toggle() {
    __atomic_fetch_xor(&ranges_active, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < SLOTS; i++) __atomic_fetch_xor(&rpj_slots[i].active, 1, __ATOMIC_SEQ_CST);
}

void run_threads(bool toggled) {
    over = false;
    std::thread other(interrupt);
    for (int generation = 0; generation < GENERATIONS; generation++) {
        std::vector<std::thread> threads;
        for (int i = 0; i < WORKERS; i++) threads.emplace_back(work, i, generation, toggled);
        for (auto& thread : threads) thread.join();
    }
    over = true;
    other.join();
}

// --- the written records -------------------------------------------------------------------------------------------

struct Trace {
    std::map<uint64_t, std::string> texts;
    std::map<uint64_t, int> records, opened; // by id: how often
    std::map<uint64_t, uint64_t> operations; // by operation: how many
    uint64_t submitted = 0, recorded = 0;    // calls, marks and ranges
    std::map<uint64_t, std::string> names;   // by thread
    std::set<uint64_t> threads;

    void call_of(const segment_call_t* record) {
        const auto* arguments = reinterpret_cast<const uint64_t*>(record + 1);
        uint64_t stream = record->correlation_id[1] >> SHIFT;
        CHECK(record->size == CALL_BYTES && record->start_ns <= record->end_ns && record->tid != 0);
        // A handler's call may be inside a call on a stream.
        if (arguments[2] != HANDLERS) CHECK(stream == (record->operation == ON_STREAM ? arguments[2] % NUMBERED : 0));
        CHECK((int)record->result == (int)arguments[0] + (int)arguments[1] && record->result >> 32 == 0);
        CHECK(arguments[1] >> 32 == 0);
    }

    void record(const segment_call_t* record) {
        if (record->kind == RPJ_KIND_TEXT) {
            const auto* text = reinterpret_cast<const segment_text_t*>(record);
            texts[text->correlation] = std::string(reinterpret_cast<const char*>(text + 1), (size_t)text->length);
            return;
        }
        if (record->kind == RPJ_KIND_NAME) {
            const auto* name = reinterpret_cast<const segment_name_t*>(record);
            CHECK(name->of == RPJ_NAME_OS_THREAD && name->time_ns != 0);
            names[name->id] = std::string(reinterpret_cast<const char*>(name + 1), (size_t)name->length);
            return;
        }
        CHECK(record->correlation_id[0] > record->correlation_id[2]);
        if (record->kind == RPJ_KIND_RANGE_OPEN) {
            CHECK(texts.count(record->correlation_id[0]) == 1);
            opened[record->correlation_id[0]]++;
            return;
        }
        recorded++;
        threads.insert(record->tid);
        records[record->correlation_id[0]]++;
        operations[(uint64_t)record->operation]++;
        if (record->kind == CALL_KIND) call_of(record);
        else CHECK(record->kind == RANGE_KIND && record->size == RPJ_SEGMENT_CALL_RESULT);
        if (record->kind == RANGE_KIND && record->operation == MARK) CHECK(record->start_ns == record->end_ns);
    }

    void read() {
        for (int i = 0; i < given; i++) {
            const auto* stretch = reinterpret_cast<const segment_stretch_t*>(stretches[i]);
            submitted += stretch->submitted;
            const char* first = reinterpret_cast<const char*>(stretch + 1);
            CHECK(stretch->used <= RPJ_DEFAULT_STRETCH_SIZE - RPJ_SEGMENT_STRETCH_SIZEOF);
            for (uint64_t at = 0; at < stretch->used;) {
                const auto* one = reinterpret_cast<const segment_call_t*>(first + at);
                CHECK(one->size >= RPJ_SEGMENT_TEXT_SIZEOF && one->size % 8 == 0);
                if (!one->size) return;
                record(one);
                at += one->size;
            }
        }
        for (uint64_t thread : threads) CHECK(names.count(thread) == 1);
        for (auto& [id, times] : records) CHECK(times == 1);
        for (auto& [id, times] : opened) CHECK(times == 1);
    }
};

// Computes the checksum bit by bit, by its definition.
uint32_t plain_crc(uint32_t before, const void* bytes, uint64_t length) {
    uint32_t crc = ~before;
    for (uint64_t i = 0; i < 8 * length; i++) {
        uint32_t bit = static_cast<const uint8_t*>(bytes)[i / 8] >> (i % 8) & 1;
        crc = crc >> 1 ^ ((crc ^ bit) & 1 ? 0x82f63b78u : 0);
    }
    return ~crc;
}

// All written data must have its checksum, wherever the threads are.
void check_sealed() {
    rpj_seal(STRETCH);
    for (int i = 0; i < given; i++) {
        const auto* stretch = reinterpret_cast<const segment_stretch_t*>(stretches[i]);
        const auto* records = reinterpret_cast<const uint8_t*>(stretch + 1);
        uint64_t bytes = stretch->seal << 2 >> 2 >> RPJ_SEAL_BYTES_SHIFT, part = bytes / RPJ_SEAL_PARTS & ~7ull;
        CHECK(stretch->seal >> RPJ_SEAL_STATE_SHIFT == RPJ_SEAL_MADE && bytes == stretch->used);
        CHECK(stretch->sealed_submitted == stretch->submitted && stretch->sealed_dropped == stretch->dropped);
        uint32_t parts[RPJ_SEAL_PARTS];
        for (uint64_t at = 0; at < RPJ_SEAL_PARTS; at++)
            parts[at] = plain_crc(0, records + at * part, at + 1 < RPJ_SEAL_PARTS ? part : bytes - at * part);
        uint32_t crc = plain_crc(0, &stretch->tid, 8);
        crc = plain_crc(crc, &stretch->started_ns, 8);
        crc = plain_crc(crc, &stretch->sealed_submitted, 8);
        CHECK(plain_crc(crc, parts, sizeof parts) == (uint32_t)stretch->seal);
    }
}

void check_crc() {
    CHECK(rpj_crc32c(0, "123456789", 9) == 0xe3069283);
    CHECK(rpj_crc32c(rpj_crc32c(0, "12345", 5), "6789", 4) == 0xe3069283);
}

// Without the handlers' calls, which come at random, every count is exact.
void check_exact() {
    constexpr uint64_t rounds = (uint64_t)WORKERS * GENERATIONS * ROUNDS;
    Trace trace;
    trace.read();
    CHECK(trace.operations[CALL] >= rounds);
    CHECK(trace.operations[ON_STREAM] == rounds && trace.operations[JUMPS] == 0);
    CHECK(trace.operations[PUSH] == 2 * rounds);
    CHECK(trace.operations[START] == rounds - 1); // the last one is not stopped
    CHECK(trace.operations[MARK] >= rounds);
    CHECK(trace.opened.size() == 3 * rounds && trace.texts.size() == 3 * rounds + trace.operations[MARK]);
    // Abandoned calls, and the open range, have no record. Texts and notes are not counted.
    CHECK(trace.submitted == trace.recorded + rounds + 1);
    for (auto& [id, times] : trace.opened)
        CHECK(trace.texts[id] == "outer" || trace.texts[id] == "inner" || trace.texts[id].empty());
}

// A context that saw a range's start must see its end.
void check_toggled() {
    Trace trace;
    trace.read();
    uint64_t left = 0;
    for (auto& [id, times] : trace.opened) left += trace.records.count(id) == 0;
    CHECK(left == 1 || left == 0);
    CHECK(trace.submitted >= trace.recorded && trace.operations[PUSH] > 0);
}

void forget_all() {
    uint64_t left = handed_over.exchange(0);
    if (left) thunk<decltype(stop)>(STOP)(left);
    rpj_seal(STRETCH); // removes full stretches
    for (native_thread_t* t = rpj_threads; t; t = static_cast<native_thread_t*>(t->next)) t->stretch[STRETCH] = 0;
    kept.next = kept.end;
    memset(stretches, 0, (size_t)given * RPJ_DEFAULT_STRETCH_SIZE);
    given = 0;
}

void nested_ids() {
    native_thread_t* thread = rpj_thread();
    thunk<decltype(push)>(PUSH)("around");
    uint64_t around = thread->range_top_id;
    uint64_t started = thunk<decltype(start)>(START)("within");
    CHECK(thread->range_top_id > around);
    thunk<decltype(pop)>(POP)(nullptr); // of the pushed one, below the started one
    CHECK(thread->range_top_id > around);
    thunk<decltype(stop)>(STOP)(started);
    CHECK(thread->range_top_id == 0 && thread->range_top_since == 0);
    for (int i = 0; i < 500; i++) thunk<decltype(push)>(PUSH)("deep");
    uint64_t top = thread->range_top_id;
    for (int i = 0; i < 499; i++) thunk<decltype(pop)>(POP)(nullptr);
    CHECK(thread->range_top_id == top - 499);
    thunk<decltype(pop)>(POP)(nullptr);
    thunk<decltype(pop)>(POP)(nullptr); // one too many
    thunk<decltype(stop)>(STOP)(123456789);
    CHECK(thread->range_top_id == 0);
}

} // namespace

#include "one_function.h"

int main() {
    struct sigaction action = {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR1, &action, nullptr);
    CHECK(rpj_engine_boot());
    kept.totals = &totals;
    CHECK(rpj_keep(STRETCH, &kept, nullptr, nullptr) == 0);
    check_crc();
    wrap_all();
    nested_ids();
    forget_all();
    run_threads(false);
    check_exact();
    check_sealed();
    forget_all();
    run_threads(true);
    check_toggled();
    check_sealed();
    rpj_engine_end();
    CHECK(thunk<decltype(call)>(CALL)(1, 2, 3) == 3);
    return failures != 0;
}
