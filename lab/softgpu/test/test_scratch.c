// Scratch of queues, as seen by a tool that changed the table: allocation, its size, and release.
#define _GNU_SOURCE
#include "packets.h"

#include "hsa_tables.h"
#include "mock_register.h"

#include <unistd.h>

enum { PER_BYTE = 64 * 256 }; // lanes of a wave, waves at once

typedef struct event {
    uint32_t kind, flags;
    const hsa_queue_t* queue;
    uint64_t dispatch;
    size_t size, slots;
    pid_t thread;
} event;

static event events[64];
static uint32_t event_count;

static void add(event e) {
    e.thread = gettid();
    events[event_count++] = e; // between a dispatch and its completion, or on the main thread: no race
}

static hsa_status_t on_alloc_start(hsa_amd_tool_event_t e) {
    const hsa_amd_event_scratch_alloc_start_t* a = e.scratch_alloc_start;
    add((event){.kind = a->kind, .flags = a->flags, .queue = a->queue, .dispatch = a->dispatch_id});
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_alloc_end(hsa_amd_tool_event_t e) {
    const hsa_amd_event_scratch_alloc_end_t* a = e.scratch_alloc_end;
    add((event){.kind = a->kind,
                .flags = a->flags,
                .queue = a->queue,
                .dispatch = a->dispatch_id,
                .size = a->size,
                .slots = a->num_slots});
    return HSA_STATUS_SUCCESS;
}

// Handles the other four events.
static hsa_status_t on_other(hsa_amd_tool_event_t e) {
    const hsa_amd_event_scratch_free_start_t* f = e.scratch_free_start;
    add((event){.kind = f->kind, .flags = f->flags, .queue = f->queue});
    return HSA_STATUS_SUCCESS;
}

static void listen(void) {
    setenv("MOCK_REGISTER", "wrap", 1);
    HSA(hsa_init());
    ToolsApiTable* tools = ((HsaApiTable*)mock.registrations[0].table)->tools_;
    hsa_amd_tool_event_t none = {.none = &(hsa_amd_tool_event_none_t){HSA_AMD_TOOL_EVENT_MIN}};
    HSA(tools->hsa_amd_tool_scratch_event_alloc_start_fn(none)); // a tool may call the original
    tools->hsa_amd_tool_scratch_event_alloc_start_fn = on_alloc_start;
    tools->hsa_amd_tool_scratch_event_alloc_end_fn = on_alloc_end;
    tools->hsa_amd_tool_scratch_event_free_start_fn = on_other;
    tools->hsa_amd_tool_scratch_event_free_end_fn = on_other;
    tools->hsa_amd_tool_scratch_event_async_reclaim_start_fn = on_other;
    tools->hsa_amd_tool_scratch_event_async_reclaim_end_fn = on_other;
    HSA(hsa_iterate_agents(take_agent, NULL));
}

static void run(hsa_queue_t* queue, softgpu_kernel kernel, uint32_t private_bytes) {
    static uint64_t arguments[SOFTGPU_MAX_ARGS];
    hsa_signal_t done = signal_of(1);
    submit_dispatch(queue, kernel, arguments, private_bytes, done);
    wait_for(done, 0);
    HSA(hsa_signal_destroy(done));
}

static void expect(uint32_t at, uint32_t kind, uint32_t flags, const hsa_queue_t* queue) {
    CHECK(at < event_count);
    CHECK_EQUAL(kind, events[at].kind);
    CHECK_EQUAL(flags, events[at].flags);
    CHECK(events[at].queue == queue);
}

static uint64_t available(void) {
    uint64_t bytes;
    HSA(hsa_agent_get_info(gpus[0], (hsa_agent_info_t)HSA_AMD_AGENT_INFO_MEMORY_AVAIL, &bytes));
    return bytes;
}

static void declares(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }

static void a_queue_allocates_at_the_first_need_and_when_it_needs_more(void) {
    hsa_queue_t* queue = queue_on(gpus[0], 0);
    uint64_t before = available();
    event_count = 0;
    run(queue, nothing, 0);
    CHECK_EQUAL(0, event_count);
    run(queue, nothing, 100);
    run(queue, nothing, 112);
    run(queue, nothing, 8);
    CHECK_EQUAL(2, event_count);
    expect(0, HSA_AMD_TOOL_EVENT_SCRATCH_ALLOC_START, 0, queue);
    expect(1, HSA_AMD_TOOL_EVENT_SCRATCH_ALLOC_END, 0, queue);
    CHECK(events[0].dispatch == 1 && events[1].dispatch == 1);
    CHECK_EQUAL(112 * PER_BYTE, events[1].size);
    CHECK_EQUAL(256, events[1].slots);
    CHECK(events[0].thread == events[1].thread && events[0].thread != gettid());
    CHECK_EQUAL(before - 112 * PER_BYTE, available());
    CHECK_EQUAL(0, softgpu_register_kernel_private(declares, 4000));
    run(queue, declares, 0);
    CHECK_EQUAL(6, event_count);
    expect(2, HSA_AMD_TOOL_EVENT_SCRATCH_FREE_START, 0, queue);
    expect(3, HSA_AMD_TOOL_EVENT_SCRATCH_FREE_END, 0, queue);
    expect(4, HSA_AMD_TOOL_EVENT_SCRATCH_ALLOC_START, 0, queue);
    CHECK_EQUAL(4000 * PER_BYTE, events[5].size);
    HSA(hsa_queue_destroy(queue));
    CHECK_EQUAL(8, event_count);
    expect(6, HSA_AMD_TOOL_EVENT_SCRATCH_FREE_START, 0, queue);
    expect(7, HSA_AMD_TOOL_EVENT_SCRATCH_FREE_END, 0, queue);
    CHECK_EQUAL(gettid(), events[7].thread);
    CHECK_EQUAL(before, available());
}

static void very_much_is_for_one_dispatch(void) {
    hsa_queue_t* queue = queue_on(gpus[0], 0);
    uint64_t before = available();
    event_count = 0;
    run(queue, nothing, 16384);
    run(queue, nothing, 0); // so that the free has happened
    CHECK_EQUAL(4, event_count);
    expect(0, HSA_AMD_TOOL_EVENT_SCRATCH_ALLOC_START, HSA_AMD_EVENT_SCRATCH_ALLOC_FLAG_USE_ONCE, queue);
    expect(1, HSA_AMD_TOOL_EVENT_SCRATCH_ALLOC_END, HSA_AMD_EVENT_SCRATCH_ALLOC_FLAG_USE_ONCE, queue);
    expect(2, HSA_AMD_TOOL_EVENT_SCRATCH_FREE_START, HSA_AMD_EVENT_SCRATCH_ALLOC_FLAG_USE_ONCE, queue);
    expect(3, HSA_AMD_TOOL_EVENT_SCRATCH_FREE_END, HSA_AMD_EVENT_SCRATCH_ALLOC_FLAG_USE_ONCE, queue);
    CHECK_EQUAL(before, available());
    HSA(hsa_queue_destroy(queue));
    CHECK_EQUAL(4, event_count);
}

static void a_lower_limit_reclaims_what_is_idle(void) {
    hsa_queue_t *first = queue_on(gpus[0], 0), *second = queue_on(gpus[1], 0), *proxy;
    uint64_t limit;
    HSA(hsa_amd_queue_intercept_create(gpus[0], 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &proxy));
    run(first, nothing, 256);
    run(second, nothing, 256); // another GPU's
    run(proxy, nothing, 512);
    run(first, nothing, 0); // all have left their scratch
    run(proxy, nothing, 0);
    event_count = 0;
    HSA(hsa_amd_agent_set_async_scratch_limit(gpus[0], 256 * PER_BYTE));
    CHECK_EQUAL(2, event_count);
    expect(0, HSA_AMD_TOOL_EVENT_SCRATCH_ASYNC_RECLAIM_START, 0, proxy);
    expect(1, HSA_AMD_TOOL_EVENT_SCRATCH_ASYNC_RECLAIM_END, 0, proxy);
    HSA(hsa_agent_get_info(gpus[0], (hsa_agent_info_t)HSA_AMD_AGENT_INFO_SCRATCH_LIMIT_CURRENT, &limit));
    CHECK_EQUAL(256 * PER_BYTE, limit);
    run(proxy, nothing, 512); // allocated again, and no longer kept
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_AGENT, hsa_amd_agent_set_async_scratch_limit(cpu, 0));
    CHECK_EQUAL(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_agent_set_async_scratch_limit(gpus[0], SIZE_MAX));
    HSA(hsa_queue_destroy(proxy));
    CHECK_EQUAL(6, event_count);
    expect(2, HSA_AMD_TOOL_EVENT_SCRATCH_ALLOC_START, HSA_AMD_EVENT_SCRATCH_ALLOC_FLAG_USE_ONCE, proxy);
    expect(5, HSA_AMD_TOOL_EVENT_SCRATCH_FREE_END, HSA_AMD_EVENT_SCRATCH_ALLOC_FLAG_USE_ONCE, proxy);
    HSA(hsa_queue_destroy(first));
    HSA(hsa_queue_destroy(second));
    CHECK_EQUAL(10, event_count);
}

int main(void) {
    listen();
    a_queue_allocates_at_the_first_need_and_when_it_needs_more();
    very_much_is_for_one_dispatch();
    a_lower_limit_reclaims_what_is_idle();
    return 0;
}
