// hipfile: is hipFile and rocSHMEM itself. Registers their tables, hipFile's with three slots more than the SDK knows
// and rocSHMEM's with one less, calls functions of each kind of result, and prints what a tool in this program is told.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { FILE_SLOTS = 34, SHMEM_SLOTS = 8, BUFFER_BYTES = 1 << 16 };

static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;

static void must(rocprofiler_status_t status) {
    if (status == ROCPROFILER_STATUS_SUCCESS) return;
    printf("%s\n", rocprofiler_get_status_name(status));
    exit(1);
}

// --- the runtimes --------------------------------------------------------------------------------------------------

static const char* error_text(hipFileOpError_t status) { return status == hipFileSuccess ? "none" : "some"; }

static hipFileError_t register_handle(hipFileHandle_t* handle, hipFileDescr_t* description) {
    (void)handle, (void)description;
    return (hipFileError_t){hipFileInvalidValue, hipErrorInvalidValue};
}

static void deregister(hipFileHandle_t handle) { (void)handle; }

static ssize_t read_file(hipFileHandle_t handle, void* base, size_t size, hoff_t file_offset, hoff_t buffer_offset) {
    (void)handle, (void)base;
    return (ssize_t)size - file_offset - buffer_offset - 4096;
}

static int64_t use_count(void) { return 3; }

static hipFileError_t read_async(hipFileHandle_t handle, void* base, size_t* size, hoff_t* file_offset,
                                 hoff_t* buffer_offset, ssize_t* bytes, hipStream_t stream) {
    (void)handle, (void)base, (void)size, (void)file_offset, (void)buffer_offset, (void)bytes;
    return (hipFileError_t){hipFileSuccess, (hipError_t)(uintptr_t)stream};
}

static hipFileError_t set_bool(hipFileBoolConfigParameter_t parameter, bool value) {
    return (hipFileError_t){value ? hipFileSuccess : hipFileInternalError, (hipError_t)parameter};
}

static void newer(void) { puts("a function that the SDK does not know"); }

static uint64_t sum;

static void barrier_all(hipStream_t stream) { sum += (uintptr_t)stream; }

static void put_signal(void* to, const void* from, size_t count, uint64_t* signal, uint64_t value, int operation,
                       int element, hipStream_t stream) {
    sum += (uintptr_t)to + (uintptr_t)from + count + (uintptr_t)signal + value + (uint64_t)(operation + element)
         + (uintptr_t)stream;
}

static struct {
    size_t size;
    void* slots[FILE_SLOTS];
} file = {sizeof file, {NULL}};

static struct {
    uint64_t size;
    void* slots[SHMEM_SLOTS];
} shmem = {sizeof shmem, {NULL}};

#define FILE_SLOT(name) file.slots[ROCPROFILER_HIPFILE_API_ID_##name]
#define SHMEM_SLOT(name) shmem.slots[ROCPROFILER_ROCSHMEM_API_ID_##name]

static void fill(void) {
    FILE_SLOT(hipFileGetOpErrorString) = (void*)error_text;
    FILE_SLOT(hipFileHandleRegister) = (void*)register_handle;
    FILE_SLOT(hipFileHandleDeregister) = (void*)deregister;
    FILE_SLOT(hipFileRead) = (void*)read_file;
    FILE_SLOT(hipFileUseCount) = (void*)use_count;
    FILE_SLOT(hipFileReadAsync) = (void*)read_async;
    FILE_SLOT(hipFileSetParameterBool) = (void*)set_bool;
    file.slots[FILE_SLOTS - 1] = (void*)newer;
    SHMEM_SLOT(barrier_all_on_stream) = (void*)barrier_all;
    SHMEM_SLOT(putmem_signal_on_stream) = (void*)put_signal;
}

static void announce(const char* library, void* table) {
    rocprofiler_register_library_indentifier_t id;
    void* tables[1] = {table};
    rocprofiler_register_error_code_t code = rocprofiler_register_library_api_table(library, NULL, 300, tables, 1, &id);
    printf("%s registered: %s\n", library, rocprofiler_register_error_string(code));
}

