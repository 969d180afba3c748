// The functions of libroctx64 in addition to those shared with librocprofiler-sdk-roctx (../roctx/roctx.c).
#include "../roctx/roctx_internal.h"
#include <roctracer/roctracer.h>

ROCTX_EXPORT void rpj_roctx_register_tracer(roctx_tracer tracer);

// Not in a header: roctracer looks it up.
ROCTX_EXPORT void roctxRegisterTracerCallback(roctx_tracer tracer);

ROCTX_EXPORT void roctxRegisterTracerCallback(roctx_tracer tracer) { rpj_roctx_register_tracer(tracer); }

ROCTX_EXPORT uint32_t roctx_version_major(void);
ROCTX_EXPORT uint32_t roctx_version_minor(void);

ROCTX_EXPORT uint32_t roctx_version_major(void) {
    return ROCTRACER_VERSION_MAJOR; // the older interface takes it from roctracer
}

ROCTX_EXPORT uint32_t roctx_version_minor(void) { return ROCTRACER_VERSION_MINOR; }
