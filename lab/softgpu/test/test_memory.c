// Memory: reads return what was written, through every kind of copy and fill; wrong arguments have their statuses.
#include "check.h"

#include <hip/hip_runtime_api.h>
#include <string.h>

enum { N = 100000 };

static void copies_move_the_bytes(void) {
    static int in[N], out[N];
    int *a, *b, *pinned;
    for (int i = 0; i < N; i++) in[i] = i * 7;
    HIP(hipMalloc((void**)&a, sizeof in));
    HIP(hipMalloc((void**)&b, sizeof in));
    HIP(hipHostMalloc((void**)&pinned, sizeof in, hipHostMallocDefault));
    HIP(hipMemcpy(a, in, sizeof in, hipMemcpyHostToDevice));
    HIP(hipMemcpy(b, a, sizeof in, hipMemcpyDeviceToDevice));
    HIP(hipMemcpyAsync(pinned, b, sizeof in, hipMemcpyDeviceToHost, NULL));
    HIP(hipStreamSynchronize(NULL));
    CHECK(memcmp(in, pinned, sizeof in) == 0);
    HIP(hipMemcpyAsync(out, b, sizeof in, hipMemcpyDefault, NULL)); // pageable: done on return
    CHECK(memcmp(in, out, sizeof in) == 0);
    memset(out, 0, sizeof out);
    HIP(hipMemcpyDtoH(out, b, sizeof in));
    CHECK(memcmp(in, out, sizeof in) == 0);
    HIP(hipMemcpyPeer(a, 0, b, 1, sizeof in));
    HIP(hipFree(a));
    HIP(hipFree(b));
    HIP(hipHostFree(pinned));
}

static void fills_write_the_pattern(void) {
    unsigned char *a, out[64 * 8];
    size_t pitch;
    HIP(hipMallocPitch((void**)&a, &pitch, 64, 8));
    CHECK_EQUAL(256, pitch);
    HIP(hipMemset2D(a, pitch, 0x5a, 64, 8));
    HIP(hipMemsetD32(a, 0x01020304, 2));
    HIP(hipMemsetD16(a + pitch, 0xbeef, 1));
    HIP(hipMemset(a + 2 * pitch, 1, 3));
    HIP(hipMemcpy2D(out, 64, a, pitch, 64, 8, hipMemcpyDeviceToHost));
    for (int row = 3; row < 8; row++) {
        for (int x = 0; x < 64; x++) CHECK_EQUAL(0x5a, out[row * 64 + x]);
    }
    CHECK_EQUAL(4, out[0]);
    CHECK_EQUAL(1, out[7]);
    CHECK_EQUAL(0x5a, out[8]);
    CHECK_EQUAL(0xef, out[64]);
    CHECK_EQUAL(0xbe, out[65]);
    CHECK_EQUAL(1, out[130]);
    CHECK_EQUAL(0x5a, out[131]);
    HIP(hipFree(a));
}

static void slices_are_copied_between_pitches(void) {
    unsigned char in[4 * 3 * 2], out[sizeof in];
    for (unsigned i = 0; i < sizeof in; i++) in[i] = (unsigned char)i;
    hipPitchedPtr device;
    hipExtent extent = {4, 3, 2};
    HIP(hipMalloc3D(&device, extent));
    hipMemcpy3DParms p = {.srcPtr = {in, 4, 4, 3}, .dstPtr = device, .extent = extent, .kind = hipMemcpyHostToDevice};
    HIP(hipMemcpy3D(&p));
    p = (hipMemcpy3DParms){.srcPtr = device, .dstPtr = {out, 4, 4, 3}, .extent = extent, .kind = hipMemcpyDeviceToHost};
    HIP(hipMemcpy3D(&p));
    CHECK(memcmp(in, out, sizeof in) == 0);
    HIP(hipFree(device.ptr));
}

