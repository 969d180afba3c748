// late | late MODULE: a program that calls HIP and then registers a tool, which must get every later call. With a
// module of kernels, it loads the module and launches one kernel before, and another after on a new stream.
#include <stdatomic.h>
#include <string.h>

#include "gpu_program.h"
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static rocprofiler_context_id_t context;
static atomic_ulong heard;
static uint64_t kernel_id;
static atomic_int named, dispatched;

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) atomic_fetch_add(&heard, 1);
    (void)user, (void)unused;
}

// The kernel was loaded before the tool was registered.
static void on_code(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    (void)user, (void)unused;
    if (record.operation != ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER
        || record.phase != ROCPROFILER_CALLBACK_PHASE_LOAD)
        return;
    const rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t* symbol = record.payload;
    kernel_id = symbol->kernel_id;
    atomic_fetch_add(&named, strstr(symbol->kernel_name, "add_one") != NULL);
}

static void on_kernel(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    (void)user, (void)unused;
    const rocprofiler_callback_tracing_kernel_dispatch_data_t* data = record.payload;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER && data->dispatch_info.kernel_id == kernel_id)
        atomic_fetch_add(&dispatched, 1);
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize;
    rocprofiler_create_context(&context);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                   on_call, NULL);
    if (data) {
        rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, NULL, 0,
                                                       on_code, NULL);
        rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH, NULL, 0,
                                                       on_kernel, NULL);
    }
    return rocprofiler_start_context(context) != ROCPROFILER_STATUS_SUCCESS;
}

static const char* module_file;

static rocprofiler_tool_configure_result_t* configure(uint32_t version, const char* text, uint32_t priority,
                                                      rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "late";
    result.tool_data = (void*)module_file;
    return &result;
}

static void calls(int count) {
    int device;
    for (int i = 0; i < count; i++)
        if (hipGetDevice(&device) != hipSuccess) printf("hipGetDevice failed\n");
}

static void launch(hipFunction_t kernel, uint32_t* sums) {
    hipStream_t stream;
    void* arguments[] = {&sums};
    HIP(hipStreamCreate(&stream));
    HIP(hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    HIP(hipStreamSynchronize(stream));
}

static void gpu(void) {
    hipModule_t module;
    hipFunction_t kernel;
    uint32_t* sums;
    HIP(hipModuleLoad(&module, module_file));
    HIP(hipModuleGetFunction(&kernel, module, "add_one"));
    HIP(hipMalloc((void**)&sums, sizeof *sums));
    launch(kernel, sums);
    printf("configured %d\n", rocprofiler_force_configure(configure));
    for (int i = 0; i < 8; i++) launch(kernel, sums);
    printf("named %d\n", atomic_load(&named));
    printf("dispatched %s\n", atomic_load(&dispatched) ? "some" : "none");
}

int main(int count, char** words) {
    module_file = count > 1 ? words[1] : NULL;
    if (module_file) {
        gpu();
        return 0;
    }
    calls(100);
    printf("configured %d\n", rocprofiler_force_configure(configure));
    calls(1000);
    printf("heard %lu of 1000\n", atomic_load(&heard));
    printf("configured again %d\n", rocprofiler_force_configure(configure));
    return 0;
}
