/// The way through the SDK: what its files say to each other.
///
/// libroctracer64 is a tool of the SDK, in C: sdk.c joins it, call_data.c keeps what an open call needs, and each part turns what
/// the SDK tells into what the tracer function takes.
#ifndef RT_SDK_H
#define RT_SDK_H

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include "../private_api.h"
#include "rt.h"

/// Functions of the SDK, which is not linked: most processes with this library never need it.
#define RT_SDK_FUNCTIONS(each) \
    each(rocprofiler_force_configure) \
    each(rocprofiler_is_initialized) \
    each(rocprofiler_create_context) \
    each(rocprofiler_start_context) \
    each(rocprofiler_stop_context) \
    each(rocprofiler_configure_callback_tracing_service) \
    each(rocprofiler_create_buffer) \
    each(rocprofiler_flush_buffer) \
    each(rocprofiler_at_intercept_table_registration) \
    each(rocprofiler_query_available_agents)

struct rt_sdk_functions {
#define RT_SDK_FIELD(name) __typeof__(name)* name;
    RT_SDK_FUNCTIONS(RT_SDK_FIELD)
#undef RT_SDK_FIELD
    int (*set_api_table)(const char* library, uint64_t version, uint64_t instance, void** tables, uint64_t count);
    /// HSA's own functions, of our SDK only: may be NULL.
    __typeof__(rocprofiler_java_hsa_function)* hsa_function;
};

/// Set once, before anything of the SDK is called.
extern struct rt_sdk_functions rt_sdk;

/// Something of the runtimes that is listened to as a whole: a context of the SDK.
struct rt_part {
    /// Makes the services of the context, within the SDK's configuration. @return false: this part is not to be had
    bool (*configure)(rocprofiler_context_id_t context);
    /// Whether somebody wants it now.
    bool (*wanted)(void);
    /// What it listens to goes on after the calls that begin it: stopping it would wait for the GPU. It goes on listening.
    bool stays;
};

extern const struct rt_part rt_hsa_part;         ///< HSA_API and HSA_EVT
extern const struct rt_part rt_copies_part;      ///< HSA_OPS
extern const struct rt_part rt_hip_part;         ///< HIP_API by tables
extern const struct rt_part rt_hip_work_part;    ///< HIP_OPS by tables
extern const struct rt_part rt_kernel_name_part; ///< what HIP_OPS calls its kernels

/// HSA is going down: the SDK has no table of it any more.
void rt_sdk_hsa_is_gone(void);

/// A table of HSA that a loader of tools libraries gave us (onload.c), and its version; NULL: none.
void* rt_onload_table(uint64_t* version);

// --- call_data.c -------------------------------------------------------------------------------------------------------

enum rt_call_kind { RT_HSA_CALL, RT_HIP_CALL, RT_CALL_KINDS };

/// Trace data of a call that begins: it stays where it is until the call ends. `frame` is an address on the stack that names
/// the call. NULL: no memory, or too many open calls. The calling thread's.
void* rt_call_begins(enum rt_call_kind kind, const void* frame);

/// The trace data of a call that ends, which rt_call_is_over gives back; NULL when it was given up in between: its frame
/// had been taken for one that an exception or longjmp has left.
void* rt_call_ends(void* td, const void* frame);
void rt_call_is_over(void* td);

// --- hsa_events.c --------------------------------------------------------------------------------------------------

/// HSA has come up. Then: tells of HSA_EVT's events around a call; `op` of HSA_API, its arguments and its result. Any thread.
void rt_hsa_events_begin(void);
void rt_hsa_events_before(uint32_t op, const rocprofiler_hsa_api_args_t* args);
void rt_hsa_events_after(uint32_t op, const rocprofiler_hsa_api_args_t* args, uint64_t result);

#endif
