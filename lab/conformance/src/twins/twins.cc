// twins SERVICES SEED STEPS [fork|exit]: makes a random sequence of calls from several threads, which take turns, so
// that a run can be repeated exactly. It prints its steps and, from a tool in the program, all events. twins.py
// compares what is told with different services, PlanModelTest with what should be.
//
//   SERVICES  as tool.cc reads them; none, where only the program's parent traces it; list, which prints the sequence
//             and makes no call
//   fork      a child, which prints to the file `child`, makes the second half of the calls, the parent none
//   exit      the second half is made by an exit handler that runs after all of tracing's own
//
// The runtimes are the program's own. Each call has random bits in every register and stack slot that may hold an
// argument, whatever its type, and may continue with the sequence before it returns, or be left by longjmp.
#include <alloca.h>
#include <condition_variable>
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/hip/runtime_api_id.h>

#include "../soak/random.h"
#include "twins.h"

namespace twins {

namespace {

using soak::Random;

enum { TRY_AGAIN = 75 }; // exit status
// FOLLOWED: the number of open calls per thread that the library tracks. DEPTH: more than that.
enum {
    HIP_SLOTS = ROCPROFILER_HIP_RUNTIME_API_ID_LAST,
    CORE_SLOTS = 125,
    FOLLOWED = 64,
    DEPTH = 80,
    MESSAGES = 8,
    STREAMS = 5
};
enum What {
    HIP,
    CORE,
    STREAM,
    MAKE_STREAM,
    RETURN,
    JUMP,
    MARK,
    PUSH,
    POP,
    START,
    STOP,
    TOGGLE,
    ATTACH,
    DETACH,
    SPAWN,
    END,
    JOIN,
    FORK,
    EXIT
};
const char* const names[] = {"hip",   "core", "stream", "make_stream", "return", "jump",   "mark",
                             "push",  "pop",  "start",  "stop",        "toggle", "attach", "detach",
                             "spawn", "end",  "join",   "fork",        "exit"};
enum Break { NONE, FORKS, EXITS }; // in the middle of the sequence

struct Step {
    int thread;
    What what;
    uint64_t value; // the parameter of the step
    bool goes_on;   // before its call returns
};

std::vector<Step> script;
size_t position;
std::mutex mutex;
std::condition_variable turned;

// Written by the thread whose turn it is.
std::vector<uint64_t> tids; // in the order in which the threads started
std::vector<roctx_range_id_t> ranges;
std::unique_ptr<std::thread> workers[THREADS];

struct {
    uint64_t size;
    void* slots[HIP_SLOTS];
} hip_table;
uint64_t core_table[2 + CORE_SLOTS];

// The calling thread's state: the action of its innermost call, and the jump targets of its open ones.
struct Self {
    int number;
    char* base; // of its stack
    int depth;
    const Step* step;
    jmp_buf left[DEPTH + 1];
};
thread_local Self* self;

// All calls within as many others have the same place on the stack, below those of marks and ranges, so that it is
// certain which calls a new one shows to have been left.
enum { BAND = 16384, PLACE = 4096 };

// Lowers the stack pointer of the function that uses it to this place in the stack of the thread.
#define LOWER_STACK_TO(place) \
    { \
        ptrdiff_t room = (char*)__builtin_frame_address(0) - (self->base - (place)); \
        if (room < 0) abort(); \
        volatile char* lowered = (char*)alloca((size_t)room); \
        *lowered = 0; \
    }

uint64_t mix(uint64_t a, uint64_t b) { return Random(a ^ b << 32).next(); }

// --- turns ---------------------------------------------------------------------------------------------------------

const Step& my_turn() {
    std::unique_lock<std::mutex> lock(mutex);
    turned.wait(lock, [] { return script[position].thread == self->number; });
    return script[position];
}

void done() {
    std::lock_guard<std::mutex> lock(mutex);
    position++;
    turned.notify_all();
}

// --- the functions of the runtimes ---------------------------------------------------------------------------------

void run();

uint64_t target() {
    const Step* step = self->step;
    if (step->goes_on) {
        self->depth++;
        LOWER_STACK_TO(self->depth * BAND);
        done();
        run();
        self->depth--;
    }
    return mix(step->value, 99);
}

// Its result does not fit in registers.
void* structure(void* result) {
    memset(result, (int)mix(self->step->value, 98), 20);
    target();
    return result;
}

uint64_t made(uint64_t value) { return FIXED + (value % STREAMS + 1) * 64; }

int make_stream(void** stream) {
    *stream = (void*)made(self->step->value);
    return 0;
}

uint32_t version() { return 70100; }

void announce(const char* library, void* table) {
    rocprofiler_register_library_indentifier_t id;
    if (rocprofiler_register_library_api_table(library, version, 70100, &table, 1, &id)) note("%s: no tool", library);
}

void announce_runtimes() {
    hip_table.size = sizeof hip_table;
    for (void*& slot : hip_table.slots) slot = (void*)target;
    hip_table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipCreateChannelDesc] = (void*)structure;
    hip_table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipStreamCreate] = (void*)make_stream;
    announce("hip", &hip_table);
    core_table[0] = (uint64_t)sizeof core_table << 32;
    for (int i = 0; i < CORE_SLOTS; i++) core_table[2 + i] = (uint64_t)target;
    static void* container[8]; // its version, with its size in the upper half, then the tables
    container[0] = (void*)((uint64_t)sizeof container << 32);
    container[2] = core_table;
    Step quiet{0, CORE, 0, false};
    self->step = &quiet; // the library queries a runtime's agents
    announce("hsa", container);
}

