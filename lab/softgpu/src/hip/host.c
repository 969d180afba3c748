// Host functions in a stream, and waiting for values in memory.
#include "host.h"

#include <stdlib.h>
#include <time.h>

#include "device.h"
#include "error.h"
#include "stream.h"
#include "stream_handle.h"
#include "submit.h"
#include "work.h"

static hipError_t submit(hipStream_t handle, const sg_work* work) {
    hipStream_t stream;
    hipError_t status = sg_stream_of(handle, &stream);
    return status == hipSuccess ? sg_submit(stream, work, NULL, NULL) : status;
}

hipError_t sg_call(hipStream_t stream, void (*call)(void*), void* arg) {
    return submit(stream, &(sg_work){.kind = SG_WORK_CALL, .call = call, .call_arg = arg, .once = true});
}

hipError_t sg_hipLaunchHostFunc(hipStream_t stream, hipHostFn_t fn, void* userData) {
    SG_REQUIRE_DEVICES();
    if (fn == NULL) return sg_result(hipErrorInvalidValue);
    return sg_result(submit(stream, &(sg_work){.kind = SG_WORK_CALL, .call = fn, .call_arg = userData}));
}

hipError_t sg_hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t fn, void* userData) {
    return sg_hipLaunchHostFunc(SG_PER_THREAD(stream), fn, userData);
}

typedef struct callback {
    hipStreamCallback_t function;
    hipStream_t stream;
    void* user_data;
} callback;

static void run_callback(void* arg) {
    callback c = *(callback*)arg;
    free(arg);
    c.function(c.stream, hipSuccess, c.user_data);
}

hipError_t sg_hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t function, void* userData,
                                   unsigned int flags) {
    SG_REQUIRE_DEVICES();
    if (function == NULL || flags != 0) return sg_result(hipErrorInvalidValue);
    callback* c = malloc(sizeof *c);
    if (c == NULL) return sg_result(hipErrorOutOfMemory);
    *c = (callback){function, stream, userData};
    hipError_t status = sg_call(stream, run_callback, c);
    if (status != hipSuccess) free(c);
    return sg_result(status);
}

hipError_t sg_hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t function, void* userData,
                                       unsigned int flags) {
    return sg_hipStreamAddCallback(SG_PER_THREAD(stream), function, userData, flags);
}

// --- values in memory ----------------------------------------------------------------------------------------------

typedef struct value_op {
    void* ptr;
    uint64_t value, mask;
    unsigned flags;
    bool wide, write;
} value_op;

enum { WAIT_GTE = 0, WAIT_EQ = 1, WAIT_AND = 2, WAIT_NOR = 3 };

static uint64_t load(const value_op* v) {
    return v->wide ? __atomic_load_n((uint64_t*)v->ptr, __ATOMIC_ACQUIRE)
                   : __atomic_load_n((uint32_t*)v->ptr, __ATOMIC_ACQUIRE);
}

static bool holds(const value_op* v) {
    uint64_t seen = load(v) & v->mask, wanted = v->value & v->mask;
    switch (v->flags) {
        case WAIT_GTE: return v->wide ? (int64_t)(seen - wanted) >= 0 : (int32_t)(uint32_t)(seen - wanted) >= 0;
        case WAIT_EQ: return seen == wanted;
        case WAIT_AND: return (seen & wanted) != 0;
        default: return (~(seen | wanted) & v->mask) != 0;
    }
}

static void run_value(void* arg) {
    value_op v = *(value_op*)arg;
    free(arg);
    if (!v.write) {
        while (!holds(&v)) nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    } else if (v.wide) {
        __atomic_store_n((uint64_t*)v.ptr, v.value, __ATOMIC_RELEASE);
    } else {
        __atomic_store_n((uint32_t*)v.ptr, (uint32_t)v.value, __ATOMIC_RELEASE);
    }
}

static hipError_t submit_value(hipStream_t stream, value_op v) {
    SG_REQUIRE_DEVICES();
    if (v.ptr == NULL || (!v.write && v.flags > WAIT_NOR)) return sg_result(hipErrorInvalidValue);
    value_op* copy = malloc(sizeof *copy);
    if (copy == NULL) return sg_result(hipErrorOutOfMemory);
    *copy = v;
    hipError_t status = sg_call(stream, run_value, copy);
    if (status != hipSuccess) free(copy);
    return sg_result(status);
}

hipError_t sg_hipStreamWaitValue32(hipStream_t stream, void* ptr, uint32_t value, unsigned int flags, uint32_t mask) {
    return submit_value(stream, (value_op){.ptr = ptr, .value = value, .mask = mask, .flags = flags});
}

hipError_t sg_hipStreamWaitValue64(hipStream_t stream, void* ptr, uint64_t value, unsigned int flags, uint64_t mask) {
    return submit_value(stream, (value_op){.ptr = ptr, .value = value, .mask = mask, .flags = flags, .wide = true});
}

hipError_t sg_hipStreamWriteValue32(hipStream_t stream, void* ptr, uint32_t value, unsigned int flags) {
    return submit_value(stream, (value_op){.ptr = ptr, .value = value, .flags = flags, .write = true});
}

hipError_t sg_hipStreamWriteValue64(hipStream_t stream, void* ptr, uint64_t value, unsigned int flags) {
    return submit_value(stream, (value_op){.ptr = ptr, .value = value, .flags = flags, .write = true, .wide = true});
}
