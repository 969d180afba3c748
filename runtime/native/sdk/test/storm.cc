// The C half of the library with a miniature engine: eight threads that start and end call through thunks of every
// kind while others toggle what is active, push external ids and request that the threads be interrupted. Made for
// the sanitizers, which here see everything that a JVM in the process would hide.
#include <atomic>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <stdexcept>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "check.h"

#define _Static_assert static_assert // the headers are C
extern "C" {
#include "base/engine.h"
#include "base/slots.h"
#include "boot/boot.h"
#include "calls/call_paths.h"
#include "calls/external_ids.h"
#include "engine/without_java.h"
#include "rpj_segment.h"
#include "threads/thread_life.h"
#include "tools/invoke.h"
#include "without_jvm.h"
}

namespace {

enum : int { WORKERS = 8, GENERATIONS = 40, ROUNDS = 50, CONTEXTS = 3, MOST_IDS = 1 << 22 };
enum { CALLBACKS, RECORDS, ENGINE, FLOATS, THROWS, JUMPS, SLOTS };
enum { ENTER = 1, EXIT = 2 };

uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t x = a * 0x9e3779b97f4a7c15u ^ (b + 0x7f4a7c15u) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 29;
}

// --- the miniature engine ------------------------------------------------------------------------------------------

std::atomic<uint8_t> ended[MOST_IDS]; // calls by their correlation id: how often each ended
std::atomic<uint64_t> entered_engine, boots, complaints;

// The hooks and handlers of the slot whose calls visit Java.
uint64_t engine_step(uint64_t what, uint64_t frame_address) {
    auto* frame = reinterpret_cast<native_frame_t*>(frame_address);
    auto* thread = static_cast<native_thread_t*>(frame->thread);
    CHECK(thread == rpj_thread() && thread->inside == 1 && thread->tid == (uint64_t)syscall(SYS_gettid));
    CHECK((uint32_t)what == ENGINE);
    switch (what >> RPJ_STEP_SHIFT & 0xff) {
        case RPJ_STEP_ENTER_OUTER: frame->outer_event = mix(frame_address, 1); break;
        case RPJ_STEP_ENTER_INNER: frame->inner_event = mix(frame_address, 2); break;
        case RPJ_STEP_EXIT_INNER: CHECK(frame->inner_event == mix(frame_address, 2)); break;
        case RPJ_STEP_EXIT_OUTER: CHECK(frame->outer_event == mix(frame_address, 1)); break;
        default: {
            CHECK((what >> RPJ_STEP_SHIFT & 0xff) == RPJ_STEP_HANDLE);
            bool exits = frame->record[6] == EXIT;
            CHECK(exits || frame->record[6] == ENTER);
            uint64_t& user_data = frame->user_data[what >> RPJ_ENTRY_SHIFT];
            CHECK(user_data == (exits ? frame->internal_id : 0));
            user_data = frame->internal_id;
            if (exits && frame->internal_id < MOST_IDS) ended[frame->internal_id]++;
            entered_engine++;
        }
    }
    return 0;
}

// A record that only the engine can write.
void append(const uint64_t* record, uint64_t bytes) {
    CHECK(bytes == RPJ_SEGMENT_CALL_RESULT && record[0] == 0 && record[2] > record[4]);
    if (record[2] < MOST_IDS) ended[record[2]]++;
}

uint64_t engine_call(uint64_t function, uint64_t arguments) {
    const auto* words = reinterpret_cast<const uint64_t*>(arguments);
    native_thread_t* thread = rpj_thread();
    CHECK(thread->inside == 1);
    if (function == RPJ_CALL_RECORD) {
        if (words[0] == 0) append(reinterpret_cast<const uint64_t*>(words[1]), words[2]);
        const_cast<uint64_t*>(words)[RPJ_ANSWER_WORD] = 1;
        return 0;
    }
    return function == RPJ_CALL_FINALIZE ? 0 : function + words[0];
}

// --- the tool ------------------------------------------------------------------------------------------------------

struct Record {
    uint64_t context, thread_id, internal, external, ancestor, kind_operation;
    uint32_t phase, unused;
    uint64_t* payload;
};

std::atomic<uint64_t> enters[CONTEXTS], exits[CONTEXTS], left[CONTEXTS], asked;

thread_local volatile bool in_handler; // where allocation is not allowed

