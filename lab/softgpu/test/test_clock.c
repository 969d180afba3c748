// The clocks of the GPUs: their own epoch and rate, converted to the system clock, and which work gets times.
#include "packets.h"

#include <time.h>

// The beginning of AMD's amd_signal_t, which tools read.
typedef struct amd_signal_head {
    int64_t kind, value;
    uint64_t mailbox;
    uint32_t event, reserved;
    uint64_t start_ts, end_ts;
} amd_signal_head;

static uint64_t boot_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t raw_start(hsa_signal_t signal) { return ((const amd_signal_head*)(uintptr_t)signal.handle)->start_ts; }

static uint64_t to_system(hsa_agent_t gpu, uint64_t ticks) {
    uint64_t ns;
    HSA(hsa_amd_profiling_convert_tick_to_system_domain(gpu, ticks, &ns));
    return ns;
}

static void dispatches_of_a_queue_follow_each_other_in_system_time(void) {
    enum { N = 200 };
    hsa_queue_t* queue = queue_on(gpus[0], 1);
    uint64_t before = boot_ns(), last = before;
    for (int i = 0; i < N; i++) {
        hsa_signal_t done = signal_of(1);
        hsa_amd_profiling_dispatch_time_t time;
        dispatch(queue, done);
        wait_for(done, 0);
        HSA(hsa_amd_profiling_get_dispatch_time(gpus[0], done, &time));
        CHECK(time.start >= last && time.start < time.end && time.end <= boot_ns());
        CHECK_EQUAL(time.start, to_system(gpus[0], raw_start(done)));
        last = time.end;
        HSA(hsa_signal_destroy(done));
    }
    HSA(hsa_queue_destroy(queue));
}

// The ticks of nearly the same moment on each GPU, taken from dispatches.
static void each_gpu_has_a_clock_of_its_own(void) {
    uint64_t frequency, ticks[2];
    for (int i = 0; i < 2; i++) {
        hsa_queue_t* queue = queue_on(gpus[i], 1);
        hsa_signal_t done = signal_of(1);
        uint64_t before = boot_ns();
        dispatch(queue, done);
        wait_for(done, 0);
        ticks[i] = raw_start(done);
        CHECK(to_system(gpus[i], ticks[i]) >= before && to_system(gpus[i], ticks[i]) <= boot_ns());
        HSA(hsa_agent_get_info(gpus[i], (hsa_agent_info_t)HSA_AMD_AGENT_INFO_TIMESTAMP_FREQUENCY, &frequency));
        CHECK_EQUAL(100000000, frequency);
        HSA(hsa_signal_destroy(done));
        HSA(hsa_queue_destroy(queue));
    }
    CHECK(ticks[1] - ticks[0] > UINT64_C(3600) * 100000000); // hours apart, at one moment
}

// With SOFTGPU_CLOCK_DRIFT_PPM=500 a million ticks are 500 ppm shorter than their nominal 10 ms.
static void the_drift_is_seen_in_the_rate(void) {
    hsa_queue_t* queue = queue_on(gpus[0], 1);
    hsa_signal_t done = signal_of(1);
    dispatch(queue, done);
    wait_for(done, 0);
    uint64_t tick = raw_start(done);
    struct timespec nap = {.tv_nsec = 2000000};
    nanosleep(&nap, NULL); // a longer line: the rate is exact to a nanosecond at each end
    hsa_signal_silent_store_relaxed(done, 1);
    dispatch(queue, done);
    wait_for(done, 0);
    uint64_t from = to_system(gpus[0], raw_start(done)), back = to_system(gpus[0], tick);
    uint64_t ticks = raw_start(done) - tick;
    long long expected = (long long)((double)ticks * 10.0 / 1.0005);
    long long error = (long long)(from - back) - expected;
    CHECK(error >= -4 && error <= 4);
    HSA(hsa_signal_destroy(done));
    HSA(hsa_queue_destroy(queue));
}

static void any_tick_can_be_translated(void) {
    const uint64_t ticks[] = {0, 1, UINT64_C(1) << 40, UINT64_C(1) << 60, INT64_MAX, UINT64_MAX - 1, UINT64_MAX};
    uint64_t last = 0;
    for (size_t i = 0; i < sizeof ticks / sizeof ticks[0]; i++) {
        uint64_t ns = to_system(gpus[1], ticks[i]);
        CHECK(ns >= last);
        last = ns;
    }
    CHECK_EQUAL(0, to_system(gpus[1], 0));
    CHECK(last == UINT64_MAX);
    uint64_t ns;
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_AGENT, hsa_amd_profiling_convert_tick_to_system_domain(cpu, 1, &ns));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_profiling_convert_tick_to_system_domain(gpus[0], 1, NULL));
}

static void who_did_not_ask_gets_no_times(void) {
    hsa_queue_t* queue = queue_on(gpus[0], 0);
    hsa_signal_t done = signal_of(1), copied = signal_of(1);
    hsa_amd_profiling_dispatch_time_t time = {1, 1};
    hsa_amd_profiling_async_copy_time_t copy_time;
    char from[8] = "bytes", to[8];
    dispatch(queue, done);
    wait_for(done, 0);
    HSA(hsa_amd_profiling_get_dispatch_time(gpus[0], done, &time));
    CHECK_EQUAL(0, time.start);
    CHECK_EQUAL(0, time.end);
    HSA(hsa_amd_memory_async_copy(to, gpus[0], from, cpu, sizeof to, 0, NULL, copied));
    wait_for(copied, 0);
    CHECK_EQUAL(HSA_STATUS_ERROR, hsa_amd_profiling_get_async_copy_time(copied, &copy_time));
    HSA(hsa_amd_profiling_async_copy_enable(true));
    hsa_signal_silent_store_relaxed(copied, 1);
    uint64_t before = boot_ns();
    HSA(hsa_amd_memory_async_copy_on_engine(to, gpus[1], from, cpu, sizeof to, 0, NULL, copied, HSA_AMD_SDMA_ENGINE_1,
                                            false));
    wait_for(copied, 0);
    HSA(hsa_amd_profiling_get_async_copy_time(copied, &copy_time));
    CHECK(copy_time.start >= before && copy_time.start < copy_time.end && copy_time.end <= boot_ns());
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT,
                hsa_amd_memory_async_copy_on_engine(to, gpus[1], from, cpu, sizeof to, 0, NULL, copied,
                                                    HSA_AMD_SDMA_ENGINE_15, false));
    HSA(hsa_signal_destroy(done));
    HSA(hsa_signal_destroy(copied));
    HSA(hsa_queue_destroy(queue));
}

int main(void) {
    setenv("SOFTGPU_CLOCK_DRIFT_PPM", "500", 1);
    HSA(hsa_init());
    HSA(hsa_iterate_agents(take_agent, NULL));
    dispatches_of_a_queue_follow_each_other_in_system_time();
    each_gpu_has_a_clock_of_its_own();
    the_drift_is_seen_in_the_rate();
    any_tick_can_be_translated();
    who_did_not_ask_gets_no_times();
    return 0;
}
