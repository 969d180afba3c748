// Code objects: prints the code loaded on the GPUs and the kernels in it.
//
//     ROCP_TOOL_LIBRARIES=./tool.so ../01-matrix-transpose/transpose 16 1
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <inttypes.h>
#include <stdio.h>

// Reports a failed call of the SDK and returns -1 from the function.
#define TRY(call)                                                                                       \
    do {                                                                                                \
        rocprofiler_status_t status_ = (call);                                                          \
        if (status_ != ROCPROFILER_STATUS_SUCCESS) {                                                    \
            fprintf(stderr, "code-objects: %s: %s\n", #call, rocprofiler_get_status_string(status_));   \
            return -1;                                                                                  \
        }                                                                                               \
    } while (0)

static rocprofiler_context_id_t context;

static const char *storage(const rocprofiler_callback_tracing_code_object_load_data_t *object) {
    return object->storage_type == ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_FILE ? "file" : "memory";
}

// Called for LOAD on the thread that made the code usable, and for UNLOAD before the code is removed, at the latest
// when the program ends; the kernels of an object are unloaded with it. UNLOAD gets the user_data that LOAD of the
// same object or kernel left.
static void on_code_object(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t *user_data, void *data) {
    int loads = record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD;
    const char *verb = loads ? "load" : "unload";
    if (record.operation == ROCPROFILER_CODE_OBJECT_LOAD) {
        const rocprofiler_callback_tracing_code_object_load_data_t *object = record.payload;
        fprintf(stderr, "%s code object %" PRIu64 " from %s\n", verb, object->code_object_id, storage(object));
    } else if (record.operation == ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER) {
        // Records of dispatches name a kernel only by its id: a tool that wants names must keep them.
        const rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t *kernel = record.payload;
        if (loads) user_data->value = kernel->kernel_id;
        fprintf(stderr, "%s kernel %" PRIu64 " %s of code object %" PRIu64 "%s\n", verb, kernel->kernel_id,
                kernel->kernel_name, kernel->code_object_id,
                user_data->value == kernel->kernel_id ? "" : ", never loaded");
    }
    (void)data;
}

static int initialize(rocprofiler_client_finalize_t finalize_client, void *data) {
    // A separate context that always runs: one started later misses the code that is already loaded.
    TRY(rocprofiler_create_context(&context));
    TRY(rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, NULL, 0,
                                                       on_code_object, NULL));
    TRY(rocprofiler_start_context(context));
    (void)finalize_client, (void)data;
    return 0;
}

ROCPROFILER_PUBLIC_API rocprofiler_tool_configure_result_t *rocprofiler_configure(
    uint32_t version, const char *runtime_version, uint32_t priority, rocprofiler_client_id_t *client) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    client->name = "code-objects";
    (void)version, (void)runtime_version, (void)priority;
    return &result;
}
