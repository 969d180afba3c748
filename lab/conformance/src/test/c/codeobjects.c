// codeobjects CASE MODULE: a HIP program on the software GPU, whose own tool prints every code object event of its
// contexts. A gets all events, B only those of code objects, C is A started late.
//
//   program   kernels of a fat binary on two devices, a function without a kernel, a module that is loaded and unloaded
//   end       code objects that are still loaded when the program ends
//   nobody    a context that is never started: the kernels are numbered nevertheless
//   inside    a callback that launches the kernel it is called for
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>
#include <softgpu/softgpu.h>

static const char* mode;
static const char* module_file;
static rocprofiler_context_id_t a, b, c;
static rocprofiler_buffer_id_t buffer;
static void** binary;

static void must(const char* what, rocprofiler_status_t status) {
    if (status != ROCPROFILER_STATUS_SUCCESS) printf("%s: %s\n", what, rocprofiler_get_status_name(status));
}
#define MUST(call) must(#call, call)

static void good(const char* what, hipError_t error) {
    if (error != hipSuccess) printf("%s: %s\n", what, hipGetErrorName(error));
}
#define GOOD(call) good(#call, call)

// --- kernels -------------------------------------------------------------------------------------------------------

static unsigned alpha_calls;

static void alpha(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args, alpha_calls++; }
static void beta(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }
static void loose(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }
static void stand_in(const softgpu_workgroup* wg, void** args) { (void)wg, (void)args; }

static const char* function_at(uint64_t address) {
    if (address == (uintptr_t)alpha) return "alpha";
    if (address == (uintptr_t)beta) return "beta";
    if (address == (uintptr_t)loose) return "loose";
    if (address == (uintptr_t)stand_in) return "stand_in";
    return address ? "another" : "nothing";
}

static const dim3 one = {1, 1, 1};

static void launch(const char* what, int device, softgpu_kernel kernel) {
    printf("%s\n", what);
    GOOD(hipSetDevice(device));
    GOOD(hipLaunchKernel((void*)(uintptr_t)kernel, one, one, NULL, 0, NULL));
    GOOD(hipDeviceSynchronize());
}

// --- the tool ------------------------------------------------------------------------------------------------------

// Texts that were passed to the tool, and copies of them as they were: tools read them at the end.
enum { MOST_TEXTS = 256 };
static const char* texts[MOST_TEXTS];
static char* copies[MOST_TEXTS];
static int text_count;

static const char* keep(const char* text) {
    if (text_count < MOST_TEXTS) {
        texts[text_count] = text;
        copies[text_count++] = strdup(text);
    }
    return text;
}

static void check_texts(void) {
    int different = 0;
    for (int i = 0; i < text_count; i++) different += strcmp(texts[i], copies[i]) != 0;
    if (different) printf("%d of %d texts are different now\n", different, text_count);
}

static uint64_t load_base, load_size; // of the last code object reported

static const char* uri_says(const rocprofiler_callback_tracing_code_object_load_data_t* data) {
    char expected[4200];
    if (data->storage_type == ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_FILE) {
        char path[4096], link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", data->storage_file);
        ssize_t length = readlink(link, path, sizeof path - 1);
        path[length < 0 ? 0 : length] = 0;
        snprintf(expected, sizeof expected, "file://%s", path);
        return strcmp(expected, data->uri) == 0 ? "file" : data->uri;
    }
    snprintf(expected, sizeof expected, "memory://%d#offset=0x%lx&size=%lu", (int)getpid(),
             (unsigned long)data->memory_base, (unsigned long)data->memory_size);
    return strcmp(expected, data->uri) == 0 ? "memory" : data->uri;
}

static void print_load(const rocprofiler_callback_tracing_code_object_load_data_t* data) {
    int placed = data->load_base != 0 && (int64_t)data->load_base == data->load_delta;
    printf(" object %lu from %s size %lu placed %d agent %d bytes %lu", (unsigned long)data->code_object_id,
           (keep(data->uri), uri_says(data)), (unsigned long)data->load_size, placed, data->hsa_agent.handle != 0,
           (unsigned long)data->size);
    load_base = data->load_base;
    load_size = data->load_size;
}

static void print_kernel(const rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t* data) {
    int consistent = data->kernel_address.value == data->kernel_object + (uint64_t)data->kernel_code_entry_byte_offset;
    printf(" kernel %lu of %lu %s is %s kernarg %u by %u group %u private %u registers %u %u %u inside %d bytes %lu%s",
           (unsigned long)data->kernel_id, (unsigned long)data->code_object_id, keep(data->kernel_name),
           function_at(data->kernel_address.value), data->kernarg_segment_size, data->kernarg_segment_alignment,
           data->group_segment_size, data->private_segment_size, data->sgpr_count, data->arch_vgpr_count,
           data->accum_vgpr_count, data->kernel_object - load_base < load_size, (unsigned long)data->size,
           consistent ? "" : " inconsistent");
}

static void print_host(const rocprofiler_callback_tracing_code_object_host_kernel_symbol_register_data_t* data) {
    printf(" host %lu of kernel %lu of %lu %s is %s modules %d limit %u blocks %u %u %u workgroup %lu bytes %lu",
           (unsigned long)data->host_function_id, (unsigned long)data->kernel_id, (unsigned long)data->code_object_id,
           keep(data->device_function), function_at(data->host_function.value), data->modules.ptr == (void*)binary,
           data->thread_limit, data->block_dims.x, data->block_dims.y, data->block_dims.z,
           (unsigned long)data->workgroup_size, (unsigned long)data->size);
}

