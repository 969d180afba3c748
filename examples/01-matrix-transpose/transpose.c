// Transposes matrices on two streams, marks each phase with ROC-TX, and checks every result.
//
//     transpose [ROWS [ROUNDS]]      default: 512 rows (and columns), 4 rounds per stream
//
// Prints one line and exits with 0 if every element is right. The same source is a C program for the software GPU
// and, through hipcc, a HIP program for a real one: only the kernel differs.
#ifdef __HIP__
#include <hip/hip_runtime.h>
#else
#include <hip/hip_runtime_api.h>
#include <softgpu/softgpu.h>
#endif
#include <rocprofiler-sdk-roctx/roctx.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TILE = 16, STREAMS = 2 };

#ifdef __HIP__
static __global__ void transpose(float *out, const float *in, uint32_t rows) {
    uint32_t column = blockIdx.x * TILE + threadIdx.x;
    uint32_t row = blockIdx.y * TILE + threadIdx.y;
    if (row < rows && column < rows) out[(size_t)column * rows + row] = in[(size_t)row * rows + column];
}

static void name_kernel(void) {}
#else
// A software GPU calls its kernel once per work-group; the work-items are a loop.
static void transpose(const softgpu_workgroup *wg, void **args) {
    float *out = *(float **)args[0];
    const float *in = *(const float **)args[1];
    uint32_t rows = *(uint32_t *)args[2];
    for (uint32_t y = 0; y < TILE; y++) {
        for (uint32_t x = 0; x < TILE; x++) {
            uint32_t column = wg->group.x * TILE + x;
            uint32_t row = wg->group.y * TILE + y;
            if (row < rows && column < rows) out[(size_t)column * rows + row] = in[(size_t)row * rows + column];
        }
    }
}

static void name_kernel(void) {
    static const uint32_t sizes[] = {sizeof(float *), sizeof(float *), sizeof(uint32_t)};
    if (softgpu_register_kernel_args) softgpu_register_kernel_args(transpose, "transpose", 3, sizes);
}
#endif

#define CHECK(call)                                                                          \
    do {                                                                                     \
        hipError_t error_ = (call);                                                          \
        if (error_ != hipSuccess) {                                                          \
            fprintf(stderr, "transpose: %s: %s\n", #call, hipGetErrorString(error_));        \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

// One stream and the matrices that travel on it. Everything is freed by close_lane.
typedef struct lane {
    hipStream_t stream;
    hipEvent_t begin, end;
    float *host_in, *host_out;
    float *device_in, *device_out;
} lane;

static void open_lane(lane *l, size_t bytes) {
    CHECK(hipStreamCreate(&l->stream));
    CHECK(hipEventCreate(&l->begin));
    CHECK(hipEventCreate(&l->end));
    CHECK(hipHostMalloc((void **)&l->host_in, bytes, 0));
    CHECK(hipHostMalloc((void **)&l->host_out, bytes, 0));
    CHECK(hipMalloc((void **)&l->device_in, bytes));
    CHECK(hipMalloc((void **)&l->device_out, bytes));
}

static void close_lane(lane *l) {
    CHECK(hipFree(l->device_in));
    CHECK(hipFree(l->device_out));
    CHECK(hipHostFree(l->host_in));
    CHECK(hipHostFree(l->host_out));
    CHECK(hipEventDestroy(l->begin));
    CHECK(hipEventDestroy(l->end));
    CHECK(hipStreamDestroy(l->stream));
}

// Queues upload, kernel and download, and returns at once.
static void queue_round(lane *l, uint32_t rows) {
    size_t bytes = (size_t)rows * rows * sizeof(float);
    dim3 grid = {(rows + TILE - 1) / TILE, (rows + TILE - 1) / TILE, 1};
    dim3 block = {TILE, TILE, 1};
    void *args[] = {&l->device_out, &l->device_in, &rows};
    CHECK(hipEventRecord(l->begin, l->stream));
    CHECK(hipMemcpyAsync(l->device_in, l->host_in, bytes, hipMemcpyHostToDevice, l->stream));
    CHECK(hipLaunchKernel((const void *)transpose, grid, block, args, 0, l->stream));
    CHECK(hipMemcpyAsync(l->host_out, l->device_out, bytes, hipMemcpyDeviceToHost, l->stream));
    CHECK(hipEventRecord(l->end, l->stream));
}

// Waits for the stream, returns its time on the GPU in milliseconds, and adds the number of wrong elements
// to `wrong`.
static float finish_round(lane *l, uint32_t rows, size_t *wrong) {
    float elapsed = 0;
    CHECK(hipStreamSynchronize(l->stream));
    CHECK(hipEventElapsedTime(&elapsed, l->begin, l->end));
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < rows; column++)
            *wrong += l->host_out[(size_t)column * rows + row] != l->host_in[(size_t)row * rows + column];
    return elapsed;
}

static void fill(lane *l, uint32_t rows, uint32_t seed) {
    for (size_t i = 0; i < (size_t)rows * rows; i++) l->host_in[i] = (float)((i * 7 + seed) % 65521);
}

// Returns `fallback` when `text` is missing; exits the program when it is not a number in 1..8192.
static uint32_t number(const char *text, uint32_t fallback) {
    char *rest = NULL;
    long value = text ? strtol(text, &rest, 10) : (long)fallback;
    if ((text && (rest == text || *rest)) || value < 1 || value > 8192) {
        fprintf(stderr, "transpose: '%s' is not a number from 1 to 8192; usage: transpose [ROWS [ROUNDS]]\n", text);
        exit(2);
    }
    return (uint32_t)value;
}

int main(int argc, char **argv) {
    uint32_t rows = number(argc > 1 ? argv[1] : NULL, 512);
    uint32_t rounds = number(argc > 2 ? argv[2] : NULL, 4);
    lane lanes[STREAMS];
    size_t wrong = 0;
    double gpu_ms = 0;

    name_kernel();
    roctxRangePushA("setup");
    for (int i = 0; i < STREAMS; i++) open_lane(&lanes[i], (size_t)rows * rows * sizeof(float));
    roctxRangePop();

    for (uint32_t round = 0; round < rounds; round++) {
        roctxRangePushA("round");
        for (int i = 0; i < STREAMS; i++) fill(&lanes[i], rows, round * STREAMS + (uint32_t)i);
        roctx_range_id_t in_flight = roctxRangeStartA("in flight");
        for (int i = 0; i < STREAMS; i++) queue_round(&lanes[i], rows);
        roctxMarkA("queued");
        for (int i = 0; i < STREAMS; i++) gpu_ms += finish_round(&lanes[i], rows, &wrong);
        roctxRangeStop(in_flight);
        roctxRangePop();
    }

    for (int i = 0; i < STREAMS; i++) close_lane(&lanes[i]);
    printf("%s: %u transposes of %ux%u on %d streams, %zu wrong elements, %.1f ms on the GPU\n",
           wrong ? "FAILED" : "PASSED", rounds * STREAMS, rows, rows, STREAMS, wrong, gpu_ms);
    return wrong != 0;
}
