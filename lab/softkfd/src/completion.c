#include "completion.h"

#include "events.h"
#include "memory.h"

amd_signal* sk_signal(uint64_t handle) { return handle == 0 ? NULL : sk_memory_object(handle, sizeof(amd_signal)); }

static void notify(uint64_t mailbox, uint32_t event_id) {
    _Atomic(uint64_t)* slot = mailbox == 0 ? NULL : sk_memory_object(mailbox, sizeof *slot);
    if (slot == NULL) return;
    atomic_store_explicit(slot, event_id, memory_order_release);
    sk_event_set(event_id);
}

bool sk_signal_complete(uint64_t handle, bool timed, uint64_t start_ns, uint64_t end_ns) {
    amd_signal* signal = sk_signal(handle);
    if (signal == NULL) return handle == 0;
    if (timed) {
        signal->start = sk_ticks(start_ns);
        signal->end = sk_ticks(end_ns);
    }
    // Once the value changes, the signal may be gone.
    uint64_t mailbox = signal->mailbox;
    uint32_t event_id = signal->event_id;
    atomic_fetch_sub_explicit(&signal->value, 1, memory_order_acq_rel);
    notify(mailbox, event_id);
    return true;
}

void sk_signal_store(uint64_t handle, int64_t value) {
    amd_signal* signal = sk_signal(handle);
    if (signal == NULL) return;
    uint64_t mailbox = signal->mailbox;
    uint32_t event_id = signal->event_id;
    atomic_store_explicit(&signal->value, value, memory_order_release);
    notify(mailbox, event_id);
}
