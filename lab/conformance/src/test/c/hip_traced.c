// A client of libroctracer64 that traces HIP: calls with their arguments, and kernels and copies. It prints the
// same whether HIP's calls come through its tracer callback or through the SDK's tables.
//
// With "late" it enables everything after HIP is initialised.
#define _GNU_SOURCE
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include <roctracer/roctracer.h>
#include <roctracer/roctracer_hip.h>

#include "gpu_program.h"

enum { ITEMS = 256, BYTES = ITEMS * sizeof(float), RECORDS = 256 };

static void scale(const softgpu_workgroup* wg, void** args) {
    float* y = *(float**)args[0];
    float factor = *(float*)args[1];
    for (uint32_t t = 0; t < wg->block.x; t++) y[wg->group.x * wg->block.x + t] *= factor;
}

static uint64_t ids[512], last_id;

static void print_arguments(uint32_t id, const hip_api_data_t* data) {
    switch (id) {
        case HIP_API_ID_hipMalloc: printf("(size %zu)", data->args.hipMalloc.size); break;
        case HIP_API_ID_hipMemcpy:
            printf("(bytes %zu kind %d)", data->args.hipMemcpy.sizeBytes, (int)data->args.hipMemcpy.kind);
            break;
        case HIP_API_ID_hipLaunchKernel:
            printf("(scale %d grid %u block %u shared %zu stream %d)",
                   data->args.hipLaunchKernel.function_address == scale, data->args.hipLaunchKernel.numBlocks.x,
                   data->args.hipLaunchKernel.dimBlocks.x, data->args.hipLaunchKernel.sharedMemBytes,
                   data->args.hipLaunchKernel.stream != NULL);
            break;
        case HIP_API_ID_hipMemcpyAsync:
            printf("(bytes %zu kind %d stream %d)", data->args.hipMemcpyAsync.sizeBytes,
                   (int)data->args.hipMemcpyAsync.kind, data->args.hipMemcpyAsync.stream != NULL);
            break;
        default: break;
    }
}

static void on_call(uint32_t domain, uint32_t id, const void* callback_data, void* argument) {
    const hip_api_data_t* data = callback_data;
    EXPECT(domain == ACTIVITY_DOMAIN_HIP_API && argument == ids && id < 512);
    if (data->phase == ACTIVITY_API_PHASE_ENTER) {
        *data->phase_data = id;
        ids[id] = last_id = data->correlation_id;
        printf("%s", roctracer_op_string(domain, id, 0));
        print_arguments(id, data);
    } else {
        EXPECT(*data->phase_data == id && data->correlation_id == ids[id]);
        printf(" ;\n");
    }
}

static roctracer_record_t records[RECORDS];
static char names[RECORDS][64];
static atomic_int record_count;

static void on_records(const char* begin, const char* end, void* argument) {
    (void)argument;
    const roctracer_record_t* record = (const roctracer_record_t*)begin;
    for (; (const char*)record < end && record_count < RECORDS; record++) {
        const int i = record_count++;
        records[i] = *record;
        if (record->domain == ACTIVITY_DOMAIN_HIP_OPS && record->op == HIP_OP_ID_DISPATCH)
            snprintf(names[i], sizeof names[i], "%s", record->kernel_name != NULL ? record->kernel_name : "no name");
    }
}

static const char* call_of(uint64_t id) {
    for (int i = 0; i < record_count; i++)
        if (records[i].domain == ACTIVITY_DOMAIN_HIP_API && records[i].correlation_id == id)
            return roctracer_op_string(ACTIVITY_DOMAIN_HIP_API, records[i].op, 0);
    return "no call";
}

static void print_records(void) {
    for (int i = 0; i < record_count; i++) {
        const roctracer_record_t* r = &records[i];
        EXPECT(r->begin_ns != 0 && r->begin_ns <= r->end_ns);
        if (r->domain != ACTIVITY_DOMAIN_HIP_OPS) continue;
        printf("%s of %s on %d:", roctracer_op_string(r->domain, r->op, r->kind), call_of(r->correlation_id),
               r->device_id);
        if (r->op == HIP_OP_ID_DISPATCH) printf(" %s\n", names[i]);
        else printf(" %zu\n", (size_t)r->bytes);
    }
}

static void enable(void) {
    static const uint32_t ops[] = {HIP_API_ID_hipMalloc, HIP_API_ID_hipMemcpy, HIP_API_ID_hipMemcpyAsync,
                                   HIP_API_ID_hipLaunchKernel, HIP_API_ID_hipFree};
    roctracer_properties_t properties = {.buffer_size = 1 << 14, .buffer_callback_fun = on_records};
    EXPECT(roctracer_open_pool(&properties) == 0);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        EXPECT(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HIP_API, ops[i], on_call, ids) == 0);
    EXPECT(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HIP_API) == 0);
    EXPECT(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_DISPATCH) == 0);
    EXPECT(roctracer_enable_op_activity(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_COPY) == 0);
}

int main(int argc, char** argv) {
    static const uint32_t sizes[] = {sizeof(void*), sizeof(float)};
    const int late = argc > 1 && strcmp(argv[1], "late") == 0;
    softgpu_register_kernel_args(scale, "_Z5scalePff", 2, sizes);
    if (!late) enable();
    int devices;
    HIP(hipGetDeviceCount(&devices));
    if (late) enable();

    float *device, *pinned, factor = 3;
    hipStream_t stream;
    HIP(hipHostMalloc((void**)&pinned, BYTES, 0));
    for (int i = 0; i < ITEMS; i++) pinned[i] = (float)i;
    HIP(hipMalloc((void**)&device, BYTES));
    HIP(hipStreamCreate(&stream));
    HIP(hipMemcpyAsync(device, pinned, BYTES, hipMemcpyHostToDevice, stream));
    void* args[] = {&device, &factor};
    HIP(hipLaunchKernel((const void*)scale, (dim3){4, 1, 1}, (dim3){64, 1, 1}, args, 16, stream));
    HIP(hipMemcpyAsync(pinned, device, BYTES, hipMemcpyDeviceToHost, stream));
    HIP(hipStreamSynchronize(stream));
    for (int i = 0; i < ITEMS; i++) EXPECT(pinned[i] == 3 * (float)i);
    EXPECT(roctracer_flush_activity() == 0);
    print_records();
    EXPECT(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HIP_API) == 0);
    HIP(hipFree(device));
    EXPECT(roctracer_close_pool() == 0);
    HIP(hipStreamDestroy(stream));
    return 0;
}
