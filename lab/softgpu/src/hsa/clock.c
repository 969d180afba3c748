// The clocks of the GPUs, and the times of dispatches and copies.
//
// As on hardware, a GPU counts ticks of its own frequency from its own epoch, slightly too fast or too slow. The
// runtime converts them to the system clock as ROCm does: by the line through two readings of both clocks, the
// first at hsa_init, the second repeated whenever a tick is later than it. So every tick of work lies between the
// two readings. A reading gives the edge of a tick: conversions of one tick by different lines differ by a
// nanosecond or two at most, and distinct ticks (10 ns) keep their order.
#include "clock.h"

#include "agent.h"
#include "base.h"
#include "hsa.h"
#include "queue.h"
#include "signal.h"
#include "state.h"

enum {
    DRIFT_PPM = 37, // of the first GPU; the others differ
    DRIFT_STEP_PPM = 23,
    MOST_DRIFT_PPM = 100000,
    FRACTION_BITS = 40,
};
static const uint64_t EPOCH_TICKS = UINT64_C(0x5f37a9c00000);

typedef __int128 wide;

pthread_mutex_t sg_clock_lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t ticks_at(const sg_clock* clock, uint64_t host_ns) {
    return clock->epoch + (uint64_t)(((unsigned __int128)host_ns * clock->rate) >> FRACTION_BITS);
}

// Returns the first edge of the tick in progress at `host_ns`, rounded down.
static sg_clock_pair read_at(const sg_clock* clock, uint64_t host_ns) {
    uint64_t ticks = ticks_at(clock, host_ns);
    uint64_t edge = (uint64_t)(((unsigned __int128)(ticks - clock->epoch) << FRACTION_BITS) / clock->rate);
    return (sg_clock_pair){.ticks = ticks, .host_ns = edge};
}

void sg_clock_setup(sg_agent* gpu) {
    long drift = sg_env_number("SOFTGPU_CLOCK_DRIFT_PPM", DRIFT_PPM - DRIFT_STEP_PPM * (long)gpu->ordinal,
                               -MOST_DRIFT_PPM, MOST_DRIFT_PPM);
    uint64_t ticks_per_million_s = (uint64_t)SG_CLOCK_HZ / 1000000u * (uint64_t)(1000000 + drift);
    sg_clock* clock = &gpu->clock;
    clock->epoch = EPOCH_TICKS * (1 + gpu->ordinal);
    clock->rate = (uint64_t)(((unsigned __int128)ticks_per_million_s << FRACTION_BITS) / 1000000000u);
    clock->first = clock->last = read_at(clock, sg_now_ns());
}

uint64_t sg_agent_ticks(const sg_agent* agent) {
    return agent->type == HSA_DEVICE_TYPE_GPU ? ticks_at(&agent->clock, sg_now_ns()) : sg_now_ns();
}

uint64_t sg_agent_ticks_after(const sg_agent* agent, uint64_t start) {
    uint64_t now;
    do now = sg_agent_ticks(agent);
    while (now <= start);
    return now;
}

static uint64_t clamp(wide ns) { return ns < 0 ? 0 : ns > (wide)UINT64_MAX ? UINT64_MAX : (uint64_t)ns; }

// Converts any tick: far ones are extrapolated, and end at 0 or UINT64_MAX.
static uint64_t to_system(sg_agent* agent, uint64_t tick) {
    if (agent->type != HSA_DEVICE_TYPE_GPU) return tick;
    sg_clock* clock = &agent->clock;
    pthread_mutex_lock(&sg_clock_lock);
    if (tick > clock->last.ticks) clock->last = read_at(clock, sg_now_ns());
    sg_clock_pair a = clock->first, b = clock->last;
    pthread_mutex_unlock(&sg_clock_lock);
    if (a.ticks == b.ticks) return b.host_ns;
    wide run = (wide)(b.ticks - a.ticks), rise = (wide)(b.host_ns - a.host_ns);
    wide product = ((wide)tick - (wide)b.ticks) * rise; // 65 bits by far less than 62: nanoseconds since hsa_init
    wide offset = product / run;
    if (product < 0 && product % run != 0) offset--; // rounded down on both sides: monotone
    return clamp((wide)b.host_ns + offset);
}

hsa_status_t sg_hsa_amd_profiling_convert_tick_to_system_domain(hsa_agent_t agent, uint64_t agent_tick,
                                                                uint64_t* system_tick) {
    SG_REQUIRE_INIT();
    sg_agent* found = sg_agent_of(agent);
    if (found == NULL || found->type != HSA_DEVICE_TYPE_GPU) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (system_tick == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *system_tick = to_system(found, agent_tick);
    return HSA_STATUS_SUCCESS;
}

// --- times of work -------------------------------------------------------------------------------------------------

static _Atomic(bool) copies_profiled;

hsa_status_t sg_hsa_amd_profiling_set_profiler_enabled(hsa_queue_t* queue, int enable) {
    SG_REQUIRE_INIT();
    if (queue == NULL) return HSA_STATUS_ERROR_INVALID_QUEUE;
    atomic_store(&sg_queue_of(queue)->hardware->profiling, enable != 0);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_profiling_async_copy_enable(bool enable) {
    SG_REQUIRE_INIT();
    atomic_store(&copies_profiled, enable);
    return HSA_STATUS_SUCCESS;
}

bool sg_copies_profiled(void) { return atomic_load_explicit(&copies_profiled, memory_order_relaxed); }

// Work that was not profiled has the times 0 and 0.
static hsa_status_t times(sg_agent* agent, sg_signal* signal, uint64_t* start, uint64_t* end) {
    uint64_t from = atomic_load_explicit(&signal->start_ts, memory_order_relaxed);
    uint64_t to = atomic_load_explicit(&signal->end_ts, memory_order_relaxed);
    *end = to == 0 ? 0 : to_system(agent, to); // the later one first: both by the same line
    *start = from == 0 ? 0 : to_system(agent, from);
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_profiling_get_async_copy_time(hsa_signal_t signal, hsa_amd_profiling_async_copy_time_t* time) {
    SG_REQUIRE_INIT();
    sg_signal* found = sg_signal_of(signal);
    if (found == NULL) return sg_signal_invalid(signal);
    if (time == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    sg_agent* agent = atomic_load_explicit(&found->copy_agent, memory_order_relaxed);
    if (agent == NULL) return HSA_STATUS_ERROR; // no profiled copy
    return times(agent, found, &time->start, &time->end);
}

hsa_status_t sg_hsa_amd_profiling_get_dispatch_time(hsa_agent_t agent, hsa_signal_t signal,
                                                    hsa_amd_profiling_dispatch_time_t* time) {
    SG_REQUIRE_INIT();
    sg_agent* gpu = sg_agent_of(agent);
    if (gpu == NULL || gpu->type != HSA_DEVICE_TYPE_GPU) return HSA_STATUS_ERROR_INVALID_AGENT;
    sg_signal* found = sg_signal_of(signal);
    if (found == NULL) return sg_signal_invalid(signal);
    return time == NULL ? HSA_STATUS_ERROR_INVALID_ARGUMENT : times(gpu, found, &time->start, &time->end);
}
