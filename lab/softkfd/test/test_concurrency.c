// Kernels at the same time: as many as there are compute units for, unless a barrier bit forbids it.
#include "driver.h"

enum { UNITS = 104 };

typedef struct {
    uint64_t start, end;
} span;

static span span_of(const amd_signal* done) { return (span){done->start, done->end}; }

static bool overlap(span a, span b) { return a.start < b.end && b.start < a.end; }

// Holds a queue back until `gate` is 0.
static void wait_at(queue* q, amd_signal* gate) {
    hsa_barrier p = {.dependencies = {HANDLE(gate)}};
    submit(q, &p, HSA_PACKET_BARRIER_AND);
}

// Lets two kernels begin at once and returns whether they ran at the same time.
static bool together(queue* first, const hsa_dispatch* a, queue* second, const hsa_dispatch* b,
                     uint16_t second_header) {
    amd_signal *gate = create_signal(1), *one = create_signal(1), *two = create_signal(1);
    hsa_dispatch p = *a, r = *b;
    p.completion = HANDLE(one);
    r.completion = HANDLE(two);
    wait_at(first, gate);
    if (second != first) wait_at(second, gate);
    submit(first, &p, DISPATCH);
    submit(second, &r, second_header);
    atomic_store(&gate->value, 0);
    AWAIT(value_of(one) == 0 && value_of(two) == 0);
    return overlap(span_of(one), span_of(two));
}

static void set_mask(const queue* q, uint32_t bits) {
    uint32_t words[4] = {0};
    for (uint32_t i = 0; i < bits; i++) words[i / 32] |= 1u << i % 32;
    kfd_cu_mask mask = {.queue_id = q->id, .count = 128, .mask = HANDLE(words)};
    CHECK_EQUAL(0, request(KFD_SET_CU_MASK, &mask));
}

static void kernels_of_one_queue_overlap_unless_the_barrier_bit_is_set(queue* q) {
    hsa_dispatch small = dispatch_of(NULL);
    CHECK(together(q, &small, q, &small, DISPATCH));
    CHECK(!together(q, &small, q, &small, DISPATCH | AFTER_ALL));
}

static void kernels_of_two_queues_overlap(queue* q, queue* other) {
    hsa_dispatch small = dispatch_of(NULL);
    CHECK(together(q, &small, other, &small, DISPATCH | AFTER_ALL));
}

// 104 units with room for 32 waves each.
static void kernels_that_need_all_units_do_not_overlap(queue* q, queue* other) {
    hsa_dispatch full = dispatch_of(NULL), half = full;
    full.workgroup[0] = 1024;
    full.grid[0] = 1024 * 2 * UNITS;
    half.workgroup[0] = 1024;
    half.grid[0] = 1024 * UNITS;
    CHECK(!together(q, &full, other, &full, DISPATCH));
    CHECK(together(q, &half, other, &half, DISPATCH));
}

static void local_memory_limits_what_fits_into_a_unit(queue* q, queue* other) {
    hsa_dispatch greedy = dispatch_of(NULL);
    greedy.grid[0] = UNITS;
    greedy.group_bytes = 65536;
    CHECK(!together(q, &greedy, other, &greedy, DISPATCH));
    greedy.group_bytes = 1024;
    CHECK(together(q, &greedy, other, &greedy, DISPATCH));
}

static void a_mask_leaves_units_to_other_queues(queue* q, queue* other) {
    hsa_dispatch full = dispatch_of(NULL);
    full.workgroup[0] = 1024;
    full.grid[0] = 1024 * 2 * UNITS;
    set_mask(q, UNITS / 2);
    set_mask(other, UNITS / 2);
    CHECK(together(q, &full, other, &full, DISPATCH));
    set_mask(q, 128); // more than there are: all
    set_mask(other, 128);
    CHECK(!together(q, &full, other, &full, DISPATCH));
    kfd_cu_mask odd = {.queue_id = q->id, .count = 5, .mask = HANDLE(&odd)};
    CHECK_EQUAL(-1, request(KFD_SET_CU_MASK, &odd));
}

static void set_percentage(const queue* q, uint32_t percentage, uint32_t priority) {
    kfd_update_queue update = {.ring_base = HANDLE(q->ring),
                               .queue_id = q->id,
                               .ring_size = (uint32_t)q->bytes,
                               .percentage = percentage,
                               .priority = priority};
    CHECK_EQUAL(0, request(KFD_UPDATE_QUEUE, &update));
}

static void a_parked_queue_runs_nothing_until_it_is_unparked(queue* q) {
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    set_percentage(q, 0, 7);
    submit(q, &p, DISPATCH);
    for (int i = 0; i < 500; i++) nap();
    CHECK_EQUAL(1, value_of(done));
    set_percentage(q, 100, 7);
    AWAIT(value_of(done) == 0);
}

// Both wait for the same kernel, which has all units: the later one is more important.
static void of_two_queues_that_wait_the_more_important_one_is_served_first(queue* low, queue* high) {
    hsa_dispatch full = dispatch_of(NULL);
    full.workgroup[0] = 1024;
    full.grid[0] = 1024 * 2 * UNITS;
    set_percentage(low, 100, 1);
    set_percentage(high, 100, 15);
    for (bool waited = false; !waited;) { // a slow machine may be too late
        amd_signal *running = create_signal(1), *late = create_signal(1), *early = create_signal(1);
        full.completion = HANDLE(running);
        uint64_t index = submit(low, &full, DISPATCH);
        AWAIT(atomic_load(low->read) > index);
        full.completion = HANDLE(late);
        submit(low, &full, DISPATCH);
        full.completion = HANDLE(early);
        submit(high, &full, DISPATCH);
        waited = value_of(running) == 1;
        AWAIT(value_of(running) == 0 && value_of(late) == 0 && value_of(early) == 0);
        CHECK(!waited || early->start < late->start);
    }
}

static void destroying_a_queue_waits_for_its_kernel(queue* q) {
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    uint64_t index = submit(q, &p, DISPATCH);
    AWAIT(atomic_load(q->read) > index);
    destroy_queue(q);
    CHECK_EQUAL(0, value_of(done));
}

static void a_queue_of_another_process_or_none_is_refused(queue* gone) {
    uint64_t id = gone->id;
    CHECK_EQUAL(-1, request(KFD_DESTROY_QUEUE, &id));
    id = 77777;
    CHECK_EQUAL(-1, request(KFD_DESTROY_QUEUE, &id));
}

int main(int count, char** arguments) {
    (void)count;
    with_settings(arguments, "SOFTKFD_KERNEL_NS=30000000", NULL);
    open_driver();
    queue q = create_queue(GPU, KFD_QUEUE_AQL, 4096), other = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    set_profiling(&q, true);
    set_profiling(&other, true);
    kernels_of_one_queue_overlap_unless_the_barrier_bit_is_set(&q);
    kernels_of_two_queues_overlap(&q, &other);
    kernels_that_need_all_units_do_not_overlap(&q, &other);
    local_memory_limits_what_fits_into_a_unit(&q, &other);
    a_mask_leaves_units_to_other_queues(&q, &other);
    a_parked_queue_runs_nothing_until_it_is_unparked(&q);
    of_two_queues_that_wait_the_more_important_one_is_served_first(&q, &other);
    destroying_a_queue_waits_for_its_kernel(&q);
    a_queue_of_another_process_or_none_is_refused(&q);
    destroy_queue(&other);
    return 0;
}
