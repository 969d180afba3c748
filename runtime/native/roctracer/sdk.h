// libroctracer64 as a tool of the SDK.
#ifndef RT_SDK_H
#define RT_SDK_H

#include "rt.h"

// Registrations changed, or a runtime has come: joins the SDK if need be, and starts and stops contexts, here or on
// the thread that is at it. No lock of the registry is held. May start a JVM. Any thread.
void rt_connect(void);

// A runtime has come. librocprofiler-register calls it, which finds it through the descriptor.
void rt_appeared(void);

// Before a pool is flushed or closed: what has completed on the GPU is to be in the pools. Any thread.
void rt_sdk_flush(void);
// In a forked child: nothing comes from the SDK any more.
void rt_sdk_forked(void);
// The SDK configures us as a tool (rocprofiler_configure_func_t). Found through the descriptor.
void* rt_client_configure(uint32_t version, const char* runtime_version, uint32_t priority, void* id);

#endif
