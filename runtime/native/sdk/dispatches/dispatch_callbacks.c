// See dispatch_callbacks.h.
#include "dispatches/dispatch_callbacks.h"

#include "calls/addressed_record.h"
#include "java/ask_engine.h"
#include "threads/inside.h"
#include "tools/invoke.h"

typedef rocprofiler_callback_tracing_record_t record_t;
typedef rocprofiler_callback_tracing_kernel_dispatch_data_t payload_t;

// The thread counts as outside, but for the handlers of Java tools.
static void call_all(native_thread_t* thread, const native_plan_t* plan, uint64_t listeners, rpj_dispatch* one,
                     record_t* record) {
    const native_entry_t* entries = plan->entries;
    for (uint64_t rest = listeners; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        void* user_data = &one->of_entry[i].user_data;
        rpj_address_record(record, &entries[i], one->of_entry[i].external);
        if (RPJ_LIKELY(!(plan->handlers >> i & 1))) {
            rpj_call_tool_in_time(entries[i].function, record, user_data, entries[i].argument);
            continue;
        }
        uint64_t entry = record->operation == ROCPROFILER_KERNEL_DISPATCH_ENQUEUE ? i + RPJ_PLAN_ENTRIES : i;
        rpj_set_inside(thread, 1);
        rpj_ask_engine(thread, RPJ_CALL_DISPATCH_HANDLE, entry, (uint64_t)record, (uint64_t)user_data);
        rpj_set_inside(thread, 0);
    }
}

void rpj_tell_dispatch(native_thread_t* thread, const native_plan_t* plan, uint64_t listeners, rpj_dispatch* one,
                       rocprofiler_callback_phase_t phase, hsa_amd_profiling_dispatch_time_t times) {
    if (!listeners) return;
    payload_t payload = {.size = sizeof payload, .start_timestamp = times.start, .end_timestamp = times.end};
    memcpy(&payload.dispatch_info, &one->info, sizeof one->info);
    record_t record = {.thread_id = one->tid, .phase = phase, .payload = &payload};
    record.correlation_id.internal = one->internal_id;
    record.correlation_id.ancestor = one->ancestor_id;
    int* error = thread->errno_address;
    int saved = *error;
    uint32_t inside = thread->inside;
    rpj_cancellation cancel = rpj_cancel_off_quickly();
    thread->telling++;
    rpj_set_inside(thread, 0);
    call_all(thread, plan, listeners, one, &record);
    rpj_set_inside(thread, inside);
    thread->telling--;
    rpj_cancel_again_quickly(cancel);
    *error = saved;
}
