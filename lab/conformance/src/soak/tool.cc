// A tool that counts its callbacks and records in its own page, as the program counts its calls. SOAK_TOOL selects
// its services: callbacks, buffers (two policies), both.
#include <cstring>

extern "C" {
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>
}

#include "page.h"

namespace {

using namespace soak;

Row* page;
rocprofiler_buffer_id_t buffers[2];

// Returns the program's function of an operation, or -1.
int marker_function(int operation) {
    switch (operation) {
        case ROCPROFILER_MARKER_CORE_API_ID_roctxMarkA: return MARK;
        case ROCPROFILER_MARKER_CORE_API_ID_roctxRangePushA: return PUSH;
        case ROCPROFILER_MARKER_CORE_API_ID_roctxRangePop: return POP;
        case ROCPROFILER_MARKER_CORE_API_ID_roctxRangeStartA: return START;
        case ROCPROFILER_MARKER_CORE_API_ID_roctxRangeStop: return STOP;
        default: return -1;
    }
}

int hip_function(int operation) {
    switch (operation) {
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpy2D: return COPY;
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipTexRefSetMipmapLevelClamp: return FLOATS;
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice: return DEVICE;
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipMemsetAsync: return ASYNC;
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipFree: return INSIDE;
        default: return -1;
    }
}

void count(uint64_t thread, int stage, int function) {
    if (function >= 0) add(page, (uint32_t)getpid(), (uint32_t)thread, stage, function);
}

void on_callback(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void*) {
    int function = record.kind == ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API ? hip_function((int)record.operation)
                 : record.kind == ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API ? marker_function((int)record.operation)
                                                                               : INFO;
    bool enter = record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
    if (enter) user->value = record.correlation_id.internal;
    else if (user->value != record.correlation_id.internal) function = -1; // counts as missed
    count(record.thread_id, enter ? ENTERS : EXITS, function);
}

void on_records(rocprofiler_context_id_t, rocprofiler_buffer_id_t, rocprofiler_record_header_t** headers, size_t size,
                void*, uint64_t) {
    for (size_t i = 0; i < size; i++) {
        auto* record =
            static_cast<rocprofiler_buffer_tracing_hip_api_record_t*>(headers[i]->payload); // all have this form
        int operation = (int)record->operation;
        count(record->thread_id, RECORDS,
              headers[i]->kind == ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API   ? hip_function(operation)
              : headers[i]->kind == ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API ? marker_function(operation)
                                                                               : INFO);
    }
}

bool wants(const char* what) {
    const char* mode = getenv("SOAK_TOOL");
    return !mode || strcmp(mode, "both") == 0 || strcmp(mode, what) == 0;
}

int initialize(rocprofiler_client_finalize_t, void*) {
    rocprofiler_context_id_t context = {};
    const rocprofiler_tracing_operation_t get_info = 2;
    rocprofiler_create_context(&context);
    if (wants("callbacks")) {
        rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, nullptr,
                                                       0, on_callback, nullptr);
        rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, nullptr,
                                                       0, on_callback, nullptr);
        rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API, &get_info, 1,
                                                       on_callback, nullptr);
    }
    if (wants("buffers")) {
        rocprofiler_create_buffer(context, 4096, 2048, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, nullptr,
                                  &buffers[0]);
        rocprofiler_create_buffer(context, 1 << 16, 1 << 15, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, nullptr,
                                  &buffers[1]);
        rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, nullptr, 0,
                                                     buffers[0]);
        rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, nullptr, 0,
                                                     buffers[1]);
        rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_HSA_CORE_API, &get_info, 1,
                                                     buffers[1]);
    }
    return rocprofiler_start_context(context);
}

void finalize(void*) {
    for (auto buffer : buffers)
        if (buffer.handle) rocprofiler_flush_buffer(buffer);
}

} // namespace

extern "C" __attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t, const char*, uint32_t, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, nullptr};
    id->name = "soak";
    page = open_page("SOAK_TOOL_PAGE");
    return &result;
}
