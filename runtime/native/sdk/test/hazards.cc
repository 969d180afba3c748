// The C half of the library alone, in programs that make traced calls in unexpected places: on coroutines next to
// memory that must stay untouched, on the smallest threads, in handlers of timers, in threads that are cancelled or
// exit during a call, in forked children that continue to call, while the engine ends. Every call that ran must be
// reported to the tool, or counted. Made for the sanitizers, which here see everything that a JVM in the process
// would hide.
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "check.h"
#include "coroutines.h"

#define _Static_assert static_assert // the headers are C
extern "C" {
#include "base/engine.h"
#include "base/slots.h"
#include "boot/boot.h"
#include "calls/call_paths.h"
#include "engine/without_java.h"
#include "java/java_side.h"
#include "java/stacks.h"
#include "rpj_segment.h"
#include "threads/thread_ids.h"
#include "threads/thread_life.h"
#include "without_jvm.h"
}

namespace {

enum { CALLBACKS, RECORDS, LEAVES, SLOTS };
enum : int { ENTER = 1, ROUNDS = 200, CANCELLED = 50 };

// --- the miniature engine, and a tool ------------------------------------------------------------------------------

std::atomic<uint64_t> ran;

// A minimal JVM, which only knows attached threads. JNIInvokeInterface_.
thread_local bool attached;
int attach(void*, void** env, void*) {
    *env = &attached;
    attached = true;
    return 0;
}
int detach(void*) {
    CHECK(attached);
    attached = false;
    return 0;
}
int get_env(void*, void** env, int) {
    *env = &attached;
    return attached ? 0 : -2;
}
const void* const invocations[] = {nullptr,
                                   nullptr,
                                   nullptr,
                                   nullptr,
                                   (const void*)attach,
                                   (const void*)detach,
                                   (const void*)get_env,
                                   (const void*)attach};
const void* machine = invocations;

uint64_t engine_call(uint64_t function, uint64_t arguments) {
    native_thread_t* thread = rpj_thread();
    CHECK((thread->inside == 1 || thread->inside == RPJ_IN_HANDLER) && attached);
    if (function == RPJ_CALL_RECORD) reinterpret_cast<uint64_t*>(arguments)[RPJ_ANSWER_WORD] = 1;
    return 0;
}

struct Record {
    uint64_t context, thread_id, internal, external, ancestor, kind_operation;
    uint32_t phase, unused;
    uint64_t* payload;
};

// The call lies between ENTER and EXIT.
void on_event(Record record, uint64_t* user_data, void*) {
    CHECK(record.context == 100 && *user_data == (record.phase == ENTER ? 0 : record.internal));
    *user_data = record.internal;
}

int plain(uint64_t a, uint64_t b) {
    ran++;
    return (int)((a ^ b) & 0xffffff);
}

// Runs its argument, which may never return.
int leaves(uint64_t body, uint64_t) {
    ran++;
    ((void (*)())body)();
    return 5;
}

native_entry_t entries[SLOTS];
native_plan_t plans[SLOTS];
uint64_t moves[] = {0 | 0 << 16 | 8ull << 32, 8 | 8 << 16 | 8ull << 32};

template <typename F> void wrap(int index, F* target) {
    native_slot_t& slot = rpj_slots[index];
    entries[index].context = 100;
    entries[index].kind_operation = 5 | (uint64_t)index << 32;
    entries[index].function = reinterpret_cast<void*>(on_event);
    entries[index].record = RPJ_RECORD_APPENDED;
    entries[index].record_bytes = RPJ_SEGMENT_CALL_RESULT;
    native_plan_t& plan = plans[index];
    plan.payload_size = 120;
    plan.return_offset = 96;
    plan.return_bytes = 4;
    plan.move_count = 2;
    plan.moves = moves;
    plan.entries = &entries[index];
    (index == RECORDS ? plan.buffers : plan.callbacks) = 1;
    plan.enter = reinterpret_cast<void*>(index == RECORDS ? rpj_enter_records : rpj_enter_callbacks);
    plan.exit = reinterpret_cast<void*>(index == RECORDS ? rpj_exit_records : rpj_exit_callbacks);
    plan.known = ~0ull;
    slot.plan = &plan;
    slot.index = (uint32_t)index;
    slot.target = reinterpret_cast<void*>(target);
    slot.active = 1;
}

template <typename F> F* thunk(int index) { return reinterpret_cast<F*>(const_cast<char*>(rpj_thunks + 32 * index)); }

void call(uint64_t seed) {
    CHECK(thunk<decltype(plain)>(CALLBACKS)(seed, 1) == (int)((seed ^ 1) & 0xffffff));
    CHECK(thunk<decltype(plain)>(RECORDS)(seed, 2) == (int)((seed ^ 2) & 0xffffff));
}

uint64_t passed_through() {
    uint64_t sum = 0;
    for (native_thread_t* t = rpj_threads; t; t = static_cast<native_thread_t*>(t->next)) sum += t->passed_through;
    return sum;
}

pthread_t start(size_t stack_bytes, void* (*run)(void*), void* argument) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    if (pthread_create(&thread, &attributes, run, argument) != 0) abort();
    pthread_attr_destroy(&attributes);
    return thread;
}

