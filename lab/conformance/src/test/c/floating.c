// floating FIRST: makes calls of every kind with each floating-point state, which must be the same after each call.
// FIRST 1: the first call is made in the default state, else in one in which everything traps.
// Prints the states that calls changed, then "N calls, M changes".
#include <fenv.h>
#include <pthread.h>
#include <stdint.h>

#include <rocprofiler-sdk-roctx/roctx.h>

#include "gpu_program.h"

enum { ROUNDS = 40, MOST_SHOWN = 5 };

typedef struct {
    uint32_t mxcsr;
    uint16_t control, status;
} state;

static int calls, changes;

static state now(void) {
    state s;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2" : "=m"(s.mxcsr), "=m"(s.control), "=m"(s.status));
    return s;
}

// Bits of MXCSR: flags 0x3f, denormals are zeros 0x40, masks 0x1f80, rounding 0x6000, flush to zero 0x8000.
static const state states[] = {
    {0x1f80, 0x37f, 0},    // the default
    {0x0000, 0x340, 0},    // all traps
    {0x0f80, 0x35f, 0},    // an inexact result traps
    {0x0fa0, 0x35f, 0},    // and has been seen
    {0x1fbf, 0x37f, 0x3f}, // all flags are set
    {0x9fc0, 0x37f, 0},    // -ffast-math
    {0x3f80, 0x77f, 0},    // rounds down
    {0x5fa1, 0xb7f, 0x21}, // rounds up
    {0x7f80, 0xc7f, 0},    // towards zero
    {0x1f80, 0x27f, 0},    // the x87 computes with 53 bits
};

static void set(state s) {
    struct {
        uint32_t control, status, other[5];
    } x87;
    __asm__ volatile("fnstenv %0" : "=m"(x87));
    x87.control = (x87.control & ~0xffffu) | s.control;
    x87.status = (x87.status & ~0xffu) | s.status;
    __asm__ volatile("fldenv %0\n\tldmxcsr %1" ::"m"(x87), "m"(s.mxcsr));
}

static void check(state before, const char* call) {
    state after = now();
    calls++;
    if (after.mxcsr == before.mxcsr && after.control == before.control && !((after.status ^ before.status) & 0xff))
        return;
    set(states[0]);
    if (changes++ < MOST_SHOWN)
        printf("%s: %x %x %x became %x %x %x\n", call, before.mxcsr, before.control, before.status, after.mxcsr,
               after.control, after.status);
}

// A call untraced may itself use floating point, so that only what needs none is called here.
#define CALL(call) \
    set(wanted); \
    (void)(call); \
    check(wanted, #call); \
    set(states[0])

static hipStream_t stream;

static void call_all(state wanted) {
    void* memory = NULL;
    int devices;
    CALL(roctxMarkA("mark"));
    CALL(roctxRangePushA("range"));
    CALL(roctxRangePop());
    CALL(roctxNameOsThread("thread"));
    CALL(hipGetDeviceCount(&devices));
    CALL(hipMalloc(&memory, 64));
    CALL(hipMemcpyAsync(memory, states, 8, hipMemcpyHostToDevice, stream));
    CALL(hipStreamSynchronize(stream));
    CALL(hipFree(memory));
}

// A thread has its creator's state.
static void* run(void* given) {
    state wanted = *(const state*)given;
    check(wanted, "new thread");
    for (int i = 0; i < ROUNDS; i++) call_all(wanted);
    return NULL;
}

int main(int count, char** arguments) {
    pthread_t thread;
    EXPECT(count == 2);
    HIP(hipInit(0));
    state wanted = states[atoi(arguments[1]) ? 0 : 1];
    CALL(roctxMarkA("first"));
    HIP(hipStreamCreate(&stream));
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        for (int j = 0; j < ROUNDS; j++) call_all(states[i]);
        set(states[i]);
        int refused = pthread_create(&thread, NULL, run, (void*)&states[i]);
        set(states[0]);
        EXPECT(!refused && pthread_join(thread, NULL) == 0);
    }
    printf("%d calls, %d changes\n", calls, changes);
    return 0;
}
