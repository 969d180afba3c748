// The kernels of the programs. The driver in software does not compute them; what counts is how AMD's runtimes load,
// name and launch them. build-code-objects compiles them, without the headers and libraries of HIP.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))

extern "C" __global__ void vector_add(float* sum, const float* left, const float* right, int count) {
    int at = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
    if (at < count) sum[at] = left[at] + right[at];
}

__global__ void scale(float* values, float by) { values[__builtin_amdgcn_workitem_id_x()] *= by; }

namespace matrix {
template <typename T, int N> __global__ void fill(T* values, T with) {
    for (int i = 0; i < N; i++) values[__builtin_amdgcn_workitem_id_x() * N + i] = with;
}
template __global__ void fill<int, 4>(int*, int);
} // namespace matrix

extern "C" __global__ void empty() {}

extern "C" __global__ void lasts(long nanoseconds) {}

extern "C" {
__device__ __attribute__((used)) int table[64];
}