// Each event and context gets a number at its load and prints the same number at its unload.
static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* context) {
    static uint64_t last;
    printf("  %s %s", (const char*)context, record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD ? "load" : "unload");
    if (record.operation == ROCPROFILER_CODE_OBJECT_LOAD) print_load(record.payload);
    if (record.operation == ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER) print_kernel(record.payload);
    if (record.operation == ROCPROFILER_CODE_OBJECT_HOST_KERNEL_SYMBOL_REGISTER) print_host(record.payload);
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD) {
        if (user->value != 0) printf(" user data dirty");
        user->value = ++last;
    }
    printf(" #%lu", (unsigned long)user->value);
    rocprofiler_correlation_id_t* id = &record.correlation_id;
    if (id->internal || id->external.value || id->ancestor) printf(" correlated");
    if (record.thread_id != (uint64_t)syscall(SYS_gettid)) printf(" on another thread");
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_UNLOAD && strcmp(mode, "end") == 0) {
        printf(" flush %s", rocprofiler_get_status_name(rocprofiler_flush_buffer(buffer)));
    }
    printf("\n");
    if (strcmp(mode, "inside") == 0 && user->value == 1 && record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD) {
        launch("  launch alpha inside", 0, alpha);
    }
}

static void no_records(rocprofiler_context_id_t from, rocprofiler_buffer_id_t id, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    (void)from, (void)id, (void)headers, (void)count, (void)data, (void)dropped;
}

static void listen(rocprofiler_context_id_t* context, const rocprofiler_tracing_operation_t* operations, size_t count,
                   char* name) {
    MUST(rocprofiler_create_context(context));
    MUST(rocprofiler_configure_callback_tracing_service(*context, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, operations,
                                                        count, on_event, name));
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    static const rocprofiler_tracing_operation_t loads[] = {ROCPROFILER_CODE_OBJECT_LOAD};
    static char names[][2] = {"A", "B", "C"};
    (void)finalize, (void)data;
    listen(&a, NULL, 0, names[0]);
    listen(&b, loads, 1, names[1]);
    listen(&c, NULL, 0, names[2]);
    MUST(rocprofiler_create_buffer(a, 4096, 2048, ROCPROFILER_BUFFER_POLICY_LOSSLESS, no_records, NULL, &buffer));
    if (strcmp(mode, "nobody") == 0) return 0;
    MUST(rocprofiler_start_context(a));
    MUST(rocprofiler_start_context(b));
    return 0;
}

static void finalize(void* data) {
    (void)data;
    printf("finalize\n");
    check_texts();
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "codeobjects";
    return &result;
}

// --- the program ---------------------------------------------------------------------------------------------------

static void register_function(softgpu_kernel kernel, const char* name, dim3* block, int* workgroup) {
    __hipRegisterFunction(binary, (void*)(uintptr_t)kernel, (char*)(uintptr_t)name, name, 256, NULL, NULL, block, NULL,
                          workgroup);
}

static void register_binary(void) {
    static dim3 block = {64, 2, 1};
    static int workgroup = 128;
    binary = __hipRegisterFatBinary(NULL);
    register_function(alpha, "_Z5alphai", &block, &workgroup);
    register_function(beta, "_Z4betav", NULL, NULL);
    softgpu_register_kernel(loose, "loose()");
}

static hipModule_t load_module(void) {
    hipModule_t module = NULL;
    hipFunction_t function = NULL;
    uint32_t* number = NULL;
    void* args[] = {&number};
    printf("load a module\n");
    GOOD(hipModuleLoad(&module, module_file));
    printf("launch its kernel\n");
    GOOD(hipHostMalloc((void**)&number, sizeof *number, 0));
    *number = 0;
    GOOD(hipModuleGetFunction(&function, module, "add_one"));
    GOOD(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
    GOOD(hipDeviceSynchronize());
    printf("number %u\n", *number);
    return module;
}

static void program(void) {
    launch("launch beta", 0, beta);
    launch("launch alpha", 0, alpha);
    launch("launch a loose function", 0, loose);
    printf("start C, stop B\n");
    MUST(rocprofiler_start_context(c));
    MUST(rocprofiler_stop_context(b));
    launch("launch alpha on device 1", 1, alpha);
    GOOD(hipSetDevice(0));
    hipModule_t module = load_module();
    printf("register a host function for its kernel\n");
    register_function(stand_in, "add_one", NULL, NULL);
    printf("stop A, unload the module\n");
    MUST(rocprofiler_stop_context(a));
    GOOD(hipModuleUnload(module));
    printf("unregister the binary\n");
    __hipUnregisterFatBinary(binary);
    printf("end\n");
}

int main(int count, char** words) {
    mode = count > 1 ? words[1] : "program";
    module_file = count > 2 ? words[2] : "";
    register_binary();
    if (strcmp(mode, "program") == 0) {
        program();
    } else if (strcmp(mode, "end") == 0) {
        launch("launch beta", 0, beta);
        launch("launch a loose function", 1, loose);
        printf("end\n");
    } else if (strcmp(mode, "inside") == 0) {
        launch("launch alpha", 0, alpha);
        printf("calls %u\n", alpha_calls);
    } else {
        launch("launch alpha", 0, alpha);
        MUST(rocprofiler_start_context(c));
        launch("launch a loose function", 0, loose);
        __hipUnregisterFatBinary(binary);
        printf("end\n");
    }
    return 0;
}