// --- the calls -----------------------------------------------------------------------------------------------------

using Word = uint64_t;
using Any = Word (*)(Word, Word, Word, Word, Word, Word, double, double, double, double, double, double, double, double,
                     Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word);

// Tells of a step: its parameters.
void tell(const char* format, ...) __attribute__((format(printf, 1, 2)));
void tell(const char* format, ...) {
    char text[64];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    note("step %d %s", self->number, text);
}

void tell_call(const char* table, int slot, const uint64_t* words) {
    std::string text;
    for (size_t i = 0; i < 18; i++) text += " " + std::to_string(words[i]);
    const Step* step = self->step;
    note("step %d %s %d %d %lu%s", self->number, table, slot, step->goes_on,
         step->what == MAKE_STREAM ? made(step->value) : 0, text.c_str());
}

// Leaves bits in every place in which a function may look for its arguments, and tells of the integers.
__attribute__((noinline)) void call(const char* table, int slot, void* function, Random random, uint64_t first,
                                    uint64_t second) {
    uint64_t w[18] = {first, second};
    for (size_t i = 2; i < 18; i++) w[i] = random.next();
    tell_call(table, slot, w);
    auto real = [&random] {
        uint64_t bits = random.next();
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    };
    LOWER_STACK_TO(self->depth * BAND + PLACE);
    ((Any)function)(w[0], w[1], w[2], w[3], w[4], w[5], real(), real(), real(), real(), real(), real(), real(), real(),
                    w[6], w[7], w[8], w[9], w[10], w[11], w[12], w[13], w[14], w[15], w[16], w[17]);
}

// These read what their arguments point to, or use streams: STREAM and MAKE_STREAM call some of them.
bool is_special(int slot) {
    switch (slot) {
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipStreamCreate:
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipStreamCreateWithFlags:
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipStreamCreateWithPriority:
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipExtStreamCreateWithCUMask:
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipStreamDestroy:
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipStreamGetCaptureInfo_v2: return true;
        default: return false;
    }
}

void call_hip(uint64_t value) {
    Random random(value);
    int slot = random.below(HIP_SLOTS);
    while (is_special(slot)) slot = random.below(HIP_SLOTS);
    bool structured = slot == ROCPROFILER_HIP_RUNTIME_API_ID_hipCreateChannelDesc;
    call("hip", slot, hip_table.slots[slot], random, structured ? FIXED + 4096 : random.next(), random.next());
}

// Calls hipStreamSynchronize(stream) with a few streams, including the null stream.
void call_on_stream(uint64_t value) {
    uint64_t stream = value % (STREAMS + 1) * 64;
    int slot = ROCPROFILER_HIP_RUNTIME_API_ID_hipStreamSynchronize;
    call("hip", slot, hip_table.slots[slot], Random(value), stream ? FIXED + stream : 0, 0);
}

// Leaves out the functions whose results the library itself uses, because ours return random values.
void call_core(uint64_t value) {
    static const int plain[] = {2, 6, 7, 8, 9, 15, 16, 17, 18, 19, 40, 41, 42, 43, 44, 45, 46, 47, 48};
    Random random(value);
    int slot = has_contexts() ? random.below(CORE_SLOTS) : plain[random.below((int)(sizeof plain / sizeof *plain))];
    call("core", slot, (void*)core_table[2 + slot], random, random.next(), random.next());
}