// --- the tool ------------------------------------------------------------------------------------------------------

static void show_file_result(int operation, const rocprofiler_hipfile_api_retval_t* result) {
    switch (operation) {
        case ROCPROFILER_HIPFILE_API_ID_hipFileGetOpErrorString: printf(" = %s", result->const_charp_retval); break;
        case ROCPROFILER_HIPFILE_API_ID_hipFileRead: printf(" = %zd", result->ssize_t_retval); break;
        case ROCPROFILER_HIPFILE_API_ID_hipFileUseCount: printf(" = %ld", (long)result->int64_t_retval); break;
        case ROCPROFILER_HIPFILE_API_ID_hipFileHandleDeregister: break;
        default: printf(" = %d, %d", result->hipFileError_t_retval.err, result->hipFileError_t_retval.hip_drv_err);
    }
}

static int on_argument(rocprofiler_callback_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
                       uint32_t number, const void* const value, int32_t indirections, const char* type,
                       const char* name, const char* text, int32_t dereferences, void* data) {
    (void)kind, (void)operation, (void)number, (void)value, (void)indirections, (void)dereferences, (void)data;
    printf(" %s %s=%s", type, name, text);
    return 0;
}

static int on_record_argument(rocprofiler_buffer_tracing_kind_t kind, rocprofiler_tracing_operation_t operation,
                              uint32_t number, const void* const value, int32_t indirections, const char* type,
                              const char* name, const char* text, void* data) {
    return on_argument((rocprofiler_callback_tracing_kind_t)kind, operation, number, value, indirections, type, name,
                       text, 0, data);
}

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user_data, void* argument) {
    (void)user_data, (void)argument;
    const char* name = NULL;
    must(rocprofiler_query_callback_tracing_kind_operation_name(record.kind, record.operation, &name, NULL));
    if (record.kind == ROCPROFILER_CALLBACK_TRACING_RUNTIME_INITIALIZATION) {
        const rocprofiler_callback_tracing_runtime_initialization_data_t* data = record.payload;
        printf("%s %lu\n", name, (unsigned long)data->version);
        return;
    }
    bool enters = record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
    printf("%s %s", enters ? "enter" : "exit", name);
    if (enters) must(rocprofiler_iterate_callback_tracing_kind_operation_args(record, on_argument, 0, NULL));
    if (!enters && record.kind == ROCPROFILER_CALLBACK_TRACING_HIPFILE_API) {
        const rocprofiler_callback_tracing_hipfile_api_data_t* data = record.payload;
        show_file_result(record.operation, &data->retval);
    }
    putchar('\n');
}

static void on_records(rocprofiler_context_id_t from, rocprofiler_buffer_id_t id, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    (void)from, (void)id, (void)data, (void)dropped;
    for (size_t i = 0; i < count; i++) {
        // Both kinds of records begin alike.
        const rocprofiler_buffer_tracing_hipfile_api_ext_record_t* record = headers[i]->payload;
        const char* name = NULL;
        must(rocprofiler_query_buffer_tracing_kind_operation_name(record->kind, record->operation, &name, NULL));
        printf("record %s of %lu bytes", name, (unsigned long)record->size);
        must(rocprofiler_iterate_buffer_tracing_record_args(*headers[i], on_record_argument, NULL));
        if (record->kind == ROCPROFILER_BUFFER_TRACING_HIPFILE_API_EXT)
            show_file_result(record->operation, &record->retval);
        puts(record->end_timestamp >= record->start_timestamp ? "" : " ends before it starts");
    }
}