// --- coroutines ----------------------------------------------------------------------------------------------------

enum : size_t { BELOW = 64 << 10 };
enum : unsigned char { UNTOUCHED = 0x5a };

void call_some(Coroutine* self) {
    for (uint64_t rounds = 20; rounds > 0; rounds--) {
        call(rounds);
        leave(self);
    }
}

void prepare(Coroutine* one, size_t stack_bytes) {
    one->memory.assign(BELOW + stack_bytes, UNTOUCHED);
    one->run = call_some;
    make(one, one->memory.data() + BELOW, stack_bytes);
}

void* run_coroutines(void*) {
    static const size_t kib[] = {32, 64, 128, 512}; // a sanitizer's frames are larger than others
    std::vector<Coroutine> all(4);
    for (size_t i = 0; i < all.size(); i++) prepare(&all[i], kib[i] << 10);
    for (bool some = true; some;) {
        some = false;
        for (Coroutine& one : all)
            if (!one.done) resume(&one), some = true;
    }
    for (Coroutine& one : all) {
        size_t changed = 0;
        for (size_t i = 0; i < BELOW; i++) changed += one.memory[i] != UNTOUCHED;
        CHECK(changed == 0);
        destroy(&one);
    }
    return nullptr;
}

// --- threads that end in every way ---------------------------------------------------------------------------------

void* call_and_end(void* seed) {
    for (uint64_t i = 0; i < 20; i++) call((uint64_t)seed + i);
    return nullptr;
}

// Not in a call that the thread sanitizer intercepts, because it would regard the thread as being in that
// call forever.
void wait_for_ever() {
    for (;;) pthread_testcancel(), sched_yield();
}

void end_thread() { pthread_exit(nullptr); }

// Frames without cleanup, as in C.
void* wait_inside(void*) {
    thunk<decltype(leaves)>(LEAVES)((uint64_t)wait_for_ever, 0);
    return nullptr;
}

void* leave_inside(void*) {
    thunk<decltype(leaves)>(LEAVES)((uint64_t)end_thread, 0);
    return nullptr;
}

std::atomic<bool> calling;

void* call_for_ever(void*) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
    for (uint64_t i = 0;; i++) {
        thunk<decltype(plain)>(CALLBACKS)(i, 3);
        calling = true;
        thunk<decltype(plain)>(RECORDS)(i, 3);
    }
}

void end_threads() {
    void* result = nullptr;
    for (uint64_t i = 0; i < 20; i++) {
        pthread_join(start(PTHREAD_STACK_MIN + (i % 4 << 14) + (32 << 10), call_and_end, (void*)i), nullptr);
        pthread_join(start(256 << 10, leave_inside, nullptr), nullptr);
        uint64_t before = ran;
        pthread_t waiting = start(256 << 10, wait_inside, nullptr);
        while (ran == before) sched_yield();
        pthread_cancel(waiting);
        pthread_join(waiting, &result);
        CHECK(result == PTHREAD_CANCELED);
    }
}