void make_a_stream(uint64_t value) {
    int slot = ROCPROFILER_HIP_RUNTIME_API_ID_hipStreamCreate;
    call("hip", slot, hip_table.slots[slot], Random(value), FIXED + 8192 + (uint64_t)self->number * 8, 0);
}

void runtime_call(const Step& step) {
    if (setjmp(self->left[self->depth]) == 0) {
        self->step = &step;
        switch (step.what) {
            case HIP: call_hip(step.value); break;
            case CORE: call_core(step.value); break;
            case STREAM: call_on_stream(step.value); break;
            default: make_a_stream(step.value);
        }
    }
}

const char* message(uint64_t value) { return (const char*)FIXED + 16384 + value % MESSAGES * 65536; }

// No message, one character, one of every length, and one longer than the limit.
void write_messages() {
    for (uint64_t i = 0; i < MESSAGES; i++) {
        size_t length = i == 0 ? 0 : i == MESSAGES - 1 ? 40000 : i == MESSAGES - 2 ? 32768 : i * i;
        memset((char*)message(i), 'a' + (int)i, length);
    }
}

void stop_range(uint64_t value) {
    uint64_t which = value % (ranges.size() + 2); // may be already stopped, or never started
    tell("stop %lu", which);
    roctxRangeStop(which < ranges.size() ? ranges[which] : which == ranges.size() ? 0 : 123456789);
}

void toggle_something(uint64_t value) {
    bool on = value >> 8 & 1;
    tell("toggle %lu %d", value % CONTEXTS, on);
    if (has_contexts()) toggle((int)(value % CONTEXTS), on);
    else if (on) roctxProfilerResume(0);
    else roctxProfilerPause(0);
}

void add_thread() {
    tids.push_back((uint64_t)syscall(SYS_gettid));
    note("begun %lu", tids.back());
}

// The parent's sequence ends with the calls that are open.
void divide() {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("child", "w", stdout) == NULL) _exit(4);
        forget();
        tids.clear();
        add_thread();
        return;
    }
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) != child || status) note("child: status %d", status);
    script.resize(position + 1);
    for (int i = 0; i < self->depth; i++) script.push_back({0, RETURN, 0, false});
    script.push_back({0, END, 0, false});
}

void begin_thread(int number);

void other_step(const Step& step) {
    const char* name = names[step.what];
    switch (step.what) {
        case MARK:
        case PUSH:
        case POP:
        case START:
        case FORK: tell("%s", name); break;
        case ATTACH:
        case DETACH: tell("%s %lu %lu", name, step.value % CONTEXTS, step.value); break;
        default: break;
    }
    switch (step.what) {
        case MARK: roctxMarkA(message(step.value)); break;
        case PUSH: note("pushed: %d", roctxRangePushA(message(step.value))); break;
        case POP: note("popped: %d", roctxRangePop()); break;
        case START: ranges.push_back(roctxRangeStartA(message(step.value))); break;
        case STOP: stop_range(step.value); break;
        case TOGGLE: toggle_something(step.value); break;
        case ATTACH: attach((int)(step.value % CONTEXTS), step.value); break;
        case DETACH: detach((int)(step.value % CONTEXTS)); break;
        case SPAWN: workers[step.value] = std::make_unique<std::thread>(begin_thread, (int)step.value); break;
        case JOIN: workers[step.value]->join(); break;
        case FORK: divide(); break;
        default: abort();
    }
}

// Runs the calling thread's steps until one of them ends the enclosing call.
void run() {
    for (;;) {
        const Step step = my_turn();
        switch (step.what) {
            case RETURN: tell("return"); return;
            case JUMP:
                tell("jump %lu", step.value);
                self->depth = (int)step.value;
                longjmp(self->left[step.value], 1);
            case END:
                tell("end");
                done();
                return;
            case EXIT: tell("exit"); exit(0);
            case HIP:
            case CORE:
            case STREAM:
            case MAKE_STREAM: runtime_call(step); break;
            default: other_step(step);
        }
        done();
    }
}

void be(Self* state, int number) {
    self = state;
    state->number = number;
    state->base = (char*)((uintptr_t)__builtin_frame_address(0) & ~(uintptr_t)15);
}

void begin_thread(int number) {
    auto state = std::make_unique<Self>();
    be(state.get(), number);
    my_turn();
    add_thread();
    // The kernel's thread ids have wrapped around: the library, like AMD's, refuses one below the process's own.
    if (tids.back() < tids.front()) _exit(TRY_AGAIN);
    run();
}

// --- the sequence --------------------------------------------------------------------------------------------------

