// rt_gpu [COUNT]: the program of roctracer's documentation, on the software GPU: copies, kernels, external ids,
// tracing on in every other round. Prints the contents of callbacks and records in the order of the calls, each
// with its GPU work.
#include <hip/hip_runtime_api.h>
#include <softgpu/softgpu.h>

#include "rt_program.h"

enum { BYTES = 4096, MOST = 10000 };
static roctracer_record_t calls[MOST], commands[MOST], externals[MOST];
static char names[MOST][40];
static int call_count, command_count, external_count, entered, left;

#define HIP(call) okay(#call, call)

static void double_it(const softgpu_workgroup* group, void** arguments) {
    int** data = arguments[0];
    (void)group;
    for (size_t i = 0; i < BYTES / sizeof **data; i++) (*data)[i] *= 2;
}

static void on_call(uint32_t domain, uint32_t op, const void* data, void* argument) {
    const hip_api_data_t* call = data;
    EXPECT(domain == ACTIVITY_DOMAIN_HIP_API && argument == calls);
    if (op == MEMCPY) EXPECT(call->args.hipMemcpy.sizeBytes == BYTES);
    if (call->phase) left++;
    else entered++;
}

static void on_records(const char* begin, const char* end, void* argument) {
    (void)argument;
    const roctracer_record_t* r = (const roctracer_record_t*)begin;
    for (; r < (const roctracer_record_t*)end; r++) {
        if (r->domain == ACTIVITY_DOMAIN_HIP_API) calls[call_count++] = *r;
        if (r->domain == ACTIVITY_DOMAIN_EXT_API) externals[external_count++] = *r;
        if (r->domain != ACTIVITY_DOMAIN_HIP_OPS) continue;
        const char* name = r->op == HIP_OP_ID_DISPATCH ? r->kernel_name : "";
        snprintf(names[command_count], sizeof *names, "%s", name ? name : "null");
        commands[command_count++] = *r;
    }
}

static void print_work(const roctracer_record_t* call) {
    for (int i = 0; i < command_count; i++) {
        const roctracer_record_t* r = &commands[i];
        if (r->correlation_id != call->correlation_id) continue;
        EXPECT(r->begin_ns <= r->end_ns && r->begin_ns >= call->begin_ns);
        printf("  %s", roctracer_op_string(r->domain, r->op, r->kind));
        if (r->op == HIP_OP_ID_DISPATCH) printf(" %s\n", names[i]);
        else printf(" %zu\n", (size_t)r->bytes);
    }
}

static void print_all(void) {
    uint64_t last = 0;
    for (int i = 0; i < call_count; i++) {
        const roctracer_record_t* call = &calls[i];
        EXPECT(call->correlation_id > last && call->begin_ns <= call->end_ns);
        last = call->correlation_id;
        for (int e = 0; e < external_count; e++)
            if (externals[e].correlation_id == last) printf("%" PRIu64 " ", (uint64_t)externals[e].external_id);
        printf("%s\n", roctracer_op_string(call->domain, call->op, 0));
        print_work(call);
    }
    printf("%d calls, %d entered, %d left, %d commands\n", call_count, entered, left, command_count);
}

static void round_trip(int* host, int* device, bool waits) {
    void* arguments[] = {&device};
    HIP(hipMemcpy(device, host, BYTES, hipMemcpyHostToDevice));
    OK(roctracer_activity_push_external_correlation_id(32));
    HIP(hipLaunchKernel((void*)double_it, (dim3){1, 1, 1}, (dim3){1, 1, 1}, arguments, 0, NULL));
    OK(roctracer_activity_pop_external_correlation_id(NULL));
    HIP(hipMemcpy(host, device, BYTES, hipMemcpyDeviceToHost));
    if (waits) HIP(hipDeviceSynchronize());
}

int main(int argc, char** argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 4;
    alarm(100);
    setvbuf(stdout, NULL, _IOLBF, 0);
    softgpu_register_kernel(double_it, "double_it");
    int *device, *host = calloc(1, BYTES);
    host[7] = 1;
    HIP(hipMalloc((void**)&device, BYTES));
    roctracer_properties_t properties = {.buffer_size = 0x1000, .buffer_callback_fun = on_records};
    OK(roctracer_open_pool(&properties));
    OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, on_call, calls));
    OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
    OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
    OK(roctracer_activity_push_external_correlation_id(31));
    roctracer_stop();
    for (int i = 0; i < rounds; i++) {
        if (i % 2) roctracer_start();
        round_trip(host, device, i % 2);
        if (i % 2) roctracer_stop();
    }
    roctracer_start();
    HIP(hipFree(device));
    OK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HIP_API));
    OK(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
    HIP(hipDeviceSynchronize());
    OK(roctracer_close_pool());
    print_all();
    printf(has_jvm() ? "with a JVM\n" : "no JVM\n");
    EXPECT(host[7] == (int)(rounds < 32 ? 1u << rounds : 0));
    return 0;
}
