// late: a program that calls HIP, and then brings a tool: it hears every call from then on.
#include <stdatomic.h>
#include <stdio.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static rocprofiler_context_id_t context;
static atomic_ulong heard;

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) atomic_fetch_add(&heard, 1);
    (void)user, (void)unused;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    rocprofiler_create_context(&context);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0, on_call, NULL);
    return rocprofiler_start_context(context) != ROCPROFILER_STATUS_SUCCESS;
}

static rocprofiler_tool_configure_result_t* configure(uint32_t version, const char* text, uint32_t priority,
    rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "late";
    return &result;
}

static void calls(int count) {
    int device;
    for (int i = 0; i < count; i++)
        if (hipGetDevice(&device) != hipSuccess) printf("hipGetDevice failed\n");
}

int main(void) {
    calls(100);
    printf("configured %d\n", rocprofiler_force_configure(configure));
    calls(1000);
    printf("heard %lu of 1000\n", atomic_load(&heard));
    printf("configured again %d\n", rocprofiler_force_configure(configure));
    return 0;
}
