// rt_hazards HIP CASE: clients of libroctracer64 whose callbacks throw, jump and call back; that trace in
// constructors and in destructors of threads and of the program; and that fork.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "rt_hip.h"
#include "rt_program.h"

#include <csetjmp>
#include <malloc.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <vector>

namespace {
constexpr auto API = ACTIVITY_DOMAIN_HIP_API;
constexpr auto OPS = ACTIVITY_DOMAIN_HIP_OPS;
constexpr auto ROCTX = ACTIVITY_DOMAIN_ROCTX;
using Word = uint64_t;

std::atomic<int> entered, left, recorded, marked;
thread_local int entered_here, marked_here;

void on_call(uint32_t, uint32_t, const void* data, void*) {
    auto call = static_cast<const hip_api_data_t*>(data);
    (call->phase == ACTIVITY_API_PHASE_ENTER ? entered : left)++;
    if (call->phase == ACTIVITY_API_PHASE_ENTER) entered_here++;
}

void on_records(const char* begin, const char* end, void*) { recorded += int((end - begin) / 64); }

void on_mark(uint32_t, uint32_t, const void*, void*) { marked++, marked_here++; }

bool call(uint32_t op = MALLOC, void (*body)(void*) = nullptr, void* argument = nullptr) {
    return hip.call(op, nullptr, body, argument);
}

void open_default() {
    roctracer_properties_t properties{};
    properties.buffer_size = 4096;
    properties.buffer_callback_fun = on_records;
    OK(roctracer_open_pool(&properties));
}

void enable_everything() {
    open_default();
    OK(roctracer_enable_domain_callback(API, on_call, nullptr));
    OK(roctracer_enable_domain_activity(API));
    OK(roctracer_enable_domain_activity(OPS));
    OK(roctracer_enable_domain_callback(ROCTX, on_mark, nullptr));
}

// Makes calls of every type, each of which must work.
void use(const char* place) {
    int before = entered_here;
    int marks = marked_here;
    activity_correlation_id_t id = 0;
    OK(roctracer_activity_push_external_correlation_id(7));
    bool right = call() && entered_here == before + 1;
    OK(roctracer_activity_pop_external_correlation_id(&id));
    roctxMarkA(place);
    right = right && roctxRangePushA(place) >= 0 && roctxRangePop() >= 0 && marked_here == marks + 3 && id == 7;
    right = right && roctracer_op_code(API, "nope", nullptr, nullptr) != 0;
    std::string line = std::string(place) + (right ? "\n" : ": wrong\n");
    if (write(1, line.data(), line.size()) < 0) _exit(3);
}

// At a thread's end an external id may no longer be storable, but all calls must work.
void use_late(const char* place) {
    int before = entered_here;
    activity_correlation_id_t id = 0;
    roctracer_activity_push_external_correlation_id(7);
    bool right = call() && entered_here == before + 1;
    roctracer_activity_pop_external_correlation_id(&id);
    roctxMarkA(place);
    int level = roctxRangePushA(place);
    right = right && level >= 0 && roctxRangePop() == level;
    std::string line = std::string(place) + (right ? "\n" : ": wrong\n");
    if (write(1, line.data(), line.size()) < 0) _exit(3);
}

// --- exceptions and jumps ------------------------------------------------------------------------------------------

enum class Leave { NOT, THROW, JUMP };
jmp_buf jump;
Leave how;
uint32_t phase_to_leave;

void leave_now() {
    if (how == Leave::THROW) throw std::runtime_error("from a callback");
    if (how == Leave::JUMP) longjmp(jump, 7);
}

void leaving_call(uint32_t, uint32_t, const void* data, void*) {
    auto call = static_cast<const hip_api_data_t*>(data);
    (call->phase == ACTIVITY_API_PHASE_ENTER ? entered : left)++;
    if (call->phase == phase_to_leave) leave_now();
}

void leaving_mark(uint32_t, uint32_t, const void*, void*) {
    marked++;
    leave_now();
}

template <typename F> __attribute__((noinline)) bool left_by(F function) {
    if (how == Leave::JUMP) {
        if (setjmp(jump) == 7) return true;
        function();
        return false;
    }
    try {
        function();
        return false;
    } catch (const std::runtime_error&) {
        return true;
    }
}

// Deeper on the stack each time, within limits.
__attribute__((noinline)) bool leave_deep(int depth) {
    volatile char room[64] = {0};
    if (depth > 0) return leave_deep(depth - 1) && room[0] == 0;
    return left_by([] { call(); });
}

void leave() {
    enable_everything();
    OK(roctracer_enable_domain_callback(API, leaving_call, nullptr));
    OK(roctracer_enable_domain_callback(ROCTX, leaving_mark, nullptr));
    for (Leave way : {Leave::THROW, Leave::JUMP}) {
        for (uint32_t phase : {ACTIVITY_API_PHASE_ENTER, ACTIVITY_API_PHASE_EXIT}) {
            how = way, phase_to_leave = phase;
            int times = 0;
            size_t used = 0;
            auto in_use = [] { return mallinfo2().uordblks + mallinfo2().hblkhd; };
            for (int i = 0; i < 20000; i++) {
                times += leave_deep(i % 50);
                if (i == 1000) used = in_use();
            }
            printf("left %d, %s\n", times, in_use() < used + 100000 ? "no memory lost" : "memory lost");
            how = Leave::NOT;
            int before = left;
            EXPECT(call() && left == before + 1);
        }
        how = way;
        EXPECT(left_by([] { roctxMarkA("left"); }));
        // The level changes after the callback, so here it stays the same.
        EXPECT(left_by([] { roctxRangePushA("left"); }));
        EXPECT(left_by([] { roctxRangePop(); }));
        EXPECT(left_by([] { roctxRangeStartA("left"); }));
        EXPECT(left_by([] { roctxRangeStop(1); }));
        how = Leave::NOT;
        printf("push %d", roctxRangePushA("stays"));
        printf(", pop %d\n", roctxRangePop());
    }
    OK(roctracer_close_pool());
}

// --- calls back ----------------------------------------------------------------------------------------------------

thread_local bool inside;

void call_back(uint32_t, uint32_t op, const void* data, void*) {
    auto call_data = static_cast<const hip_api_data_t*>(data);
    (call_data->phase == ACTIVITY_API_PHASE_ENTER ? entered : left)++;
    if (inside) return;
    inside = true;
    Word word = *call_data->phase_data = call_data->correlation_id;
    EXPECT(call(FREE));
    roctxMarkA("from a callback");
    EXPECT(roctxRangePushA("from a callback") == 0 && roctxRangePop() == 0);
    OK(roctracer_enable_op_callback(API, MEMCPY, on_call, nullptr));
    OK(roctracer_disable_op_callback(API, MEMCPY));
    OK(roctracer_enable_op_callback(API, op, call_back, nullptr));
    OK(roctracer_flush_activity());
    roctracer_stop(), roctracer_start();
    uint64_t time;
    OK(roctracer_get_timestamp(&time));
    EXPECT(*call_data->phase_data == word);
    inside = false;
}

void mark_back(uint32_t, uint32_t, const void*, void*) {
    marked++;
    if (inside) return;
    inside = true;
    roctxMarkA("inside");
    EXPECT(call(FREE));
    OK(roctracer_disable_domain_callback(ROCTX));
    OK(roctracer_enable_domain_callback(ROCTX, mark_back, nullptr));
    inside = false;
}

void back() {
    enable_everything();
    OK(roctracer_enable_op_callback(API, MALLOC, call_back, nullptr));
    EXPECT(call());
    printf("entered %d, left %d, marked %d\n", entered.load(), left.load(), marked.load());
    OK(roctracer_enable_domain_callback(ROCTX, mark_back, nullptr));
    roctxMarkA("outside");
    OK(roctracer_flush_activity());
    printf("entered %d, left %d, marked %d, recorded %d\n", entered.load(), left.load(), marked.load(),
           recorded.load());
    // A callback that disables itself.
    OK(roctracer_enable_op_callback(
        API, MALLOC, [](uint32_t, uint32_t op, const void*, void*) { OK(roctracer_disable_op_callback(API, op)); },
        nullptr));
    OK(roctracer_disable_op_activity(API, MALLOC));
    EXPECT(call() && !call());
}

// --- constructors and destructors ----------------------------------------------------------------------------------

bool constructed;

struct AtEnd {
    const char* place;
    ~AtEnd() { use_late(place); }
};
thread_local AtEnd of_thread{"thread-local destructor"};
pthread_key_t key;

void at_key(void* place) { use_late(static_cast<const char*>(place)); }

// Closes nothing: the last records are lost, and the process ends.
void ends() {
    if (!constructed) enable_everything();
    static AtEnd of_program{"static destructor"};
    std::atexit([] { use_late("exit handler"); });
    pthread_key_create(&key, at_key);
    use("main");
    if (!of_thread.place) abort();
    std::thread([] {
        use("thread");
        pthread_setspecific(key, "key destructor");
        if (!of_thread.place) abort();
    }).join();
    // A thread whose first call is made at its end.
    std::thread([] { pthread_setspecific(key, "key destructor, first call"); }).join();
    static std::atomic<bool> runs;
    std::thread([] {
        for (;;) {
            call();
            roctxMarkA("in the background");
            runs = true;
        }
    }).detach();
    WAIT_FOR(runs);
}

__attribute__((destructor)) void at_unload() {
    if (hip.call && getenv("RT_ENDS")) use_late("destructor function");
}

// Runs before main, and before this program's own static constructors.
__attribute__((constructor(101))) void before_all() {
    const char* path = getenv("RT_CONSTRUCTED");
    if (!path) return;
    constructed = true;
    roctxMarkA("before anybody listens");
    open_hip(path);
    enable_everything();
    use("constructor");
}

// --- fork ----------------------------------------------------------------------------------------------------------

int in_child(bool closes) {
    alarm(30);
    entered = left = recorded = 0;
    for (int i = 0; i < 200; i++) call();
    OK(roctracer_flush_activity());
    bool right = entered == 200 && left == 200 && recorded == 200;
    for (int i = 0; i < 200; i++) call();
    OK(closes ? roctracer_close_pool() : roctracer_flush_activity());
    right = right && recorded == 400;
    roctracer_properties_t properties{};
    properties.buffer_size = 1024;
    properties.buffer_callback_fun = on_records;
    roctracer_pool_t* pool = nullptr;
    recorded = 0;
    OK(roctracer_open_pool_expl(&properties, &pool));
    OK(roctracer_enable_op_callback(API, MALLOC, on_call, nullptr));
    OK(roctracer_enable_op_activity_expl(API, MALLOC, pool));
    entered = 0;
    for (int i = 0; i < 100; i++) call();
    OK(roctracer_flush_activity_expl(pool));
    right = right && entered == 100 && recorded == 100;
    OK(roctracer_close_pool_expl(pool));
    fflush(stdout);
    return right ? 0 : 1;
}

void forks() {
    enable_everything();
    std::atomic<bool> over{false}, runs{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++)
        threads.emplace_back([&] {
            while (!over) {
                call();
                roctxMarkA("busy");
                runs = true;
            }
        });
    WAIT_FOR(runs);
    int well = 0;
    for (int i = 0; i < 40; i++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            int status = in_child(i % 2);
            if (i % 4 < 2) _exit(status);
            exit(status);
        }
        int status = -1;
        waitpid(child, &status, 0);
        if (status) printf("child %d ended with %#x\n", i, unsigned(status));
        else well++;
    }
    over = true;
    for (auto& thread : threads) thread.join();
    OK(roctracer_close_pool());
    EXPECT(recorded >= entered && entered == left);
    printf("%d of 40 children well\n", well);
}
} // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    std::string what = argv[2];
    alarm(100);
    setvbuf(stdout, nullptr, _IOLBF, 0);
    if (!constructed) open_hip(argv[1]);
    if (what == "leave") leave();
    else if (what == "back") back();
    else if (what == "ends") ends();
    else if (what == "forks") forks();
    else return 2;
    return 0;
}
