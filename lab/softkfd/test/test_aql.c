// Packets on a hand-made ring: kernels, barriers, AMD's own packets; order, times, doorbells.
#include "driver.h"

#include <string.h>

static queue q;

static void a_kernel_takes_its_time_and_counts_its_signal_down(void) {
    amd_signal* done = create_signal(5);
    hsa_dispatch p = dispatch_of(done);
    set_profiling(&q, true);
    uint64_t before = boot_ns();
    submit(&q, &p, DISPATCH);
    AWAIT(value_of(done) == 4);
    uint64_t start = ns_of_ticks(done->start), end = ns_of_ticks(done->end);
    CHECK(start + 10 >= before && end <= boot_ns());
    CHECK(end - start >= 199990 && end - start <= 200010);
}

static void without_profiling_there_are_no_times(void) {
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    set_profiling(&q, false);
    submit(&q, &p, DISPATCH);
    AWAIT(value_of(done) == 0);
    CHECK_EQUAL(0, done->start);
    CHECK_EQUAL(0, done->end);
    set_profiling(&q, true);
}

static void a_slot_is_free_once_its_packet_has_begun(void) {
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    uint64_t index = submit(&q, &p, DISPATCH);
    AWAIT(atomic_load(q.read) == index + 1);
    CHECK_EQUAL(HSA_PACKET_INVALID, (uint8_t)q.ring[index * 64 & (q.bytes - 1)]);
    AWAIT(value_of(done) == 0);
}

// Producers reserve slots, fill them in any order and ring late.
static void packets_run_when_they_are_filled_and_rung(void) {
    amd_signal* done = create_signal(3);
    hsa_dispatch p = dispatch_of(done);
    uint64_t first = atomic_fetch_add(q.write, 2);
    write_packet(&q, first + 1, &p, DISPATCH);
    ring_doorbell(&q, first + 1);
    write_packet(&q, first, &p, DISPATCH);
    AWAIT(value_of(done) == 1);
    atomic_fetch_add(q.write, 1);
    write_packet(&q, first + 2, &p, DISPATCH);
    for (int i = 0; i < 20; i++) nap();
    CHECK_EQUAL(1, value_of(done));
    ring_doorbell(&q, first + 2);
    AWAIT(value_of(done) == 0);
}

// Of two producers the one with the later packet rings first, and the doorbell keeps the earlier packet's value.
static void a_ring_that_another_one_hides_is_not_lost(void) {
    amd_signal* done = create_signal(2);
    hsa_dispatch p = dispatch_of(done);
    uint64_t first = atomic_fetch_add(q.write, 2);
    write_packet(&q, first + 1, &p, DISPATCH);
    write_packet(&q, first, &p, DISPATCH);
    ring_doorbell(&q, first);
    AWAIT(value_of(done) == 0);
}

static void many_more_packets_than_the_ring_has_slots_run(void) {
    amd_signal* done = create_signal(500);
    hsa_dispatch p = dispatch_of(done);
    for (int i = 0; i < 500; i++) submit(&q, &p, DISPATCH);
    AWAIT(value_of(done) == 0);
}

static void a_barrier_waits_for_all_or_for_any_of_its_signals(void) {
    amd_signal *a = create_signal(1), *b = create_signal(1), *done = create_signal(1);
    hsa_barrier p = {.dependencies = {HANDLE(a), 0, HANDLE(b)}, .completion = HANDLE(done)};
    submit(&q, &p, HSA_PACKET_BARRIER_AND);
    atomic_store(&a->value, 0);
    for (int i = 0; i < 20; i++) nap();
    CHECK_EQUAL(1, value_of(done));
    atomic_store(&b->value, 0);
    AWAIT(value_of(done) == 0);

    atomic_store(&a->value, 1);
    atomic_store(&b->value, 1);
    atomic_store(&done->value, 1);
    submit(&q, &p, HSA_PACKET_BARRIER_OR);
    for (int i = 0; i < 20; i++) nap();
    CHECK_EQUAL(1, value_of(done));
    atomic_store(&b->value, 0);
    AWAIT(value_of(done) == 0);

    hsa_barrier none = {.completion = HANDLE(create_signal(1))};
    submit(&q, &none, HSA_PACKET_BARRIER_OR);
    AWAIT(value_of((amd_signal*)(uintptr_t)none.completion) == 0);
}

static void a_barrier_on_a_value_compares_under_its_mask(void) {
    static const struct {
        uint32_t condition;
        int64_t value, waits, passes;
    } cases[] = {{0, 5, 4, 5}, {1, 5, 5, 4}, {2, 5, 5, -1}, {3, 5, 4, 6}};
    for (int i = 0; i < 4; i++) {
        amd_signal *watched = create_signal(cases[i].waits), *done = create_signal(1);
        amd_barrier_value p = {.format = AMD_PACKET_BARRIER_VALUE,
                               .signal = HANDLE(watched),
                               .value = cases[i].value,
                               .mask = cases[i].condition == 2 ? -1 : 0xff,
                               .condition = cases[i].condition,
                               .completion = HANDLE(done)};
        submit(&q, &p, HSA_PACKET_VENDOR);
        for (int n = 0; n < 10; n++) nap();
        CHECK_EQUAL(1, value_of(done));
        atomic_store(&watched->value, cases[i].condition == 2 ? cases[i].passes : cases[i].passes | 0x700);
        AWAIT(value_of(done) == 0);
    }
}

static void a_packet_of_commands_is_over_at_once(void) {
    amd_signal* done = create_signal(1);
    hsa_packet p = {.format = AMD_PACKET_PM4, .completion = HANDLE(done)};
    submit(&q, &p, HSA_PACKET_VENDOR);
    AWAIT(value_of(done) == 0);
}

static void a_completion_writes_the_mailbox_and_wakes_who_waits(void) {
    kfd_create_event event = {.type = KFD_EVENT_SIGNAL, .auto_reset = 1};
    CHECK_EQUAL(0, request(KFD_CREATE_EVENT, &event));
    _Atomic(uint64_t)* mailbox = host_memory(4096);
    amd_signal* done = create_signal(1);
    done->mailbox = HANDLE(mailbox);
    done->event_id = event.event_id;
    hsa_dispatch p = dispatch_of(done);
    submit(&q, &p, DISPATCH);
    kfd_event_data data = {.event_id = event.event_id};
    kfd_wait_events wait = {.events = HANDLE(&data), .count = 1, .timeout_ms = 10000};
    CHECK_EQUAL(0, request(KFD_WAIT_EVENTS, &wait));
    CHECK_EQUAL(KFD_WAIT_COMPLETE, wait.result);
    CHECK_EQUAL(0, value_of(done));
    CHECK_EQUAL(event.event_id, atomic_load(mailbox));
}

int main(int count, char** arguments) {
    (void)count;
    with_settings(arguments, "SOFTKFD_KERNEL_NS=200000", NULL);
    open_driver();
    q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    a_kernel_takes_its_time_and_counts_its_signal_down();
    without_profiling_there_are_no_times();
    a_slot_is_free_once_its_packet_has_begun();
    packets_run_when_they_are_filled_and_rung();
    a_ring_that_another_one_hides_is_not_lost();
    many_more_packets_than_the_ring_has_slots_run();
    a_barrier_waits_for_all_or_for_any_of_its_signals();
    a_barrier_on_a_value_compares_under_its_mask();
    a_packet_of_commands_is_over_at_once();
    a_completion_writes_the_mailbox_and_wakes_who_waits();
    destroy_queue(&q);
    return 0;
}
