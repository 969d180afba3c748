// Faults on demand: each happens exactly when and where it was requested.
#include "packets.h"

static uint64_t arguments[SOFTGPU_MAX_ARGS];

static void culprit(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }

static void run(hsa_queue_t* queue, softgpu_kernel kernel, hsa_signal_t done) {
    submit_dispatch(queue, kernel, arguments, 0, done);
}

static void a_lost_signal_never_completes_and_the_queue_goes_on(void) {
    hsa_queue_t* queue = queue_on(gpus[0], 0);
    hsa_signal_t lost = signal_of(1), others = signal_of(4);
    CHECK_EQUAL(0, softgpu_fault("lose_dispatch", 2, "culprit"));
    run(queue, nothing, others);
    run(queue, culprit, others);
    run(queue, nothing, others);
    run(queue, culprit, lost);
    run(queue, culprit, others);
    wait_for(others, 0);
    CHECK_EQUAL(1, hsa_signal_load_scacquire(lost));
    HSA(hsa_queue_destroy(queue));
    HSA(hsa_signal_destroy(lost));
    HSA(hsa_signal_destroy(others));
}

static void a_queue_that_hangs_can_be_destroyed(void) {
    hsa_queue_t* queue = queue_on(gpus[0], 0);
    hsa_signal_t done = signal_of(1), stuck = signal_of(2);
    CHECK_EQUAL(0, softgpu_fault("hang_dispatch", 2, NULL));
    run(queue, nothing, done);
    run(queue, nothing, stuck);
    run(queue, nothing, stuck);
    wait_for(done, 0);
    while (hsa_queue_load_read_index_scacquire(queue) < 2) sched_yield();
    HSA(hsa_queue_destroy(queue));
    CHECK_EQUAL(2, hsa_signal_load_scacquire(stuck));
    HSA(hsa_signal_destroy(done));
    HSA(hsa_signal_destroy(stuck));
}

static hsa_status_t reported;

static void on_error(hsa_status_t status, hsa_queue_t* queue, void* signal) {
    (void)queue;
    reported = status;
    hsa_signal_store_screlease(*(hsa_signal_t*)signal, 0);
}

static void a_failed_dispatch_stops_its_queue(void) {
    hsa_queue_t* queue;
    hsa_signal_t done = signal_of(1), after = signal_of(2), error = signal_of(1);
    HSA(hsa_queue_create(gpus[0], 64, HSA_QUEUE_TYPE_MULTI, on_error, &error, 0, 0, &queue));
    CHECK_EQUAL(0, softgpu_fault("fail_dispatch", 1, "culprit"));
    run(queue, nothing, done);
    run(queue, culprit, after);
    run(queue, nothing, after);
    wait_for(error, 0);
    CHECK_EQUAL(HSA_STATUS_ERROR_EXCEPTION, reported);
    CHECK_EQUAL(0, hsa_signal_load_scacquire(done));
    HSA(hsa_queue_destroy(queue));
    CHECK_EQUAL(2, hsa_signal_load_scacquire(after));
    hsa_signal_t all[] = {done, after, error};
    for (int i = 0; i < 3; i++) HSA(hsa_signal_destroy(all[i]));
}

static hsa_amd_profiling_dispatch_time_t time_of_dispatch(hsa_queue_t* queue, softgpu_kernel kernel) {
    hsa_signal_t done = signal_of(1);
    hsa_amd_profiling_dispatch_time_t time;
    run(queue, kernel, done);
    wait_for(done, 0);
    HSA(hsa_amd_profiling_get_dispatch_time(gpus[0], done, &time));
    HSA(hsa_signal_destroy(done));
    return time;
}

static void times_go_wrong_for_whom_they_should(void) {
    hsa_queue_t* queue = queue_on(gpus[0], 1);
    CHECK_EQUAL(0, softgpu_fault("zero_times", 0, "culprit"));
    for (int i = 0; i < 2; i++) {
        hsa_amd_profiling_dispatch_time_t time = time_of_dispatch(queue, culprit);
        CHECK(time.start == 0 && time.end == 0);
        time = time_of_dispatch(queue, nothing);
        CHECK(time.start > 0 && time.start < time.end);
    }
    CHECK_EQUAL(0, softgpu_fault("zero_times", -1, NULL));
    CHECK_EQUAL(0, softgpu_fault("reverse_times", 1, NULL));
    hsa_amd_profiling_dispatch_time_t time = time_of_dispatch(queue, culprit);
    CHECK(time.end > 0 && time.end < time.start);
    time = time_of_dispatch(queue, culprit);
    CHECK(time.start > 0 && time.start < time.end);
    HSA(hsa_queue_destroy(queue));
}

static void a_lost_copy_is_the_one_that_was_asked_for(void) {
    hsa_signal_t lost = signal_of(1), done = signal_of(2);
    char from[4] = "abc", to[4] = "";
    CHECK_EQUAL(0, softgpu_fault("lose_copy", 2, NULL));
    HSA(hsa_amd_memory_async_copy(to, gpus[0], from, cpu, 4, 0, NULL, done));
    HSA(hsa_amd_memory_async_copy(to, gpus[0], from, cpu, 4, 0, NULL, lost));
    HSA(hsa_amd_memory_async_copy(to, gpus[0], from, cpu, 4, 0, NULL, done)); // the same engine: after both
    wait_for(done, 0);
    CHECK_EQUAL(1, hsa_signal_load_scacquire(lost));
    HSA(hsa_signal_destroy(lost));
    HSA(hsa_signal_destroy(done));
}

static hsa_status_t first_pool(hsa_amd_memory_pool_t pool, void* where) {
    *(hsa_amd_memory_pool_t*)where = pool;
    return HSA_STATUS_INFO_BREAK;
}

// Set by the environment: two allocations succeed, all later ones fail.
static void memory_ends_when_it_should(void) {
    hsa_amd_memory_pool_t pool;
    void *memory[2], *none;
    CHECK_EQUAL(HSA_STATUS_INFO_BREAK, hsa_amd_agent_iterate_memory_pools(gpus[0], first_pool, &pool));
    for (int i = 0; i < 2; i++) HSA(hsa_amd_memory_pool_allocate(pool, 64, 0, &memory[i]));
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(HSA_STATUS_ERROR_OUT_OF_RESOURCES, hsa_amd_memory_pool_allocate(pool, 64, 0, &none));
    }
    CHECK_EQUAL(0, softgpu_fault("out_of_memory", -1, NULL));
    HSA(hsa_amd_memory_pool_allocate(pool, 64, 0, &none));
    HSA(hsa_amd_memory_pool_free(none));
    for (int i = 0; i < 2; i++) HSA(hsa_amd_memory_pool_free(memory[i]));
}

int main(void) {
    setenv("SOFTGPU_OUT_OF_MEMORY", "2", 1);
    setenv("SOFTGPU_LOSE_COPY", "", 1);
    HSA(hsa_init());
    HSA(hsa_iterate_agents(take_agent, NULL));
    CHECK_EQUAL(0, softgpu_register_kernel(culprit, "culprit"));
    memory_ends_when_it_should();
    a_lost_signal_never_completes_and_the_queue_goes_on();
    a_queue_that_hangs_can_be_destroyed();
    a_failed_dispatch_stops_its_queue();
    times_go_wrong_for_whom_they_should();
    a_lost_copy_is_the_one_that_was_asked_for();
    CHECK_EQUAL(-1, softgpu_fault("no_such", 1, NULL));
    CHECK_EQUAL(-1, softgpu_fault(NULL, 1, NULL));
    return 0;
}
