// A runtime knows the times of a signal that it got with the work. The program's own signal came with no copy, and with
// the barrier behind a kernel: for those, these functions answer with the times of the engine's signals.
#include "gpu_times.h"

#include <pthread.h>
#include <string.h>

#include "engine.h"

enum { PACKET_BYTES = 64, SIGNAL_IN_PACKET = 56 };

enum { KNOWN_TIMES = 4096 }; // of signals, by their handles: later work replaces earlier work

static size_t place_of(uint64_t signal) { return (signal * 0x9e3779b97f4a7c15ull) >> 52; }

// --- copies --------------------------------------------------------------------------------------------------------

typedef hsa_amd_profiling_async_copy_time_t copy_times;

static pthread_mutex_t copies_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    uint64_t signal;
    copy_times times;
} copies[KNOWN_TIMES];

void rpj_copy_took(hsa_amd_profiling_get_async_copy_time_fn* own, uint64_t signal, uint64_t replacement) {
    copy_times times;
    if (own == NULL || own((hsa_signal_t){replacement}, &times) != HSA_STATUS_SUCCESS) return;
    pthread_mutex_lock(&copies_lock);
    copies[place_of(signal)].signal = signal;
    copies[place_of(signal)].times = times;
    pthread_mutex_unlock(&copies_lock);
}

hsa_status_t rpj_copy_time(hsa_amd_profiling_get_async_copy_time_fn* own, hsa_signal_t signal, copy_times* times) {
    hsa_status_t result = own(signal, times);
    if (result == HSA_STATUS_SUCCESS || !signal.handle || times == NULL || rpj_forked) return result;
    pthread_mutex_lock(&copies_lock);
    bool known = copies[place_of(signal.handle)].signal == signal.handle;
    if (known) *times = copies[place_of(signal.handle)].times;
    pthread_mutex_unlock(&copies_lock);
    return known ? HSA_STATUS_SUCCESS : result;
}

// --- kernels -------------------------------------------------------------------------------------------------------

// What the program's signal stands for: a kernel that completes `replacement` or, if that is 0, one with these times.
typedef struct dispatch {
    uint64_t signal, replacement, start, end;
    pthread_mutex_t lock; // a queue's thread holds its own for a moment only
} dispatch;

static dispatch dispatches[KNOWN_TIMES] = {[0 ... KNOWN_TIMES - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}};
static bool any; // until the first one, packets are not looked at

static uint64_t signal_of(const dispatch* known) { return __atomic_load_n(&known->signal, __ATOMIC_RELAXED); }

static void stand_for(uint64_t signal, uint64_t replacement) {
    dispatch* known = &dispatches[place_of(signal)];
    pthread_mutex_lock(&known->lock);
    if (replacement || known->signal == signal) {
        __atomic_store_n(&known->signal, replacement ? signal : 0, __ATOMIC_RELAXED);
        known->replacement = replacement;
    }
    pthread_mutex_unlock(&known->lock);
}

void rpj_dispatch_expects(uint64_t signal, uint64_t replacement) {
    __atomic_store_n(&any, true, __ATOMIC_RELAXED);
    stand_for(signal, replacement);
}

void rpj_dispatch_took(uint64_t signal, uint64_t replacement, uint64_t start, uint64_t end) {
    dispatch* known = &dispatches[place_of(signal)];
    pthread_mutex_lock(&known->lock);
    if (known->signal == signal && known->replacement == replacement) {
        known->replacement = 0;
        known->start = start;
        known->end = end;
    }
    pthread_mutex_unlock(&known->lock);
}

void rpj_dispatches_are_new(const void* packets, uint64_t count) {
    if (!__atomic_load_n(&any, __ATOMIC_RELAXED) || rpj_forked) return;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t signal;
        memcpy(&signal, (const char*)packets + i * PACKET_BYTES + SIGNAL_IN_PACKET, sizeof signal);
        if (signal && signal_of(&dispatches[place_of(signal)]) == signal) stand_for(signal, 0);
    }
}

void rpj_dispatches_forget(void) {
    for (size_t i = 0; i < KNOWN_TIMES; i++) {
        uint64_t signal = signal_of(&dispatches[i]);
        if (signal) stand_for(signal, 0);
    }
}

hsa_status_t rpj_dispatch_time(hsa_amd_profiling_get_dispatch_time_fn* own, hsa_agent_t agent, hsa_signal_t signal,
                               hsa_amd_profiling_dispatch_time_t* times) {
    dispatch* known = &dispatches[place_of(signal.handle)];
    if (!signal.handle || times == NULL || rpj_forked || signal_of(known) != signal.handle)
        return own(agent, signal, times);
    pthread_mutex_lock(&known->lock);
    bool is_known = known->signal == signal.handle;
    hsa_signal_t replacement = {is_known ? known->replacement : 0};
    hsa_status_t result = replacement.handle ? own(agent, replacement, times) : HSA_STATUS_SUCCESS;
    if (is_known && !replacement.handle) {
        times->start = known->start;
        times->end = known->end;
    }
    pthread_mutex_unlock(&known->lock);
    return is_known ? result : own(agent, signal, times);
}
