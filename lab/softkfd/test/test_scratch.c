// Scratch: a queue asks for more than it has, waits for the answer, and gives back what was for one kernel only.
#include "driver.h"

#include <string.h>

enum { MORE_FOR_64_LANES = 1, GIVE_BACK = 512 };

static void set_word(const queue* q, int at, uint32_t value) {
    __atomic_store_n((uint32_t*)(void*)(q->descriptor + at), value, __ATOMIC_SEQ_CST);
}

static void answer(const queue* q) { atomic_store(&q->inactive->value, 0); }

static void a_kernel_with_enough_scratch_runs(queue* q) {
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    p.private_bytes = 256;
    set_word(q, AMD_QUEUE_SCRATCH_LANE_BYTES, 256);
    submit(q, &p, DISPATCH);
    AWAIT(value_of(done) == 0);
    CHECK_EQUAL(0, value_of(q->inactive));
}

// The runtime looks at the packet, which must still be there.
static void a_kernel_with_too_little_waits_for_more(queue* q) {
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    p.private_bytes = 1024;
    uint64_t index = submit(q, &p, DISPATCH);
    AWAIT(value_of(q->inactive) == MORE_FOR_64_LANES);
    for (int i = 0; i < 20; i++) nap();
    CHECK_EQUAL(1, value_of(done));
    CHECK_EQUAL(index, atomic_load(q->read));
    CHECK_EQUAL(HSA_PACKET_DISPATCH, (uint8_t)q->ring[index * 64 & (q->bytes - 1)]);
    set_word(q, AMD_QUEUE_SCRATCH_LANE_BYTES, 1024);
    answer(q);
    AWAIT(value_of(done) == 0);
}

static void scratch_for_one_kernel_is_given_back_after_it(queue* q) {
    amd_signal *done = create_signal(1), *later = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    p.private_bytes = 4096;
    submit(q, &p, DISPATCH);
    AWAIT(value_of(q->inactive) == MORE_FOR_64_LANES);
    set_word(q, AMD_QUEUE_SCRATCH_LANE_BYTES, 4096);
    set_word(q, AMD_QUEUE_PROPERTIES, AMD_QUEUE_SCRATCH_ONCE);
    answer(q);
    AWAIT(value_of(done) == 0);
    AWAIT(value_of(q->inactive) == GIVE_BACK);
    p = dispatch_of(later);
    submit(q, &p, DISPATCH);
    for (int i = 0; i < 20; i++) nap();
    CHECK_EQUAL(1, value_of(later));
    set_word(q, AMD_QUEUE_SCRATCH_LANE_BYTES, 0);
    set_word(q, AMD_QUEUE_PROPERTIES, 0);
    answer(q);
    AWAIT(value_of(later) == 0);
}

int main(void) {
    open_driver();
    queue q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    a_kernel_with_enough_scratch_runs(&q);
    a_kernel_with_too_little_waits_for_more(&q);
    scratch_for_one_kernel_is_given_back_after_it(&q);
    destroy_queue(&q);
    return 0;
}
