// The times of GPU work by the program's signals: of many, at once, on several threads.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/engine.h"
#include "dispatches/gpu_times.h"
#include "dispatches/hsa_functions.h"

enum { THREADS = 4, SIGNALS = 1 << 16, SIGNAL_BYTES = 64, FAR = 1 << 30, PACKET_BYTES = 64, SIGNAL_IN_PACKET = 56 };

volatile int rpj_forked;
rpj_process_t rpj_process;
native_link_t rpj_link;

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

// Neighbours, as a runtime has them, in a few regions far from each other.
static uint64_t signal_of(uint64_t number) {
    return (1 + number % THREADS) * FAR + number / THREADS * (uint64_t)SIGNAL_BYTES;
}

// --- the runtime ---------------------------------------------------------------------------------------------------

static hsa_status_t no_time(hsa_agent_t agent, hsa_signal_t signal, hsa_amd_profiling_dispatch_time_t* times) {
    (void)agent, (void)times;
    return signal.handle ? HSA_STATUS_ERROR : HSA_STATUS_ERROR_INVALID_SIGNAL;
}

static hsa_status_t copy_time(hsa_signal_t signal, hsa_amd_profiling_async_copy_time_t* times) {
    if (signal.handle % 2 == 0) return HSA_STATUS_ERROR; // the program's
    times->start = signal.handle;
    times->end = signal.handle + 1;
    return HSA_STATUS_SUCCESS;
}

// --- what a program asks -------------------------------------------------------------------------------------------

// 0 if it has none.
static uint64_t start_of_kernel(uint64_t number) {
    hsa_amd_profiling_dispatch_time_t times = {0};
    if (rpj_dispatch_time(no_time, (hsa_agent_t){1}, (hsa_signal_t){signal_of(number)}, &times) != HSA_STATUS_SUCCESS)
        return 0;
    CHECK(times.end == times.start + 1);
    return times.start;
}

static uint64_t start_of_copy(uint64_t number) {
    hsa_amd_profiling_async_copy_time_t times = {0};
    if (rpj_copy_time(copy_time, (hsa_signal_t){signal_of(number)}, &times) != HSA_STATUS_SUCCESS) return 0;
    CHECK(times.end == times.start + 1);
    return times.start;
}

// Each thread has every fourth signal, and all look at those of others meanwhile.
static void* use(void* thread) {
    for (uint64_t i = (uint64_t)thread; i < SIGNALS; i += THREADS) {
        rpj_dispatch_expects(signal_of(i), 2 * i + 1);
        rpj_dispatch_took(signal_of(i), 2 * i + 1, i + 1, i + 2);
        rpj_copy_took(copy_time, signal_of(i), 2 * i + 1);
        CHECK(start_of_kernel(i) == i + 1 && start_of_copy(i) == 2 * i + 1);
        uint64_t other = i * 0x9e3779b1u % SIGNALS, start = start_of_kernel(other);
        CHECK(!start || start == other + 1);
    }
    return NULL;
}

static void every_signal_has_its_own_times(void) {
    pthread_t threads[THREADS];
    for (uint64_t i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, use, (void*)i) == 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (uint64_t i = 0; i < SIGNALS; i++) CHECK(start_of_kernel(i) == i + 1 && start_of_copy(i) == 2 * i + 1);
    CHECK(!start_of_kernel(SIGNALS) && !start_of_copy(SIGNALS));
}

static void a_signal_that_stands_for_something_new_has_none(void) {
    char packet[PACKET_BYTES] = {0};
    *(uint64_t*)(packet + SIGNAL_IN_PACKET) = signal_of(7);
    rpj_dispatches_are_new(packet, 1);
    CHECK(!start_of_kernel(7) && start_of_kernel(8) == 9);
    rpj_dispatch_took(signal_of(8), 99, 1, 2); // of an earlier kernel
    CHECK(start_of_kernel(8) == 9);
}

static void all_are_forgotten(void) {
    rpj_dispatches_forget();
    for (uint64_t i = 0; i < SIGNALS; i++) CHECK(!start_of_kernel(i));
}

int main(void) {
    every_signal_has_its_own_times();
    a_signal_that_stands_for_something_new_has_none();
    all_are_forgotten();
    return 0;
}