void traced_from_a_callback();

void on_event(Record record, uint64_t* user_data, void* argument) {
    auto context = reinterpret_cast<uintptr_t>(argument);
    uint64_t stamp = mix(record.internal, mix(context, record.thread_id));
    CHECK(record.context == 100 + context && record.thread_id == (uint64_t)syscall(SYS_gettid));
    CHECK(record.internal > record.ancestor);
    CHECK(record.external == 0 || record.external % 1000 == 7);
    CHECK(record.payload[0] == 120);
    if (record.phase == ENTER) {
        CHECK(*user_data == 0);
        *user_data = stamp;
        enters[context]++;
        if (record.kind_operation >> 32 == THROWS || record.kind_operation >> 32 == JUMPS) left[context]++;
    } else {
        CHECK(*user_data == stamp && record.phase == EXIT);
        exits[context]++;
        if (context == 0 && record.internal < MOST_IDS) ended[record.internal]++;
    }
    if (context == 1 && record.internal % 64 == 0) traced_from_a_callback();
    if (context == 2 && record.internal % 128 == 0 && !in_handler) throw std::runtime_error("from a callback");
}

int on_request(uint64_t, uint64_t context, int, int, uint64_t internal, uint64_t* external, void*) {
    CHECK(context == 100);
    asked++;
    if (internal % 256 == 0 && !in_handler) throw 1;
    *external = 1007;
    return internal % 2 != 0;
}

// --- the slots -----------------------------------------------------------------------------------------------------

int plain(uint64_t a, uint64_t b) {
    errno = (int)(a & 0xff);
    return (int)(mix(a, b) & 0xffffff);
}

int many(uint64_t a, double x, float y, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t on_stack) {
    return (int)((mix(a, b) + c + d + e + f + on_stack + (uint64_t)x + (uint64_t)y) & 0xffffff);
}

int throws(uint64_t a, uint64_t b) { throw(int)(mix(a, b) & 0xffffff); }

thread_local jmp_buf back;
int jumps(uint64_t, uint64_t) { longjmp(back, 5); }

native_entry_t entries[SLOTS][CONTEXTS];
native_plan_t plans[SLOTS];
uint64_t moves[] = {0 | 0 << 16 | 8ull << 32, 8 | 8 << 16 | 8ull << 32, 16 | 16 << 16 | 4ull << 32,
                    24 | 20 << 16 | 2ull << 32};

template <typename F> void wrap(int index, F* target, uint32_t stack_words = 0, bool floats = false) {
    native_slot_t& slot = rpj_slots[index];
    for (uintptr_t i = 0; i < CONTEXTS; i++) {
        native_entry_t& entry = entries[index][i];
        entry.context = 100 + i;
        entry.kind_operation = 5 | (uint64_t)index << 32;
        entry.function = index == ENGINE ? nullptr : reinterpret_cast<void*>(on_event);
        entry.argument = reinterpret_cast<void*>(i);
        entry.context_index = (uint32_t)i;
        entry.request_kind = 6;
        entry.record = RPJ_RECORD_APPENDED;
        entry.record_bytes = RPJ_SEGMENT_CALL_RESULT;
        entry.buffer = (uint32_t)i;
    }
    constexpr uint64_t ALL = (1u << CONTEXTS) - 1;
    bool records = index == RECORDS || index == JUMPS;
    native_plan_t& plan = plans[index];
    plan.payload_size = 120;
    plan.return_offset = 96;
    plan.return_bytes = plan.move_count = 4;
    plan.moves = moves;
    plan.entries = entries[index];
    plan.callbacks = records ? 0 : ALL;
    plan.handlers = index == ENGINE ? ALL : 0;
    plan.buffers = records ? ALL : 0;
    plan.steps = index == ENGINE ? RPJ_HAS_OUTER_HOOK | RPJ_HAS_INNER_HOOK : 0;
    plan.enter = reinterpret_cast<void*>(rpj_enter);
    plan.exit = reinterpret_cast<void*>(rpj_exit);
    plan.known = ~0ull;
    slot.plan = &plan;
    slot.stack_words = stack_words;
    slot.floats = floats;
    slot.index = plan.index = (uint32_t)index;
    slot.target = reinterpret_cast<void*>(target);
}

