// Copy engines: each packet on a hand-made ring.
#include "driver.h"

#include <string.h>

static queue q;
static uint64_t written; // bytes of the ring so far

static uint32_t low(const volatile void* p) { return (uint32_t)HANDLE(p); }
static uint32_t high(const volatile void* p) { return (uint32_t)(HANDLE(p) >> 32); }

static void put(const uint32_t* words, uint32_t count) {
    uint64_t to_end = q.bytes - (written & (q.bytes - 1));
    uint64_t padding = to_end < 4 * count ? to_end : 0; // a packet never goes around the end
    AWAIT(written + 4 * count + padding - atomic_load(q.read) < q.bytes);
    if (padding > 0) {
        memset(q.ring + (written & (q.bytes - 1)), 0, to_end);
        written += to_end;
    }
    memcpy(q.ring + (written & (q.bytes - 1)), words, 4 * count);
    written += 4 * count;
}
#define PUT(...) put((const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

static void go(void) {
    atomic_store(q.write, written);
    atomic_store(q.doorbell, written);
}

static void copy(void* to, const void* from, uint32_t bytes) {
    PUT(1, bytes - 1, 0, low(from), high(from), low(to), high(to));
}

static void count_down(amd_signal* s) {
    PUT(10 | 47u << 25, low(&s->value), high(&s->value), 0xffffffff, 0xffffffff, 0, 0, 0);
}

static void a_copy_copies_and_then_counts_its_signal_down(void) {
    unsigned char *from = host_memory(8 << 20), *to = gpu_memory(8 << 20, NULL);
    for (int i = 0; i < 8 << 20; i++) from[i] = (unsigned char)(i * 7 + i / 4096);
    amd_signal* done = create_signal(1);
    for (uint32_t at = 0; at < 8 << 20; at += 2 << 20) copy(to + at, from + at, 2 << 20);
    count_down(done);
    go();
    AWAIT(value_of(done) == 0);
    CHECK_EQUAL(0, memcmp(from, to, 8 << 20));
}

static void timestamps_around_a_copy_are_its_begin_and_end(void) {
    char* memory = host_memory(1 << 20);
    uint64_t* times = host_memory(4096);
    amd_signal* done = create_signal(1);
    uint64_t before = boot_ns();
    PUT(13 | 2 << 8, low(&times[0]), high(&times[0]));
    PUT(8, 0, 0, 0, 0, 0); // flush of the host's path
    PUT(17 | 1 << 8, 0, 0, 0, 0);
    copy(memory, memory + (1 << 19), 1 << 19);
    PUT(17 | 1 << 8, 0, 0, 0, 0);
    PUT(13 | 2 << 8, low(&times[1]), high(&times[1]));
    count_down(done);
    go();
    AWAIT(value_of(done) == 0);
    uint64_t start = ns_of_ticks(times[0]), end = ns_of_ticks(times[1]);
    CHECK(before <= start + 10 && start < end && end <= boot_ns());
    CHECK(end - start >= 524288); // SOFTKFD_COPY_GBPS=1
}

static void a_poll_holds_the_ring_until_its_value_compares(void) {
    _Atomic(uint32_t)* watched = host_memory(4096);
    amd_signal* done = create_signal(1);
    PUT(8 | 3u << 28 | 1u << 31, low(watched), high(watched), 5, 0xff, 0xfff << 16);
    count_down(done);
    go();
    atomic_store(watched, 4);
    for (int i = 0; i < 20; i++) nap();
    CHECK_EQUAL(1, value_of(done));
    atomic_store(watched, 0x705);
    AWAIT(value_of(done) == 0);
}

static void fences_traps_and_fills_do_what_they_say(void) {
    kfd_create_event event = {.type = KFD_EVENT_SIGNAL, .auto_reset = 1};
    CHECK_EQUAL(0, request(KFD_CREATE_EVENT, &event));
    uint32_t* memory = host_memory(4096);
    memory[64] = memory[2] = 7;
    PUT(11 | 2u << 30, low(memory + 3), high(memory + 3), 0xabcdef01, (61 - 1) * 4);
    PUT(5, low(memory), high(memory), 0x1234);
    PUT(6, event.event_id);
    go();
    kfd_event_data data = {.event_id = event.event_id};
    kfd_wait_events wait = {.events = HANDLE(&data), .count = 1, .timeout_ms = 10000};
    CHECK_EQUAL(0, request(KFD_WAIT_EVENTS, &wait));
    CHECK_EQUAL(KFD_WAIT_COMPLETE, wait.result);
    CHECK_EQUAL(0x1234, memory[0]);
    for (int i = 3; i < 64; i++) CHECK_EQUAL(0xabcdef01, memory[i]);
    CHECK_EQUAL(7, memory[64]);
    CHECK_EQUAL(7, memory[2]);
}

// A box of 5 x 3 x 2 elements of 4 bytes out of rows of 16, slices of 128, into rows of 8, slices of 64.
static void a_box_is_copied_row_by_row(void) {
    uint32_t *from = host_memory(4096), *to = host_memory(4096);
    for (uint32_t i = 0; i < 1024; i++) from[i] = i;
    memset(to, 0xff, 4096);
    amd_signal* done = create_signal(1);
    PUT(1 | 4 << 8 | 2u << 29, low(from), high(from), 2 | 1 << 16, 1 | (16 - 1) << 13, 128 - 1, low(to), high(to),
        1 | 2 << 16, 0 | (8 - 1) << 13, 64 - 1, (5 - 1) | (3 - 1) << 16, 2 - 1);
    count_down(done);
    go();
    AWAIT(value_of(done) == 0);
    uint32_t copied = 0;
    for (uint32_t z = 0; z < 2; z++)
        for (uint32_t y = 0; y < 3; y++)
            for (uint32_t x = 0; x < 5; x++, copied++)
                CHECK_EQUAL((z + 1) * 128 + (y + 1) * 16 + x + 2, to[z * 64 + (y + 2) * 8 + x + 1]);
    for (uint32_t i = 0; i < 1024; i++) copied -= to[i] != 0xffffffff;
    CHECK_EQUAL(0, copied);
}

static void the_ring_goes_around_many_times(void) {
    uint32_t *from = host_memory(4096), *to = host_memory(4096);
    amd_signal* done = create_signal(1000);
    for (uint32_t i = 0; i < 1000; i++) {
        PUT(1u << 16 | 0, 0); // a NOP of two words
        copy(&to[i], &from[i], 4);
        from[i] = i;
        count_down(done);
        go();
    }
    AWAIT(value_of(done) == 0);
    for (uint32_t i = 0; i < 1000; i++) CHECK_EQUAL(i, to[i]);
}

int main(int count, char** arguments) {
    (void)count;
    with_settings(arguments, "SOFTKFD_COPY_GBPS=1", NULL);
    open_driver();
    q = create_queue(GPU, KFD_QUEUE_SDMA, 4096);
    a_copy_copies_and_then_counts_its_signal_down();
    timestamps_around_a_copy_are_its_begin_and_end();
    a_poll_holds_the_ring_until_its_value_compares();
    fences_traps_and_fills_do_what_they_say();
    a_box_is_copied_row_by_row();
    the_ring_goes_around_many_times();
    destroy_queue(&q);
    return 0;
}
