// The functions of the SDK that this library calls as a tool.
#ifndef RT_SDK_FUNCTIONS_H
#define RT_SDK_FUNCTIONS_H

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include "../../private_api.h"
#include "base/rt.h"

// Functions of the SDK, which is not linked: most processes with this library never need it.
#define RT_SDK_FUNCTIONS(each) \
    each(rocprofiler_force_configure) each(rocprofiler_is_initialized) each(rocprofiler_create_context) \
        each(rocprofiler_start_context) each(rocprofiler_stop_context) \
            each(rocprofiler_configure_callback_tracing_service) each(rocprofiler_create_buffer) \
                each(rocprofiler_flush_buffer) each(rocprofiler_at_intercept_table_registration) \
                    each(rocprofiler_query_available_agents)

struct rt_sdk_functions {
#define RT_SDK_FIELD(name) __typeof__(name)* name;
    RT_SDK_FUNCTIONS(RT_SDK_FIELD)
#undef RT_SDK_FIELD
    int (*set_api_table)(const char* library, uint64_t version, uint64_t instance, void** tables, uint64_t count);
    // HSA's own functions, of our SDK only: may be NULL.
    __typeof__(rocprofiler_java_hsa_function)* hsa_function;
};

// Set once, before any other call of the SDK.
extern struct rt_sdk_functions rt_sdk;

// Finds the functions, once. False if they are unavailable, after one line on stderr. Any thread; two may do it
// at once.
bool rt_sdk_load(void);

// Reports, once, that HSA is not traced in this process, and the remedy.
void rt_sdk_give_up(const char* why, const char* what_to_do);
// Whether that has been reported.
bool rt_sdk_is_hopeless(void);

#endif
