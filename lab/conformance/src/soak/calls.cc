// Runtimes that the program registers itself, as AMD's do, and calls of their functions and of ROC-TX.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/hip/runtime_api_id.h>

#include "soak.h"

namespace soak {

namespace {

enum { HIP_SLOTS = ROCPROFILER_HIP_RUNTIME_API_ID_LAST, CORE_SLOTS = 125, SYSTEM_GET_INFO = 2 };

Row* page;
volatile __thread bool in_handler;
pid_t first_process;

struct {
    uint64_t size;
    void* slots[HIP_SLOTS];
} hip_table;
uint64_t core_table[2 + CORE_SLOTS];

uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t x = a * 0x9e3779b97f4a7c15u ^ (b + 0x7f4a7c15u) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 29;
}

void count(Stage stage, Function function) { add(page, (uint32_t)getpid(), this_thread(), stage, function); }

// --- the functions -------------------------------------------------------------------------------------------------

// Whether a tool may miss the thread's present call.
volatile __thread bool lenient;

void executed(Function function) {
    lenient = in_handler || nested_deeply || ending || getpid() != first_process;
    if (lenient) count(LENIENT, function);
    count(EXECUTED, function);
}

int answer(uint64_t seed) { return (int)(mix(seed, 99) & 0x3fffffff); }

int copy(void* to, size_t a, const void* from, size_t b, size_t c, size_t d, int kind) {
    executed(COPY);
    auto seed = (uint64_t)to;
    bool good = a == mix(seed, 1) && (uint64_t)from == mix(seed, 2) && b == mix(seed, 3) && c == mix(seed, 4)
             && d == mix(seed, 5) && kind == (int)(seed & 3) && errno == (int)(seed & 0xff);
    errno = (int)(seed & 0xff) + 1;
    return good ? answer(seed) : -1;
}

int floats(void* texture, float low, float high) {
    executed(FLOATS);
    auto seed = (uint64_t)texture;
    return low == (float)(seed & 0xffff) && high == (float)(seed >> 8 & 0xffff) ? answer(seed) : -1;
}

int device(int* result) {
    executed(DEVICE);
    *result = ~*result;
    return 0;
}

int fill(void* to, int value, size_t size, void* stream) {
    executed(ASYNC);
    return stream == (void*)0x1000 && value == (int)(size & 0xff) ? answer((uint64_t)to) : -1;
}

int inside(void* body) {
    executed(INSIDE);
    auto* what = static_cast<Body*>(body);
    what->run(what->argument);
    return 7;
}

int info(int attribute, void* value) {
    executed(INFO);
    *static_cast<int*>(value) = attribute + 1;
    return 0;
}

int nothing() { return 0; }

uint32_t version() { return 70100; }

void announce(const char* library, void* table) {
    rocprofiler_register_library_indentifier_t id;
    rocprofiler_register_library_api_table(library, version, 70100, &table, 1, &id);
}

template <typename Type> Type* hip(int slot) {
    return (Type*)__atomic_load_n(&hip_table.slots[slot], __ATOMIC_RELAXED);
}

// Makes a call and counts its stages. The called function counts its own execution, or for a library function, its
// caller. The program's end may begin during the call, so its tool may miss the rest. A call may be nested in
// another, and its thread may be cancelled at any instruction, so nothing here has a destructor.
template <typename Call> auto counted(Function function, Call call) {
    bool outer = lenient;
    count(BEGUN, function);
    auto result = call();
    if (ending && !lenient) count(LENIENT, function);
    lenient = outer;
    count(RETURNED, function);
    return result;
}

} // namespace

std::atomic<bool> ending;
volatile __thread bool nested_deeply;

void open_oracle(bool main_program) {
    first_process = getpid();
    page = open_page("SOAK_PAGE");
    if (page && main_program) row_of(page, (uint32_t)first_process, 0);
}

void register_runtimes() {
    hip_table.size = sizeof hip_table;
    for (void*& slot : hip_table.slots) slot = (void*)nothing;
    hip_table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpy2D] = (void*)copy;
    hip_table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipTexRefSetMipmapLevelClamp] = (void*)floats;
    hip_table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice] = (void*)device;
    hip_table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipMemsetAsync] = (void*)fill;
    hip_table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipFree] = (void*)inside;
    announce("hip", &hip_table);
    core_table[0] = (uint64_t)sizeof core_table << 32;
    for (int i = 0; i < CORE_SLOTS; i++) core_table[2 + i] = (uint64_t)nothing;
    core_table[2 + SYSTEM_GET_INFO] = (uint64_t)info;
    static void* container[8]; // its version, with its size in the upper half, then the tables
    container[0] = (void*)((uint64_t)sizeof container << 32);
    container[2] = core_table;
    announce("hsa", container);
}

// --- the calls -----------------------------------------------------------------------------------------------------

