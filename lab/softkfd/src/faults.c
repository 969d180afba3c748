#include "faults.h"

#include "completion.h"
#include "events.h"
#include "log.h"
#include "memory.h"
#include "smi.h"
#include "truth.h"

#include <fnmatch.h>

static uint64_t seen[SK_FAULTS];

bool sk_fault_strikes(sk_fault fault, const char* kernel) {
    const sk_settings* settings = sk_settings_get();
    if (!settings->faults[fault].armed) return false;
    const char* pattern = settings->faults[fault].pattern;
    if (pattern != NULL && fnmatch(pattern, kernel, 0) != 0) return false;
    uint64_t nth = settings->faults[fault].nth;
    return ++seen[fault] == nth || nth == 0;
}

void sk_fault_memory(sk_queue* queue, uint64_t address) {
    uint64_t now = sk_now_ns();
    queue->failed = true;
    sk_count.faults++;
    sk_log(SK_LOG_UNKNOWN, "GPU %u, queue %u: nothing at %llx", queue->gpu, queue->id, (unsigned long long)address);
    sk_truth("fault", "gpu=%u queue=%u at=%llu what=memory address=0x%llx", queue->gpu, queue->id,
             (unsigned long long)now, (unsigned long long)address);
    sk_smi(queue->gpu, SK_SMI_VM_FAULT, now, "%x:softkfd", SK_FIRST_GPU_ID + queue->gpu);
    sk_event_memory_fault((kfd_memory_exception){
        .not_present = 1, .address = address & ~(uint64_t)(SK_PAGE - 1), .gpu_id = SK_FIRST_GPU_ID + queue->gpu});
}

// Runtimes that handle exceptions left in the head of the queue's save area where to write what went wrong.
static bool told_as_exception(const sk_queue* queue, sk_queue_error error) {
    const kfd_save_area* head = queue->save_area == 0 ? NULL : sk_memory_object(queue->save_area, sizeof *head);
    if (head == NULL || head->error_payload == 0) return false;
    _Atomic(uint64_t)* payload = sk_memory_object(head->error_payload, sizeof *payload);
    if (payload == NULL) return false;
    atomic_fetch_or(payload, (uint64_t)1 << (error - 1));
    sk_event_set(head->error_event);
    return true;
}

void sk_fault_queue(sk_queue* queue, sk_queue_error error) {
    queue->failed = true;
    sk_count.faults++;
    sk_truth("fault", "gpu=%u queue=%u at=%llu what=queue error=%d", queue->gpu, queue->id,
             (unsigned long long)sk_now_ns(), error);
    if (told_as_exception(queue, error)) return;
    const uint64_t* signal = (const uint64_t*)(const void*)(queue->descriptor + AMD_QUEUE_INACTIVE_SIGNAL);
    enum { INVALID_PACKET = 32, ILLEGAL_INSTRUCTION = 256 }; // of queue_inactive_signal
    sk_signal_store(*signal, error == SK_QUEUE_PACKET_UNSUPPORTED ? INVALID_PACKET : ILLEGAL_INSTRUCTION);
}
