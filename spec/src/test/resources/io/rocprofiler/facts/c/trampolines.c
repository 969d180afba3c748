// Calls generated trampolines and prints what reaches rpj_call.
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>
#include <stdio.h>
#include <string.h>

#include "boot/boot.h"
#include "engine/after_engine.h"
#include "rpj_sdk_functions.h"

static bool ready;
static const rocprofiler_callback_tracing_record_t* sent;

bool rpj_engine_ready(void) { return ready; }

uint64_t rpj_state_after_engine(uint32_t function, int* status) {
    *status = function == RPJ_FN_rocprofiler_is_finalized;
    return ROCPROFILER_STATUS_SUCCESS;
}

uint64_t rpj_call(uint32_t function, const uint64_t* args, uint64_t fallback) {
    if (!ready) return fallback;
    switch (function) {
        case RPJ_FN_rocprofiler_push_external_correlation_id:
            printf("rocprofiler_push_external_correlation_id %d %d %d", (int)args[0], (int)args[1], (int)args[2]);
            return ROCPROFILER_STATUS_SUCCESS;
        case RPJ_FN_rocprofiler_iterate_callback_tracing_kind_operation_args: {
            const rocprofiler_callback_tracing_record_t* record = (const void*)(uintptr_t)args[0];
            bool copied = record != sent && memcmp(record, sent, sizeof *record) == 0;
            printf("rocprofiler_iterate_callback_tracing_kind_operation_args %s %d bytes, %d", copied ? "copied" : "lost",
                   (int)sizeof *record, (int)args[2]);
            return ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED;
        }
        case RPJ_FN_rocprofiler_get_pc_sampling_instruction_type_name: return (uint64_t)(uintptr_t) "name";
        default: return fallback;
    }
}

int main(void) {
    rocprofiler_context_id_t context = {7};
    rocprofiler_user_data_t value = {9};
    ready = true;
    printf(" -> %d\n", rocprofiler_push_external_correlation_id(context, 42, value));
    rocprofiler_callback_tracing_record_t record;
    memset(&record, 0x5a, sizeof record);
    sent = &record;
    printf(" -> %d\n", rocprofiler_iterate_callback_tracing_kind_operation_args(record, NULL, 2, NULL));
    ready = false;
    printf("rocprofiler_create_context without engine -> %d\n", rocprofiler_create_context(&context));
    int status = 5;
    int result = rocprofiler_is_initialized(&status);
    printf("rocprofiler_is_initialized without engine %d -> %d\n", status, result);
    ready = true;
    printf("rocprofiler_get_pc_sampling_instruction_type_name -> %s\n",
           rocprofiler_get_pc_sampling_instruction_type_name((rocprofiler_pc_sampling_instruction_type_t)1));
    return 0;
}