void wrap_all() {
    wrap(CALLBACKS, plain);
    wrap(RECORDS, plain);
    wrap(ENGINE, plain);
    wrap(FLOATS, many, 1, true);
    wrap(THROWS, throws);
    wrap(JUMPS, jumps);
}

template <typename F> F* thunk(int index) { return reinterpret_cast<F*>(const_cast<char*>(rpj_thunks + 32 * index)); }

void traced_from_a_callback() {
    thread_local bool inside;
    if (inside) return;
    inside = true;
    CHECK(thunk<decltype(plain)>(RECORDS)(3, 4) == plain(3, 4));
    inside = false;
}

// --- the calls -----------------------------------------------------------------------------------------------------

__attribute__((noinline)) void jump(uint64_t seed) {
    if (setjmp(back) == 0) {
        thunk<decltype(jumps)>(JUMPS)(seed, 1);
        CHECK(!"came back");
    }
}

void one_round(uint64_t seed) {
    for (int slot : {CALLBACKS, RECORDS, ENGINE}) {
        errno = 0;
        int result = thunk<decltype(plain)>(slot)(seed, (uint64_t)slot);
        CHECK(errno == (int)(seed & 0xff));
        CHECK(result == plain(seed, (uint64_t)slot));
    }
    CHECK(thunk<decltype(many)>(FLOATS)(seed, 3.0, 4.0f, 1, 2, 3, 4, 5, seed)
          == many(seed, 3.0, 4.0f, 1, 2, 3, 4, 5, seed));
    try {
        thunk<decltype(throws)>(THROWS)(seed, 1);
        CHECK(!"came back");
    } catch (int thrown) {
        CHECK(thrown == (int)(mix(seed, 1) & 0xffffff));
    }
    jump(seed);
    uint64_t words[1] = {seed};
    CHECK(rpj_call(3, words, 77) == 3 + seed);
}

// Deep calls: the 65th open call of a thread passes through.
int descend(uint64_t depth, uint64_t b) {
    return depth ? thunk<decltype(descend)>(CALLBACKS)(depth - 1, b) + 1 : (int)b;
}

struct Worker {
    std::atomic<pthread_t> thread;
    std::atomic<uint64_t> tid;
    std::atomic<bool> alive;
};
Worker workers[WORKERS];
std::atomic<bool> over;

void work(int number, int generation) {
    CHECK(rpj_thread() != nullptr); // allocates: no handler comes first
    workers[number].tid = (uint64_t)syscall(SYS_gettid);
    workers[number].thread = pthread_self();
    workers[number].alive = true;
    for (int i = 0; i < ROUNDS; i++) one_round(mix((uint64_t)number, mix((uint64_t)generation, (uint64_t)i)));
    native_thread_t* block = rpj_thread();
    CHECK(block->depth <= 2); // calls left by the last exception and jump are found at the next call
    workers[number].tid = 0;
    while (workers[number].alive.exchange(false) == false) sched_yield(); // being signalled
}

void on_signal(int) {
    int saved = errno;
    in_handler = true;
    thunk<decltype(plain)>(CALLBACKS)(1, 2);
    in_handler = false;
    errno = saved;
}

// --- concurrent changes --------------------------------------------------------------------------------------------

// All entries of a context change in one step in each slot.
void toggle(int number) {
    for (uint64_t i = 1; !over; i++) {
        uint64_t random = mix(i, (uint64_t)number), context = random % CONTEXTS;
        for (int slot = 0; slot < SLOTS; slot++) {
            if (random >> 20 & 1) __atomic_fetch_or(&rpj_slots[slot].active, 1ull << context, __ATOMIC_SEQ_CST);
            else __atomic_fetch_and(&rpj_slots[slot].active, ~(1ull << context), __ATOMIC_SEQ_CST);
        }
        if (i % 16 == 0) sched_yield();
    }
}

// As in External: tops of stacks in native memory.
void attach_ids() {
    static native_external_t stacks[16][CONTEXTS];
    for (uint64_t i = 1; !over;) {
        sched_yield();
        uint64_t tid = workers[i++ % WORKERS].tid;
        if (!tid) tid = (uint64_t)getpid();
        native_thread_t* block = rpj_thread_of(tid);
        CHECK(block != nullptr);
        native_external_t* stack = stacks[i % 16];
        for (auto& entry : stacks[i % 16]) {
            __atomic_store_n(&entry.top, 1000 * i + 7, __ATOMIC_RELAXED);
            __atomic_store_n(&entry.depth, i % 3, __ATOMIC_RELEASE);
        }
        __atomic_store_n(&block->external, stack, __ATOMIC_RELEASE);
        __atomic_store_n(&rpj_link.external_default, 7, __ATOMIC_RELEASE);
        __atomic_store_n(&rpj_link.external_use, 1, __ATOMIC_RELEASE);
    }
}

