// libroctracer64 as a tool of the SDK.
#ifndef RT_SDK_H
#define RT_SDK_H

#include "base/rt.h"

// Called when registrations changed or a runtime was loaded: joins the SDK if necessary, and starts and stops
// contexts, here or on the thread that is already doing so. No lock of the registry is held. May start a JVM.
// Any thread.
void rt_connect(void);

// A runtime was loaded. Called by librocprofiler-register, which finds it through the descriptor.
void rt_appeared(void);

// HSA is being initialised and gives this table to its tools libraries. Any thread.
void rt_hsa_appeared(void* table, uint64_t version);

// Called before a pool is flushed or closed: brings completed GPU work to the pools. Any thread.
void rt_sdk_flush(void);
// In a forked child: there are no further events from the SDK.
void rt_sdk_forked(void);
// The SDK configures us as a tool (rocprofiler_configure_func_t). Found through the descriptor.
void* rt_client_configure(uint32_t version, const char* runtime_version, uint32_t priority, void* id);

#endif
