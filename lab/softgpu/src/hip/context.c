// Contexts: one per device, never destroyed. The driver API's calls about them work on the current device.
#include "device.h"
#include "error.h"

enum { LEVELS = 32 };
static _Thread_local int saved[LEVELS];
static _Thread_local int depth;

static bool is_context(hipCtx_t ctx) { return ctx >= sg_devices && ctx < sg_devices + sg_device_count; }

static hipError_t get(hipCtx_t* ctx, hipDevice_t device) {
    SG_REQUIRE_DEVICES();
    if (ctx == NULL) return sg_result(hipErrorInvalidValue);
    if (device < 0 || device >= sg_device_count) return sg_result(hipErrorInvalidDevice);
    *ctx = &sg_devices[device];
    return sg_result(hipSuccess);
}

hipError_t sg_hipCtxPushCurrent(hipCtx_t ctx) {
    SG_REQUIRE_DEVICES();
    if (!is_context(ctx) || depth == LEVELS) return sg_result(hipErrorInvalidContext);
    saved[depth++] = sg_current_device();
    return sg_hipSetDevice(ctx->ordinal);
}

hipError_t sg_hipCtxPopCurrent(hipCtx_t* ctx) {
    SG_REQUIRE_DEVICES();
    if (depth == 0) return sg_result(hipErrorInvalidContext);
    if (ctx != NULL) *ctx = &sg_devices[sg_current_device()];
    return sg_hipSetDevice(saved[--depth]);
}

hipError_t sg_hipCtxCreate(hipCtx_t* ctx, unsigned int flags, hipDevice_t device) {
    (void)flags;
    hipError_t status = get(ctx, device);
    return status == hipSuccess ? sg_hipCtxPushCurrent(*ctx) : status;
}

hipError_t sg_hipCtxDestroy(hipCtx_t ctx) {
    SG_REQUIRE_DEVICES();
    if (!is_context(ctx)) return sg_result(hipErrorInvalidContext);
    if (depth > 0 && ctx->ordinal == sg_current_device()) return sg_hipCtxPopCurrent(NULL);
    return sg_result(hipSuccess);
}

hipError_t sg_hipCtxSetCurrent(hipCtx_t ctx) {
    SG_REQUIRE_DEVICES();
    if (ctx == NULL) return sg_result(hipSuccess);
    return is_context(ctx) ? sg_hipSetDevice(ctx->ordinal) : sg_result(hipErrorInvalidContext);
}

hipError_t sg_hipCtxGetCurrent(hipCtx_t* ctx) { return get(ctx, sg_current_device()); }

hipError_t sg_hipCtxGetDevice(hipDevice_t* device) { return sg_hipGetDevice(device); }

hipError_t sg_hipCtxGetFlags(unsigned int* flags) { return sg_hipGetDeviceFlags(flags); }

hipError_t sg_hipCtxSynchronize(void) { return sg_hipDeviceSynchronize(); }

hipError_t sg_hipCtxGetApiVersion(hipCtx_t ctx, unsigned int* apiVersion) {
    (void)ctx;
    SG_REQUIRE_DEVICES();
    if (apiVersion == NULL) return sg_result(hipErrorInvalidValue);
    *apiVersion = 4;
    return sg_result(hipSuccess);
}

hipError_t sg_hipDevicePrimaryCtxRetain(hipCtx_t* pctx, hipDevice_t dev) { return get(pctx, dev); }

static hipError_t check(hipDevice_t dev) {
    hipCtx_t ctx;
    return get(&ctx, dev);
}

hipError_t sg_hipDevicePrimaryCtxRelease(hipDevice_t dev) { return check(dev); }

hipError_t sg_hipDevicePrimaryCtxReset(hipDevice_t dev) { return check(dev); }

hipError_t sg_hipDevicePrimaryCtxSetFlags(hipDevice_t dev, unsigned int flags) {
    (void)flags;
    return check(dev);
}

hipError_t sg_hipDevicePrimaryCtxGetState(hipDevice_t dev, unsigned int* flags, int* active) {
    hipError_t status = check(dev);
    if (status != hipSuccess) return status;
    if (flags == NULL || active == NULL) return sg_result(hipErrorInvalidValue);
    *flags = atomic_load(&sg_devices[dev].flags);
    *active = 1;
    return sg_result(hipSuccess);
}