static void pointers_are_known(void) {
    int *device, *host, *managed, local;
    hipPointerAttribute_t a;
    size_t free_before, free_after, total, size;
    void* base;
    HIP(hipSetDevice(1));
    HIP(hipMemGetInfo(&free_before, &total));
    HIP(hipMalloc((void**)&device, 1 << 20));
    HIP(hipMemGetInfo(&free_after, &total));
    CHECK_EQUAL(1 << 20, free_before - free_after);
    HIP(hipHostMalloc((void**)&host, 64, hipHostMallocPortable));
    HIP(hipMallocManaged((void**)&managed, 64, hipMemAttachGlobal));
    HIP(hipPointerGetAttributes(&a, device + 3));
    CHECK(a.type == hipMemoryTypeDevice && a.device == 1 && a.hostPointer == NULL && !a.isManaged);
    HIP(hipPointerGetAttributes(&a, host));
    CHECK(a.type == hipMemoryTypeHost && a.allocationFlags == hipHostMallocPortable && a.hostPointer == host);
    HIP(hipPointerGetAttributes(&a, managed));
    CHECK(a.isManaged);
    HIP(hipPointerGetAttributes(&a, &local));
    CHECK(a.type == hipMemoryTypeUnregistered);
    HIP(hipMemGetAddressRange(&base, &size, device + 100));
    CHECK(base == device && size == 1 << 20);
    HIP(hipFree(device));
    HIP(hipHostFree(host));
    HIP(hipFree(managed));
    HIP(hipSetDevice(0));
}

static void mistakes_have_statuses(void) {
    int *a, local;
    HIP(hipMalloc((void**)&a, 16));
    CHECK_EQUAL(hipErrorInvalidValue, hipMalloc(NULL, 16));
    CHECK_EQUAL(hipErrorInvalidValue, hipMemcpy(a, &local, 17, hipMemcpyHostToDevice));
    CHECK_EQUAL(hipErrorInvalidValue, hipMemcpy(NULL, a, 1, hipMemcpyDefault));
    CHECK_EQUAL(hipErrorInvalidMemcpyDirection, hipMemcpy(a, a, 1, (hipMemcpyKind)77));
    CHECK_EQUAL(hipErrorInvalidMemcpyDirection, hipPeekAtLastError());
    CHECK_EQUAL(hipErrorInvalidMemcpyDirection, hipGetLastError());
    CHECK_EQUAL(hipSuccess, hipGetLastError());
    CHECK_EQUAL(hipErrorInvalidValue, hipFree(&local));
    CHECK_EQUAL(hipErrorInvalidValue, hipMemset(a, 0, 17));
    CHECK_EQUAL(hipErrorOutOfMemory, hipMalloc((void**)&a, (size_t)1 << 50));
    HIP(hipFree(NULL));
    HIP(hipHostRegister(&local, sizeof local, 0));
    CHECK_EQUAL(hipErrorHostMemoryAlreadyRegistered, hipHostRegister(&local, sizeof local, 0));
    HIP(hipHostUnregister(&local));
    CHECK_EQUAL(hipErrorHostMemoryNotRegistered, hipHostUnregister(&local));
}

static void devices_are_two(void) {
    int count, device;
    hipDeviceProp_t prop;
    HIP(hipGetDeviceCount(&count));
    CHECK_EQUAL(2, count);
    CHECK_EQUAL(hipErrorInvalidDevice, hipSetDevice(2));
    HIP(hipGetDevice(&device));
    CHECK_EQUAL(0, device);
    HIP(hipGetDeviceProperties(&prop, 1));
    CHECK(strcmp(prop.name, "softgpu 1") == 0 && strcmp(prop.gcnArchName, "gfx000") == 0);
    CHECK(prop.totalGlobalMem > 0 && prop.multiProcessorCount > 0 && prop.warpSize == 64);
    CHECK(strcmp(hipGetErrorName(hipErrorOutOfMemory), "hipErrorOutOfMemory") == 0);
    CHECK(strcmp(hipGetErrorString(hipErrorNotReady), "device not ready") == 0);
}

int main(void) {
    devices_are_two();
    copies_move_the_bytes();
    fills_write_the_pattern();
    slices_are_copied_between_pitches();
    pointers_are_known();
    mistakes_have_statuses();
    return 0;
}