static void on_table(rocprofiler_intercept_table_t type, uint64_t version, uint64_t instance, void** tables,
                     uint64_t count, void* data) {
    (void)data;
    const char* name = NULL;
    must(rocprofiler_query_intercept_table_name(type, &name, NULL));
    printf("table %s %lu.%lu, %lu of %lu bytes\n", name, (unsigned long)version, (unsigned long)instance,
           (unsigned long)count, (unsigned long)*(const uint64_t*)tables[0]);
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    static const rocprofiler_callback_tracing_kind_t called[] = {ROCPROFILER_CALLBACK_TRACING_RUNTIME_INITIALIZATION,
                                                                 ROCPROFILER_CALLBACK_TRACING_HIPFILE_API,
                                                                 ROCPROFILER_CALLBACK_TRACING_ROCSHMEM_API};
    static const rocprofiler_buffer_tracing_kind_t recorded[] = {ROCPROFILER_BUFFER_TRACING_HIPFILE_API_EXT,
                                                                 ROCPROFILER_BUFFER_TRACING_ROCSHMEM_API_EXT};
    (void)finalize, (void)data;
    must(rocprofiler_create_context(&context));
    must(rocprofiler_create_buffer(context, BUFFER_BYTES, BUFFER_BYTES / 2, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                   on_records, NULL, &buffer));
    for (size_t i = 0; i < sizeof called / sizeof *called; i++)
        must(rocprofiler_configure_callback_tracing_service(context, called[i], NULL, 0, on_call, NULL));
    for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++)
        must(rocprofiler_configure_buffer_tracing_service(context, recorded[i], NULL, 0, buffer));
    must(rocprofiler_at_intercept_table_registration(on_table, ROCPROFILER_HIPFILE_TABLE | ROCPROFILER_ROCSHMEM_TABLE,
                                                     NULL));
    must(rocprofiler_start_context(context));
    return 0;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime_version, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)runtime_version, (void)priority;
    id->name = "hipfile";
    return &result;
}

int main(void) {
    fill();
    announce("hipFile", &file);
    announce("rocshmem", &shmem);
    printf("text %s\n", ((const char* (*)(hipFileOpError_t))FILE_SLOT(hipFileGetOpErrorString))(hipFileInternalError));
    hipFileError_t error =
        ((hipFileError_t(*)(hipFileHandle_t*, hipFileDescr_t*))FILE_SLOT(hipFileHandleRegister))((void*)16, (void*)32);
    printf("error %d, %d\n", error.err, error.hip_drv_err);
    printf("read %zd\n", ((ssize_t(*)(hipFileHandle_t, void*, size_t, hoff_t, hoff_t))FILE_SLOT(hipFileRead))(
                             (void*)48, (void*)64, 1000, 7, -3));
    printf("used %ld\n", (long)((int64_t(*)(void))FILE_SLOT(hipFileUseCount))());
    error = ((hipFileError_t(*)(hipFileHandle_t, void*, size_t*, hoff_t*, hoff_t*, ssize_t*, hipStream_t))FILE_SLOT(
        hipFileReadAsync))((void*)48, (void*)64, (void*)80, (void*)96, (void*)112, (void*)128, (void*)144);
    printf("error %d, %d\n", error.err, error.hip_drv_err);
    error = ((hipFileError_t(*)(hipFileBoolConfigParameter_t, bool))FILE_SLOT(hipFileSetParameterBool))(
        hipFileParamForceCompatMode, true);
    printf("error %d, %d\n", error.err, error.hip_drv_err);
    ((void (*)(hipFileHandle_t))FILE_SLOT(hipFileHandleDeregister))((void*)48);
    ((void (*)(void))file.slots[FILE_SLOTS - 1])();
    ((void (*)(hipStream_t))SHMEM_SLOT(barrier_all_on_stream))((void*)16);
    ((void (*)(void*, const void*, size_t, uint64_t*, uint64_t, int, int, hipStream_t))SHMEM_SLOT(
        putmem_signal_on_stream))((void*)32, (void*)48, 5, (void*)64, 6, 7, -8, (void*)80);
    printf("sum %lu\n", (unsigned long)sum);
    must(rocprofiler_stop_context(context));
    must(rocprofiler_flush_buffer(buffer));
    return 0;
}