void interrupt() {
    for (uint64_t i = 0; !over; i++) {
        Worker& worker = workers[i % WORKERS];
        if (worker.alive.exchange(false)) {
            pthread_kill(worker.thread, SIGUSR1);
            worker.alive = true;
        }
        sched_yield();
    }
}

void storm() {
    std::vector<std::thread> others;
    // All are active until the others get a processor, which may take as long as the rest.
    for (int slot = 0; slot < SLOTS; slot++)
        __atomic_fetch_or(&rpj_slots[slot].active, (1ull << CONTEXTS) - 1, __ATOMIC_SEQ_CST);
    others.emplace_back(toggle, 1);
    others.emplace_back(toggle, 2);
    others.emplace_back(attach_ids);
    others.emplace_back(interrupt);
    for (int generation = 0; generation < GENERATIONS; generation++) {
        std::vector<std::thread> threads;
        for (int i = 0; i < WORKERS; i++) threads.emplace_back(work, i, generation);
        while (!__atomic_load_n(&rpj_link.external_use, __ATOMIC_ACQUIRE)) sched_yield();
        if (generation == GENERATIONS / 4) // a tool handles requests from now on
            for (auto& slot : entries)
                __atomic_store_n(&slot[0].request_function, reinterpret_cast<void*>(on_request), __ATOMIC_RELEASE);
        for (auto& thread : threads) thread.join();
    }
    over = true;
    for (auto& thread : others) thread.join();
}

void boot_at_once() {
    std::vector<std::thread> threads;
    for (int i = 0; i < WORKERS; i++)
        threads.emplace_back([] {
            uint64_t words[1] = {1};
            CHECK(rpj_call(2, words, 77) == 3);
        });
    for (auto& thread : threads) thread.join();
    CHECK(boots == 1);
}

void check_end() {
    uint64_t last = __atomic_load_n(static_cast<uint64_t*>(rpj_link.correlation), __ATOMIC_RELAXED), blocks = 0;
    CHECK(last > 10000 && last < MOST_IDS);
    for (uint64_t i = 0; i <= last; i++) CHECK(ended[i] <= 1);
    for (int i = 0; i < CONTEXTS; i++) {
        CHECK(enters[i] > 1000 && enters[i] == exits[i] + left[i]);
    }
    CHECK(complaints == 1); // of all those exceptions
    CHECK(asked > 1000 && entered_engine > 1000);
    for (native_thread_t* t = rpj_threads; t; t = static_cast<native_thread_t*>(t->next)) blocks++;
    CHECK(blocks < WORKERS * GENERATIONS / 2); // blocks of ended threads are used again
}

} // namespace

extern "C" void* rpj_create_jvm(const char*, const char*) {
    for (int i = 0; i < 100; i++) sched_yield();
    return &rpj_link;
}

extern "C" void __wrap_rpj_complain(const char*, ...) { complaints++; }

extern "C" int rpj_start_engine(void*, bool, const char*) {
    boots++;
    rpj_link.step = reinterpret_cast<void*>(engine_step);
    rpj_link.call = reinterpret_cast<void*>(engine_call);
    return 0;
}

int main() {
    struct sigaction action = {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR1, &action, nullptr);
    boot_at_once();
    wrap_all();
    storm();
    for (int slot = 0; slot < SLOTS; slot++) rpj_slots[slot].active = 1;
    rpj_slots[CALLBACKS].target = reinterpret_cast<void*>(descend);
    uint64_t before = rpj_thread()->passed_through;
    CHECK(descend(100, 5) == 105);
    CHECK(rpj_thread()->passed_through == before + 100 - RPJ_OPEN_FRAMES);
    check_end();
    rpj_engine_end();
    CHECK(thunk<decltype(plain)>(RECORDS)(1, 2) == plain(1, 2));
    return failures != 0;
}
