// Transposes a matrix four times and traces itself with roctracer: callbacks around its HIP calls, records of calls
// and of GPU work in a pool, its own numbers in the records, and a pause.
//
//     transpose
//
// Prints its results and exits with 0 if every element is right. It also works with AMD's roctracer. The same
// source is a C program for the software GPU and, through hipcc, a HIP program for a real one.
#ifdef __HIP__
#include <hip/hip_runtime.h>
#else
#include <hip/hip_runtime_api.h>
#include <softgpu/softgpu.h>
#endif
#include <roctracer/roctracer.h>
#include <roctracer/roctracer_ext.h>
#include <roctracer/roctracer_hip.h>
#include <roctracer/roctracer_roctx.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, TILE = 16, ITERATIONS = 4, KINDS = 64 };
enum { SETUP = 31, COMPUTE = 32 }; // this program's own numbers

static const size_t bytes = ROWS * ROWS * sizeof(float);

#ifdef __HIP__
static __global__ void transpose(float *out, const float *in) {
    uint32_t column = blockIdx.x * TILE + threadIdx.x;
    uint32_t row = blockIdx.y * TILE + threadIdx.y;
    out[column * ROWS + row] = in[row * ROWS + column];
}

static void name_kernel(void) {}
#else
// A software GPU calls its kernel once per work-group; the work-items are a loop.
static void transpose(const softgpu_workgroup *wg, void **args) {
    float *out = *(float **)args[0];
    const float *in = *(const float **)args[1];
    for (uint32_t y = wg->group.y * TILE; y < (wg->group.y + 1) * TILE; y++)
        for (uint32_t x = wg->group.x * TILE; x < (wg->group.x + 1) * TILE; x++) out[x * ROWS + y] = in[y * ROWS + x];
}

static void name_kernel(void) {
    static const uint32_t sizes[] = {sizeof(float *), sizeof(float *)};
    if (softgpu_register_kernel_args) softgpu_register_kernel_args(transpose, "transpose", 2, sizes);
}
#endif

#define HIP(call)                                                                       \
    do {                                                                                \
        hipError_t error_ = (call);                                                     \
        if (error_ != hipSuccess) {                                                     \
            fprintf(stderr, "transpose: %s: %s\n", #call, hipGetErrorString(error_));   \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

#define TRACER(call)                                                                    \
    do {                                                                                \
        if ((call) != ROCTRACER_STATUS_SUCCESS) {                                       \
            fprintf(stderr, "transpose: %s: %s", #call, roctracer_error_string());      \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

// --- callbacks: before and after each call, on the thread that makes it ----------------------------------------------

static int depth;              // of ROC-TX ranges
static unsigned begun, strange; // calls, and those whose EXIT did not get the value that ENTER left

static void on_hip(uint32_t domain, uint32_t id, const void *data, void *argument) {
    const hip_api_data_t *call = (const hip_api_data_t *)data;
    (void)argument;
    if (call->phase == ACTIVITY_API_PHASE_EXIT) {
        strange += *call->phase_data != call->correlation_id;
        return;
    }
    *call->phase_data = call->correlation_id; // 64 bits for our own use until EXIT
    begun++;
    printf("%*s%s", 2 * depth, "", roctracer_op_string(domain, id, 0));
    switch (id) {
        case HIP_API_ID_hipMalloc: printf(" size(%zu)", call->args.hipMalloc.size); break;
        case HIP_API_ID_hipMemcpy:
            printf(" size(%zu) kind(%d)", call->args.hipMemcpy.sizeBytes, (int)call->args.hipMemcpy.kind);
            break;
        case HIP_API_ID_hipLaunchKernel:
            printf(" blocks(%u)", call->args.hipLaunchKernel.numBlocks.x * call->args.hipLaunchKernel.numBlocks.y);
            break;
        default: break;
    }
    printf("\n");
}

static void on_roctx(uint32_t domain, uint32_t id, const void *data, void *argument) {
    const roctx_api_data_t *call = (const roctx_api_data_t *)data;
    (void)domain, (void)argument;
    if (id == ROCTX_API_ID_roctxRangePop) {
        depth--;
        return;
    }
    printf("%*s%s\n", 2 * depth, "", call->args.message);
    if (id == ROCTX_API_ID_roctxRangePushA) depth++;
}

// --- records: in batches, on a thread of the pool --------------------------------------------------------------------

// The number of records with one name. Only the pool's thread writes it; main reads it after the pool is closed.
static struct tally {
    char name[64];
    unsigned count;
    uint64_t bytes;
} tallies[KINDS];

static unsigned of_setup, of_compute, disordered;

static void count(const char *name, uint64_t size) {
    int i = 0;
    while (i < KINDS - 1 && tallies[i].count > 0 && strcmp(tallies[i].name, name) != 0) i++;
    snprintf(tallies[i].name, sizeof tallies[i].name, "%s", name);
    tallies[i].count++;
    tallies[i].bytes += size;
}

static void on_record(const roctracer_record_t *record) {
    const char *name = roctracer_op_string(record->domain, record->op, record->kind);
    if (record->domain == ACTIVITY_DOMAIN_EXT_API) { // precedes the record of its call
        of_setup += record->external_id == SETUP;
        of_compute += record->external_id == COMPUTE;
        return;
    }
    disordered += record->begin_ns > record->end_ns;
    if (record->domain == ACTIVITY_DOMAIN_HIP_OPS && record->op == HIP_OP_ID_DISPATCH)
        count(record->kernel_name != NULL ? record->kernel_name : name, 0);
    else
        count(name, record->domain == ACTIVITY_DOMAIN_HIP_OPS ? record->bytes : 0);
}

static void on_records(const char *begin, const char *end, void *argument) {
    const roctracer_record_t *record = (const roctracer_record_t *)begin;
    (void)argument;
    while (record < (const roctracer_record_t *)end) {
        on_record(record);
        TRACER(roctracer_next_record(record, &record));
    }
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct tally *)a)->name, ((const struct tally *)b)->name);
}

static void report(void) {
    int kinds = 0;
    while (kinds < KINDS && tallies[kinds].count > 0) kinds++;
    qsort(tallies, (size_t)kinds, sizeof *tallies, by_name);
    printf("records:\n");
    for (int i = 0; i < kinds; i++) {
        printf("%5u %s", tallies[i].count, tallies[i].name);
        if (tallies[i].bytes > 0) printf(", %zu bytes", (size_t)tallies[i].bytes);
        printf("\n");
    }
    printf("%u of setup, %u of compute, %u end before they begin; %u calls, %u strange\n", of_setup, of_compute,
           disordered, begun, strange);
}

// --- tracing on and off ----------------------------------------------------------------------------------------------

static void start_tracing(void) {
    roctracer_properties_t properties;
    memset(&properties, 0, sizeof properties);
    properties.buffer_size = 0x1000;
    properties.buffer_callback_fun = on_records;
    TRACER(roctracer_open_pool(&properties));
    TRACER(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HIP_API, on_hip, NULL));
    TRACER(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, on_roctx, NULL));
    TRACER(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
    TRACER(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_DISPATCH));
    TRACER(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_COPY));
}