void call_copy(uint64_t seed) {
    auto* function =
        hip<int(void*, size_t, const void*, size_t, size_t, size_t, int)>(ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpy2D);
    int before = errno;
    int result = counted(COPY, [&] {
        errno = (int)(seed & 0xff);
        int got = function((void*)seed, mix(seed, 1), (const void*)mix(seed, 2), mix(seed, 3), mix(seed, 4),
                           mix(seed, 5), (int)(seed & 3));
        return errno == (int)(seed & 0xff) + 1 ? got : -2;
    });
    if (result != answer(seed)) wrong("hipMemcpy2D", result);
    errno = before;
}

void call_floats(uint64_t seed) {
    auto* function = hip<int(void*, float, float)>(ROCPROFILER_HIP_RUNTIME_API_ID_hipTexRefSetMipmapLevelClamp);
    int result =
        counted(FLOATS, [&] { return function((void*)seed, (float)(seed & 0xffff), (float)(seed >> 8 & 0xffff)); });
    if (result != answer(seed)) wrong("hipTexRefSetMipmapLevelClamp", result);
}

void call_device(uint64_t seed) {
    auto* function = hip<int(int*)>(ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice);
    int value = (int)seed;
    int result = counted(DEVICE, [&] { return function(&value); });
    if (result != 0 || value != ~(int)seed) wrong("hipGetDevice", result);
}

void call_async(uint64_t seed) {
    auto* function = hip<int(void*, int, size_t, void*)>(ROCPROFILER_HIP_RUNTIME_API_ID_hipMemsetAsync);
    int result = counted(ASYNC, [&] { return function((void*)seed, (int)(seed & 0xff), seed, (void*)0x1000); });
    if (result != answer(seed)) wrong("hipMemsetAsync", result);
}

void call_inside(Body* body) {
    auto* function = hip<int(void*)>(ROCPROFILER_HIP_RUNTIME_API_ID_hipFree);
    int result = counted(INSIDE, [&] { return function(body); });
    if (result != 7) wrong("hipFree", result);
}

void call_info(uint64_t seed) {
    auto* function = (int (*)(int, void*))__atomic_load_n(&core_table[2 + SYSTEM_GET_INFO], __ATOMIC_RELAXED);
    int value = 0;
    int result = counted(INFO, [&] { return function((int)(seed & 0xff), &value); });
    if (result != 0 || value != (int)(seed & 0xff) + 1) wrong("hsa_system_get_info", result);
}

// ROC-TX's functions belong to the library: a return shows that they ran.
static void marked(Function function) {
    executed(function);
    count(RETURNED, function);
}

void mark() {
    count(BEGUN, MARK);
    roctxMarkA("m");
    marked(MARK);
}

void push() {
    count(BEGUN, PUSH);
    roctxRangePushA("p");
    marked(PUSH);
}

void pop() {
    count(BEGUN, POP);
    roctxRangePop();
    marked(POP);
}

uint64_t start() {
    count(BEGUN, START);
    uint64_t range = roctxRangeStartA("s");
    marked(START);
    return range;
}

void stop(uint64_t range) {
    count(BEGUN, STOP);
    roctxRangeStop(range);
    marked(STOP);
}

void some_calls(Random random, int count) {
    for (int i = 0; i < count; i++) {
        uint64_t seed = random.next() | 1;
        switch (random.below(9)) {
            case 0: call_copy(seed); break;
            case 1: call_floats(seed); break;
            case 2: call_device(seed); break;
            case 3: call_async(seed); break;
            case 4: call_info(seed); break;
            case 5: mark(); break;
            case 6:
                push();
                call_device(seed);
                pop();
                break;
            case 7: stop(start()); break;
            default: {
                Body body = {[](void* what) { call_device((uint64_t)what); }, (void*)seed};
                call_inside(&body);
            }
        }
    }
}

void handler_calls(int which) {
    int before = errno;
    bool nested = in_handler;
    in_handler = true;
    switch (which % 5) {
        case 0: mark(); break;
        case 1: call_copy(5); break;
        case 2: call_info(9); break;
        case 3:
            push();
            pop();
            break;
        default: call_async(11);
    }
    in_handler = nested;
    errno = before;
}

// --- the program's output ------------------------------------------------------------------------------------------

bool quiet;

static void write_line(char* line, int length, int capacity) {
    if (length > capacity - 1) length = capacity - 1;
    line[length++] = '\n';
    if (write(1, line, (size_t)length) != length) _exit(99);
}

void say(const char* format, ...) {
    char line[512];
    va_list arguments;
    if (quiet) return;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    write_line(line, length, sizeof line);
}

void wrong(const char* what, long value) {
    char line[512];
    write_line(line, snprintf(line, sizeof line, "wrong: %s: %ld", what, value), sizeof line);
}

} // namespace soak
