// The public functions to query devices and to select one.
#include <stdio.h>
#include <string.h>

#include "capture.h"
#include "device.h"
#include "error.h"
#include "finish.h"
#include "hip.h"

static bool is_device(int device) { return device >= 0 && device < sg_device_count; }

hipError_t sg_hipInit(unsigned int flags) {
    if (flags != 0) return sg_result(hipErrorInvalidValue);
    return sg_result(sg_hip_ready());
}

hipError_t sg_hipGetDeviceCount(int* count) {
    if (count == NULL) return sg_result(hipErrorInvalidValue);
    hipError_t ready = sg_hip_ready();
    *count = sg_device_count;
    return sg_result(ready);
}

hipError_t sg_hipGetDevice(int* deviceId) {
    SG_REQUIRE_DEVICES();
    if (deviceId == NULL) return sg_result(hipErrorInvalidValue);
    *deviceId = sg_current_device();
    return sg_result(hipSuccess);
}

hipError_t sg_hipSetDevice(int deviceId) {
    SG_REQUIRE_DEVICES();
    if (!is_device(deviceId)) return sg_result(hipErrorInvalidDevice);
    sg_set_current_device(deviceId);
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceGet(hipDevice_t* device, int ordinal) {
    SG_REQUIRE_DEVICES();
    if (device == NULL) return sg_result(hipErrorInvalidValue);
    if (!is_device(ordinal)) return sg_result(hipErrorInvalidDevice);
    *device = ordinal;
    return sg_result(hipSuccess);
}

hipError_t sg_hipChooseDevice(int* device, const hipDeviceProp_tR0600* prop) {
    SG_REQUIRE_DEVICES();
    if (device == NULL || prop == NULL) return sg_result(hipErrorInvalidValue);
    *device = 0; // all devices are alike
    return sg_result(hipSuccess);
}

hipError_t sg_hipSetDeviceFlags(unsigned int flags) {
    SG_REQUIRE_DEVICES();
    atomic_store(&sg_devices[sg_current_device()].flags, flags);
    return sg_result(hipSuccess);
}

hipError_t sg_hipGetDeviceFlags(unsigned int* flags) {
    SG_REQUIRE_DEVICES();
    if (flags == NULL) return sg_result(hipErrorInvalidValue);
    *flags = atomic_load(&sg_devices[sg_current_device()].flags);
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceGetName(char* name, int len, hipDevice_t device) {
    SG_REQUIRE_DEVICES();
    if (name == NULL || len <= 0) return sg_result(hipErrorInvalidValue);
    if (!is_device(device)) return sg_result(hipErrorInvalidDevice);
    snprintf(name, (size_t)len, "%s", sg_devices[device].name);
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceTotalMem(size_t* bytes, hipDevice_t device) {
    SG_REQUIRE_DEVICES();
    if (bytes == NULL) return sg_result(hipErrorInvalidValue);
    if (!is_device(device)) return sg_result(hipErrorInvalidDevice);
    *bytes = sg_devices[device].memory;
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceComputeCapability(int* major, int* minor, hipDevice_t device) {
    SG_REQUIRE_DEVICES();
    if (major == NULL || minor == NULL) return sg_result(hipErrorInvalidValue);
    if (!is_device(device)) return sg_result(hipErrorInvalidDevice);
    *major = 9;
    *minor = 0;
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceGetPCIBusId(char* pciBusId, int len, int device) {
    SG_REQUIRE_DEVICES();
    if (pciBusId == NULL || len < 13) return sg_result(hipErrorInvalidValue);
    if (!is_device(device)) return sg_result(hipErrorInvalidDevice);
    snprintf(pciBusId, (size_t)len, "0000:%02x:00.0", (unsigned)(1 + device) & 0xff);
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceGetByPCIBusId(int* device, const char* pciBusId) {
    SG_REQUIRE_DEVICES();
    unsigned domain, bus, dev, function;
    if (device == NULL || pciBusId == NULL) return sg_result(hipErrorInvalidValue);
    int fields = sscanf(pciBusId, "%x:%x:%x.%x", &domain, &bus, &dev, &function);
    if (fields < 3 || domain != 0 || dev != 0 || !is_device((int)bus - 1)) return sg_result(hipErrorInvalidValue);
    *device = (int)bus - 1;
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceGetUuid(hipUUID* uuid, hipDevice_t device) {
    SG_REQUIRE_DEVICES();
    if (uuid == NULL) return sg_result(hipErrorInvalidValue);
    if (!is_device(device)) return sg_result(hipErrorInvalidDevice);
    memset(uuid, 0, sizeof *uuid);
    snprintf(uuid->bytes, sizeof uuid->bytes, "softgpu-%u", (unsigned)device & 0xff);
    return sg_result(hipSuccess);
}

hipError_t sg_hipDeviceCanAccessPeer(int* canAccessPeer, int deviceId, int peerDeviceId) {
    SG_REQUIRE_DEVICES();
    if (canAccessPeer == NULL) return sg_result(hipErrorInvalidValue);
    if (!is_device(deviceId) || !is_device(peerDeviceId)) return sg_result(hipErrorInvalidDevice);
    *canAccessPeer = deviceId != peerDeviceId;
    return sg_result(hipSuccess);
}

static hipError_t check_peer(int peer) {
    SG_REQUIRE_DEVICES();
    return sg_result(is_device(peer) && peer != sg_current_device() ? hipSuccess : hipErrorInvalidDevice);
}

hipError_t sg_hipDeviceEnablePeerAccess(int peerDeviceId, unsigned int flags) {
    return flags != 0 ? sg_result(hipErrorInvalidValue) : check_peer(peerDeviceId);
}

hipError_t sg_hipDeviceDisablePeerAccess(int peerDeviceId) { return check_peer(peerDeviceId); }

hipError_t sg_hipDriverGetVersion(int* driverVersion) {
    if (driverVersion == NULL) return sg_result(hipErrorInvalidValue);
    *driverVersion = SG_HIP_VERSION_NUMBER;
    return sg_result(hipSuccess);
}

hipError_t sg_hipRuntimeGetVersion(int* runtimeVersion) { return sg_hipDriverGetVersion(runtimeVersion); }

hipError_t sg_hipDeviceSynchronize(void) {
    SG_REQUIRE_DEVICES();
    hipError_t status = sg_capture_forbids_device(sg_current_device());
    return sg_result(status == hipSuccess ? sg_device_finish(sg_current_device(), false) : status);
}

hipError_t sg_hipDeviceReset(void) {
    return sg_hipDeviceSynchronize(); // memory and streams stay: a device's context is never destroyed
}
