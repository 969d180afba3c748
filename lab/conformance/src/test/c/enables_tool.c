// A tool of the SDK that is also a client of libroctracer64: while the SDK initialises it, it enables HSA's calls,
// and at the end it prints the number of hsa_memory_copy calls reported.
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>
#include <roctracer/roctracer.h>
#include <roctracer/roctracer_hsa.h>

static atomic_int enters, exits;

static void on_call(uint32_t domain, uint32_t id, const void* callback_data, void* argument) {
    (void)domain;
    (void)argument;
    const hsa_api_data_t* data = callback_data;
    if (id == HSA_API_ID_hsa_memory_copy)
        atomic_fetch_add(data->phase == ACTIVITY_API_PHASE_ENTER ? &enters : &exits, 1);
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize;
    (void)data;
    void* library = dlopen("libroctracer64.so.4", RTLD_LAZY | RTLD_LOCAL);
    __typeof__(roctracer_enable_domain_callback)* enable =
        library ? (__typeof__(enable))dlsym(library, "roctracer_enable_domain_callback") : NULL;
    printf("enabling gives %d\n", enable ? (int)enable(ACTIVITY_DOMAIN_HSA_API, on_call, NULL) : -100);
    return 0;
}

static void finalize(void* data) {
    (void)data;
    printf("%d enters, %d exits\n", atomic_load(&enters), atomic_load(&exits));
    fflush(stdout);
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime_version, uint32_t priority, rocprofiler_client_id_t* id) {
    (void)version, (void)runtime_version, (void)priority;
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    id->name = "enables";
    return &result;
}
