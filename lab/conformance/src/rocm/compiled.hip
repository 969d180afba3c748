// A program as hipcc builds it: kernels, launches and symbols are the compiler's, not written by hand as in registered.c.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <hip/hip_runtime.h>

__constant__ float factor;
__device__ int counter;

template <typename T> __global__ void saxpy(T* y, const T* x, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) y[i] += factor * x[i];
}

__global__ void count_up() { atomicAdd(&counter, 1); }

namespace {
struct pair {
    int left, right;
};
__global__ void swap(pair* pairs) {
    const pair p = pairs[threadIdx.x];
    pairs[threadIdx.x] = {p.right, p.left};
}
} // namespace

static void expect(hipError_t status, int line) {
    if (status == hipSuccess) return;
    printf("line %d: %s\n", line, hipGetErrorString(status));
    exit(1);
}

#define HIP(call) expect((call), __LINE__)

int main() {
    constexpr int COUNT = 1 << 16;
    std::vector<float> host(COUNT, 2), back(COUNT);
    float *x, *y, two = 2;
    pair* pairs;
    int devices = 0, counted = 7;
    HIP(hipGetDeviceCount(&devices));
    HIP(hipMalloc(&x, COUNT * sizeof(float)));
    HIP(hipMalloc(&y, COUNT * sizeof(float)));
    HIP(hipMalloc(&pairs, 64 * sizeof(pair)));
    HIP(hipMemcpy(x, host.data(), COUNT * sizeof(float), hipMemcpyHostToDevice));
    HIP(hipMemset(y, 0, COUNT * sizeof(float)));
    HIP(hipMemcpyToSymbol(HIP_SYMBOL(factor), &two, sizeof two));
    HIP(hipMemcpyToSymbol(HIP_SYMBOL(counter), &counted, sizeof counted));
    hipStream_t streams[2];
    for (hipStream_t& stream : streams) HIP(hipStreamCreate(&stream));
    for (int i = 0; i < 20; i++) {
        saxpy<float><<<COUNT / 256, 256, 0, streams[i % 2]>>>(y, x, COUNT);
        hipLaunchKernelGGL(count_up, dim3(1), dim3(64), 0, streams[i % 2]);
        swap<<<1, 64>>>(pairs);
    }
    HIP(hipGetLastError());
    HIP(hipDeviceSynchronize());
    HIP(hipMemcpyFromSymbol(&counted, HIP_SYMBOL(counter), sizeof counted));
    HIP(hipMemcpy(back.data(), x, COUNT * sizeof(float), hipMemcpyDeviceToHost));
    for (hipStream_t stream : streams) HIP(hipStreamDestroy(stream));
    HIP(hipFree(x));
    HIP(hipFree(y));
    HIP(hipFree(pairs));
    printf("%d devices, 60 kernels, %d, %s\n", devices, counted, back == host ? "right" : "wrong");
    return 0;
}
