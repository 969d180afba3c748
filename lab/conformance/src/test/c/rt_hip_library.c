// The tests' own libamdhip64: only the runtime's side of the tracer protocol (see rt_hip.h). Built twice, with the
// layouts of HIP 5 (libamdhip64.so.5, FAKE_HIP_5) and of later versions (libamdhip64.so.9).
#include "rt_hip.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { HIP_OPS = 2, HIP_API = 3, MALLOC = 108, FREE = 69, MEMCPY = 125, DISPATCH = 0 };
#ifdef FAKE_HIP_5
enum { DATA_BYTES = 840, VERSION = 50731921 };
#else
enum { DATA_BYTES = 1520, VERSION = 90000000 };
#endif

// hip_api_trace_data_t, and a word after it that must stay unchanged.
typedef struct trace_data {
    uint64_t correlation_id;
    uint32_t phase;
    uint64_t arguments[(DATA_BYTES - 24) / 8];
    uint64_t* phase_data_address;
    uint64_t enter_timestamp, phase_data;
    void (*enter)(uint32_t op, struct trace_data* data);
    void (*exit)(uint32_t op, struct trace_data* data);
    uint64_t guard;
} trace_data;
_Static_assert(offsetof(trace_data, arguments) == 16, "hip_api_data_t");
_Static_assert(offsetof(trace_data, enter_timestamp) == DATA_BYTES, "hip_api_trace_data_t");

// activity_record_t
typedef struct {
    uint32_t domain, kind, op;
    uint64_t correlation_id, begin, end;
    int32_t device;
    uint64_t queue;
    union {
        uint64_t bytes;
        const char* kernel_name;
    };
} record;
_Static_assert(sizeof(record) == 64, "activity_record_t");

typedef int (*tracer_function)(uint32_t domain, uint32_t op, void* data);

static _Atomic(tracer_function) tracer;
static atomic_int set, cleared;
static _Thread_local uint64_t correlation_id;
static char generation = 'C';

__attribute__((constructor)) static void choose(void) {
    const char* wanted = getenv("FAKE_HIP");
    if (wanted) generation = *wanted;
}

EXPORT void hipRegisterTracerCallback(tracer_function function) {
    atomic_fetch_add(function ? &set : &cleared, 1);
    atomic_store(&tracer, function);
}

EXPORT int hipRuntimeGetVersion(int* version) {
    *version = VERSION;
    return 0;
}

EXPORT const char* hipApiName(uint32_t id) {
    switch (id) {
        case 1: return "__hipPopCallConfiguration";
        case 48: return "hipDeviceSynchronize";
        case FREE: return "hipFree";
        case 107: return "hipLaunchKernel";
        case MALLOC: return "hipMalloc";
        case MEMCPY: return "hipMemcpy";
        case 134: return "hipMemcpyAsync";
        case 169: return "hipModuleLaunchKernel";
        case 186: return "hipSetDevice";
        case 192: return "hipStreamCreate";
        case FAKE_NEWER_CALL: return "hipNewerCall";
        case FAKE_NEW_CALL: return "hipNewCall";
        default: return "unknown";
    }
}

EXPORT const char* hipGetCmdName(uint32_t kind) {
    switch (kind) {
        case 0: return "InternalMarker";
        case 0x11F0: return "KernelExecution";
        case 0x11F3: return "CopyDeviceToHost";
        case 0x11F4: return "CopyHostToDevice";
        case 0x11F5: return "CopyDeviceToDevice";
        case 0x11FE: return "Marker";
        case 0x1201: return "CopyDeviceToHost2D";
        case 0x1207: return "FillBuffer";
        case FAKE_NEW_KIND: return "NewKind";
        default: return "Unknown command kind";
    }
}

EXPORT void fake_registrations(int* sets, int* clears) {
    *sets = atomic_load(&set);
    *clears = atomic_load(&cleared);
}

EXPORT uint64_t fake_current_id(void) { return correlation_id; }

EXPORT uint64_t** fake_word(const void* data) { return &((trace_data*)data)->phase_data_address; }

EXPORT int fake_call(uint32_t op, const uint64_t* arguments, void (*body)(void*), void* argument) {
    trace_data data;
    tracer_function function = atomic_load(&tracer);
    if (!function) {
        if (body) body(argument);
        return 0;
    }
    // As on a stack: fields that a tracer does not write are not null.
    memset(&data, 0xA5, sizeof data);
    bool traced = function(HIP_API, op, &data) == 0;
    if (traced) {
        correlation_id = data.correlation_id;
        if (data.enter) {
            if (arguments) memcpy(data.arguments, arguments, 16 * sizeof *arguments);
            data.enter(op, &data);
        }
    }
    if (body) body(argument);
    if (traced) {
        if (data.exit) data.exit(op, &data);
        correlation_id = 0;
    }
    if (data.guard != 0xA5A5A5A5A5A5A5A5u) printf("written beyond the end of the call's data\n");
    return traced;
}

static void allocate(void* of) {
    uint64_t* arguments = of;
    *(void**)arguments[0] = malloc(arguments[2]);
}

EXPORT int hipMalloc(void** address, size_t size) {
    uint64_t arguments[16] = {(uintptr_t)address, 0xBAD, size};
    fake_call(MALLOC, arguments, allocate, arguments);
    return *address ? 0 : 2;
}

static void give_back(void* address) { free(address); }

EXPORT int hipFree(void* address) {
    uint64_t arguments[16] = {(uintptr_t)address};
    fake_call(FREE, arguments, give_back, address);
    return 0;
}

static void copy(void* of) {
    const uint64_t* arguments = of;
    memcpy((void*)arguments[0], (const void*)arguments[1], arguments[2]);
}

EXPORT int hipMemcpy(void* to, const void* from, size_t size, int kind) {
    uint64_t arguments[16] = {(uintptr_t)to, (uintptr_t)from, size, (uint64_t)kind};
    fake_call(MEMCPY, arguments, copy, arguments);
    return 0;
}

EXPORT void fake_create(struct fake_command* command) {
    tracer_function function = atomic_load(&tracer);
    command->correlation_id = correlation_id;
    command->wanted = function && function(HIP_OPS, command->op, NULL) == 0;
    // Generation C announces the record by an invalid pointer.
    if (command->wanted && generation == 'C') command->wanted = function(HIP_OPS, command->op, (void*)1) == 0;
}

EXPORT int fake_complete(struct fake_command* command) {
    tracer_function function = atomic_load(&tracer);
    if (!command->wanted || !function) return -1;
    record it = {.domain = HIP_OPS,
                 .kind = command->kind,
                 .op = command->op,
                 .correlation_id = command->correlation_id,
                 .begin = command->begin,
                 .end = command->end,
                 .device = command->device,
                 .queue = command->queue};
    if (command->op == DISPATCH) it.kernel_name = command->kernel_name;
    else it.bytes = command->bytes;
    record before = it;
    int answer = function(HIP_OPS, command->op, &it);
    if (memcmp(&before, &it, sizeof it)) printf("the runtime's own record was changed\n");
    return answer;
}