// Cancellation at any instruction, which the thread sanitizer does not support.
void cancel_anywhere() {
    void* result = nullptr;
    for (int i = 0; i < CANCELLED && !RACES; i++) {
        calling = false;
        pthread_t thread = start(256 << 10, call_for_ever, nullptr);
        while (!calling) sched_yield();
        for (volatile int spin = 0; spin < i * 100; spin = spin + 1) continue;
        pthread_cancel(thread);
        pthread_join(thread, &result);
        CHECK(result == PTHREAD_CANCELED);
    }
}

// --- timers and forks ----------------------------------------------------------------------------------------------

std::atomic<uint64_t> ticks;

void on_timer(int) {
    int saved = errno;
    thunk<decltype(plain)>(CALLBACKS)(1, 2);
    thunk<decltype(plain)>(RECORDS)(1, 2);
    ticks++;
    errno = saved;
}

void set_timer(int micros) {
    itimerval interval = {{0, micros}, {0, micros}};
    setitimer(ITIMER_REAL, &interval, nullptr);
}

void be_child() {
    set_timer(0);
    for (uint64_t i = 0; i < 20; i++) call(i);
    std::thread([] { call_and_end(nullptr); }).join();
    _exit(failures != 0);
}

void fork_children() {
    for (int i = 0; i < 10; i++) {
        int status = -1;
        pid_t child = fork();
        if (child == 0) be_child();
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
        CHECK(status == 0);
        for (uint64_t round = 0; round < ROUNDS; round++) call(round);
    }
}

// --- all tests -----------------------------------------------------------------------------------------------------

void all_at_once() {
    struct sigaction action = {};
    action.sa_handler = on_timer;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, nullptr);
    sigset_t timer;
    sigemptyset(&timer);
    sigaddset(&timer, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &timer, nullptr); // small stacks have no room for handlers
    std::vector<pthread_t> threads;
    for (int i = 0; i < 3; i++) threads.push_back(start(8 << 20, run_coroutines, nullptr));
    std::thread others([] {
        end_threads();
        cancel_anywhere();
    });
    pthread_sigmask(SIG_UNBLOCK, &timer, nullptr);
    set_timer(500);
    for (uint64_t i = 0; i < ROUNDS || ticks < 20; i++) call(i);
    for (pthread_t thread : threads) pthread_join(thread, nullptr);
    others.join();
    set_timer(0);
}

void end_while_calling() {
    std::atomic<bool> over{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([&] {
            for (uint64_t round = 0; !over; round++) call(round);
        });
    for (uint64_t before = ran; ran < before + 1000;) sched_yield();
    rpj_engine_end();
    for (uint64_t before = ran; ran < before + 1000;) sched_yield();
    over = true;
    for (auto& thread : threads) thread.join();
}

} // namespace

extern "C" void* rpj_create_jvm(const char*, const char*) {
    attached = true;
    return &rpj_link;
}

extern "C" void __wrap_rpj_complain(const char*, ...) {}

// What threads have left of their blocks of ids is a rest then, or was taken back.
uint64_t ids_given() {
    rpj_collect_ids(false);
    const native_id_source_t* source = rpj_id_source();
    uint64_t given = source->latest;
    for (uint64_t i = 0; i < source->rest_count; i++) given -= source->rests[2 * i + 1] - source->rests[2 * i] + 1;
    return given;
}

extern "C" int rpj_start_engine(void*, bool, const char*) {
    rpj_stacks_use(&machine);
    rpj_side_learn(&machine, &attached, nullptr);
    rpj_link.call = reinterpret_cast<void*>(engine_call);
    return 0;
}

int main() {
    switch_in_silence();
    uint64_t words[1] = {1};
    rpj_call(2, words, 77);
    wrap(CALLBACKS, plain);
    wrap(RECORDS, plain);
    wrap(LEAVES, leaves);
    all_at_once();
    // A call cancelled on its way has begun, and did not run.
    uint64_t known = ids_given() + passed_through();
    CHECK(ran <= known && known <= ran + CANCELLED);
    if (!RACES) fork_children(); // forks with several threads, which the thread sanitizer does not support
    end_while_calling();
    return failures != 0;
}
