// privileged: a program that is its own tool and uses every library. It prints its tool's events, and whether it
// runs with more privileges than its parent.
#include <stdio.h>
#include <sys/auxv.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static rocprofiler_context_id_t context;
static int calls;

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* data, void* argument) {
    (void)data, (void)argument;
    calls += record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    rocprofiler_create_context(&context);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                   on_call, NULL);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, NULL, 0,
                                                   on_call, NULL);
    return rocprofiler_start_context(context);
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* runtime, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof(rocprofiler_tool_configure_result_t), initialize, NULL,
                                                         NULL};
    (void)version, (void)runtime, (void)priority;
    id->name = "privileged";
    return &result;
}

int main(void) {
    int device;
    hipInit(0);
    hipGetDevice(&device);
    roctxMarkA("a mark");
    printf("secure %lu, %d calls\n", getauxval(AT_SECURE), calls);
    return 3;
}