static void stop_tracing(void) {
    TRACER(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HIP_API));
    TRACER(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_ROCTX));
    TRACER(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_API));
    TRACER(roctracer_disable_domain_activity(ACTIVITY_DOMAIN_HIP_OPS));
    TRACER(roctracer_flush_activity());
    TRACER(roctracer_close_pool());
}

// --- the work --------------------------------------------------------------------------------------------------------

static float in[ROWS * ROWS], out[ROWS * ROWS];

static size_t transpose_once(float *device_in, float *device_out, int iteration) {
    void *args[] = {&device_out, &device_in};
    dim3 blocks = {ROWS / TILE, ROWS / TILE, 1}, threads = {TILE, TILE, 1};
    size_t wrong = 0;
    for (int i = 0; i < ROWS * ROWS; i++) in[i] = (float)(i + iteration);
    HIP(hipMemcpy(device_in, in, bytes, hipMemcpyHostToDevice));
    HIP(hipLaunchKernel((const void *)transpose, blocks, threads, args, 0, NULL));
    HIP(hipMemcpy(out, device_out, bytes, hipMemcpyDeviceToHost));
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < ROWS; column++) wrong += out[column * ROWS + row] != in[row * ROWS + column];
    return wrong;
}

int main(void) {
    float *device_in, *device_out;
    size_t wrong = 0;
    activity_correlation_id_t last;

    name_kernel();
    start_tracing();

    TRACER(roctracer_activity_push_external_correlation_id(SETUP));
    HIP(hipMalloc((void **)&device_in, bytes));
    HIP(hipMalloc((void **)&device_out, bytes));
    TRACER(roctracer_activity_pop_external_correlation_id(&last));

    TRACER(roctracer_activity_push_external_correlation_id(COMPUTE));
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        if (iteration % 2 == 0) roctracer_start(); // traces every other iteration
        else roctracer_stop();
        roctxRangePushA(iteration % 2 == 0 ? "traced" : "stopped");
        wrong += transpose_once(device_in, device_out, iteration);
        roctxRangePop();
    }
    TRACER(roctracer_activity_pop_external_correlation_id(&last));

    roctracer_start();
    HIP(hipFree(device_in));
    HIP(hipFree(device_out));
    stop_tracing();

    report();
    printf("%s: %d transposes, %zu wrong elements, last id %d\n", wrong ? "FAILED" : "PASSED", ITERATIONS, wrong, (int)last);
    return wrong != 0;
}
