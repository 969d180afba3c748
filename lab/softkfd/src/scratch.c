#include "scratch.h"

#include "completion.h"
#include "settings.h"

// What a queue's inactive signal is set to; the runtime answers by setting it to 0.
enum { MORE_FOR_64_LANES = 0x1, MORE_FOR_32_LANES = 0x400, GIVE_BACK = 0x200 };

static uint64_t inactive_signal(const sk_queue* queue) {
    return *(const uint64_t*)(const void*)(queue->descriptor + AMD_QUEUE_INACTIVE_SIGNAL);
}

static void ask(sk_queue* queue, int64_t request) {
    queue->wants_scratch = true;
    sk_signal_store(inactive_signal(queue), request);
}

bool sk_scratch_suffices(sk_queue* queue, const hsa_dispatch* packet) {
    if (packet->private_bytes == 0) return true;
    uint32_t wave = sk_settings_get()->architectures[queue->gpu]->wave_size;
    uint32_t lane = sk_queue_word(queue, AMD_QUEUE_SCRATCH_LANE_BYTES);
    if ((uint64_t)packet->private_bytes * wave <= (uint64_t)lane * 64) return true;
    if (queue->running > 0) return false; // they use what there is
    ask(queue, wave == 64 ? MORE_FOR_64_LANES : MORE_FOR_32_LANES);
    return false;
}

void sk_scratch_after(sk_queue* queue) {
    if (queue->running == 0 && (sk_queue_word(queue, AMD_QUEUE_PROPERTIES) & AMD_QUEUE_SCRATCH_ONCE) != 0)
        ask(queue, GIVE_BACK);
}

bool sk_scratch_answered(sk_queue* queue) {
    if (!queue->wants_scratch) return true;
    const amd_signal* signal = sk_signal(inactive_signal(queue));
    if (signal == NULL || atomic_load(&signal->value) != 0) return false;
    queue->wants_scratch = false;
    return true;
}