class Writer {
  public:
    Writer(uint64_t seed, int steps, Break broken) : random_(seed) {
        for (int i = 0; i < steps; i++) {
            if (i == steps / 2) break_as(broken);
            step();
        }
        for (int i = THREADS; i-- > 0;)
            if (lives_[i]) end(i);
    }

  private:
    Random random_;
    bool lives_[THREADS] = {true};
    int depth_[THREADS] = {};
    int floor_[THREADS] = {}; // calls below do not end
    bool deep_[THREADS] = {};

    // A child has one thread. Calls that are open at `exit` do not end.
    void break_as(Break broken) {
        if (broken == NONE) return;
        for (int i = THREADS; broken == FORKS && --i > 0;)
            if (lives_[i]) end(i);
        add(0, TOGGLE, 1 << 8);
        if (broken == EXITS) floor_[0] = depth_[0];
        add(0, broken == FORKS ? FORK : EXIT);
    }

    void add(int thread, What what, uint64_t value = 0, bool goes_on = false) {
        script.push_back({thread, what, value, goes_on});
    }

    void step() {
        int thread = random_.below(THREADS);
        if (!lives_[thread]) {
            lives_[thread] = true;
            return add(0, SPAWN, (uint64_t)thread);
        }
        if (thread && random_.chance(1)) return end(thread);
        if (depth_[thread] == 0) deep_[thread] = random_.chance(1);
        if (depth_[thread] > floor_[thread] && random_.chance(deep_[thread] ? 4 : 25)) return leave(thread);
        int dice = random_.below(100);
        uint64_t value = random_.next();
        if (dice < 40) runtime_call(thread, value);
        else if (dice < 48)
            add(thread, depth_[thread] < FOLLOWED ? MARK : PUSH,
                value); // only in Java does a mark count as an open call
        else if (dice < 60) add(thread, PUSH, value);
        else if (dice < 72) add(thread, POP, value);
        else if (dice < 80) add(thread, START, value);
        else if (dice < 88) add(thread, STOP, value);
        else if (dice < 92) add(thread, TOGGLE, value);
        else if (dice < 97) add(thread, ATTACH, value);
        else add(thread, DETACH, value);
    }

    void runtime_call(int thread, uint64_t value) {
        What what = random_.one_of({HIP, HIP, HIP, CORE, CORE, STREAM, STREAM, MAKE_STREAM});
        bool goes_on = what != MAKE_STREAM && depth_[thread] < DEPTH && random_.chance(deep_[thread] ? 90 : 45);
        add(thread, what, value, goes_on);
        depth_[thread] += goes_on;
    }

    void leave(int thread) {
        if (random_.chance(15)) {
            depth_[thread] = random_.between(floor_[thread], depth_[thread] - 1);
            return add(thread, JUMP, (uint64_t)depth_[thread]);
        }
        depth_[thread]--;
        add(thread, RETURN);
    }

    void end(int thread) {
        for (; depth_[thread] > floor_[thread]; depth_[thread]--) add(thread, RETURN);
        add(thread, END);
        if (thread) add(0, JOIN, (uint64_t)thread);
        lives_[thread] = false;
    }
};

} // namespace

int number_of(uint64_t tid) {
    for (size_t i = tids.size(); i-- > 0;)
        if (tids[i] == tid) return (int)i;
    return -1;
}

// Prints the sequence: each thread's actions, with `...` for those that continue before the call returns.
static int list() {
    for (auto& step : script)
        printf("thread %d: %s %lu%s\n", step.thread, names[step.what], step.value, step.goes_on ? " ..." : "");
    return 0;
}

static void go_on() {
    run();
    finish();
}

static void go_on_at_exit() {
    done();
    go_on();
}

static int twins(const char* services, uint64_t seed, int steps, Break broken) {
    void* fixed = mmap((void*)FIXED, FIXED_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (fixed != (void*)FIXED) return 3;
    write_messages();
    auto state = std::make_unique<Self>();
    be(state.get(), 0);
    add_thread();
    Writer(seed, steps, broken);
    if (strcmp(services, "list") == 0) return list();
    if (broken == EXITS) atexit(go_on_at_exit);
    configure_tool(services);
    announce_runtimes();
    go_on();
    return 0;
}

} // namespace twins

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    twins::Break broken = argc == 4 ? twins::NONE : strcmp(argv[4], "fork") == 0 ? twins::FORKS : twins::EXITS;
    return twins::twins(argv[1], strtoull(argv[2], nullptr, 10), atoi(argv[3]), broken);
}
