// The benchmark's own HIP runtime, libamdhip64.so.7: one function that does almost nothing, with the tracer
// protocol's code of AMD's HIP around it, and operations that complete at once. Thus only the tracing is measured.
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

enum { OPERATIONS = 2, CALLS = 3, RUNTIME_GET_VERSION = 343 }; // activity_domain_t, hip_api_id_t

// hip_api_trace_data_t, as HIP 6 and 7 have it.
typedef struct trace {
    uint64_t correlation_id;
    uint32_t phase;
    int* version;
    char arguments[1504 - 16];
    uint64_t* client_data;
    uint64_t phase_enter_timestamp, phase_data;
    void (*phase_enter)(uint32_t operation, struct trace* trace);
    void (*phase_exit)(uint32_t operation, struct trace* trace);
} trace;
_Static_assert(sizeof(trace) == 1552, "hip_api_trace_data_t");

typedef int (*tracer)(uint32_t domain, uint32_t operation, void* data);

static _Atomic(tracer) registered;
static __thread uint64_t correlation_id;

EXPORT void hipRegisterTracerCallback(tracer function) { atomic_store(&registered, function); }

EXPORT const char* hipApiName(uint32_t id) { return id == RUNTIME_GET_VERSION ? "hipRuntimeGetVersion" : "unknown"; }

static int get_version(int* version) {
    *version = 70100000;
    return 0;
}

static __attribute__((noinline)) int traced(tracer function, int* version) {
    trace trace;
    if (function(CALLS, RUNTIME_GET_VERSION, &trace) != 0) return get_version(version);
    correlation_id = trace.correlation_id;
    if (trace.phase_enter != NULL) {
        trace.version = version;
        trace.phase_enter(RUNTIME_GET_VERSION, &trace);
    }
    int status = get_version(version);
    if (trace.phase_exit != NULL) trace.phase_exit(RUNTIME_GET_VERSION, &trace);
    correlation_id = 0;
    return status;
}

EXPORT int hipRuntimeGetVersion(int* version) {
    tracer function = atomic_load_explicit(&registered, memory_order_acquire);
    return __builtin_expect(function != NULL, 0) ? traced(function, version) : get_version(version);
}

// Reports the end of an operation, and a whole operation: its end only if the tracer accepted its start.
EXPORT void bench_complete(uint32_t operation, void* record) {
    tracer function = atomic_load_explicit(&registered, memory_order_acquire);
    if (function != NULL) function(OPERATIONS, operation, record);
}

EXPORT void bench_operation(uint32_t operation, void* record) {
    tracer function = atomic_load_explicit(&registered, memory_order_acquire);
    if (function != NULL && function(OPERATIONS, operation, NULL) == 0) function(OPERATIONS, operation, record);
}
