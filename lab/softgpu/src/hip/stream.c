// Streams: their handles, their registry and waiting for them. What they do is in op.c.
#include "tracer.h"

#include <stdlib.h>

enum { STREAM_LIVE = 0x73747265, PRIORITY_LOW = 1, PRIORITY_HIGH = -1 };

sg_slab sg_stream_slab = SG_SLAB(struct ihipStream_t, SG_MAX_STREAMS, link);
pthread_mutex_t sg_registry_lock = PTHREAD_MUTEX_INITIALIZER;
hipStream_t sg_streams;

static _Atomic(uint64_t) next_id = 1;
static pthread_key_t per_thread_key;
static pthread_once_t per_thread_once = PTHREAD_ONCE_INIT;
static _Thread_local hipStream_t per_thread[SG_MAX_DEVICES];

// --- life --------------------------------------------------------------------------------------------------------

// With the registry lock.
static hipStream_t make(int device, unsigned flags, int priority, bool is_null) {
    hipStream_t stream = sg_slab_take(&sg_stream_slab);
    if (stream == NULL) return NULL;
    uint32_t link = stream->link;
    *stream = (struct ihipStream_t){
        .link = link, .device = device, .flags = flags, .priority = priority, .is_null = is_null,
        .id = is_null ? 0 : atomic_fetch_add(&next_id, 1), .generation = atomic_load(&sg_hip_generation)};
    pthread_mutex_init(&stream->lock, NULL);
    stream->tail = &stream->head;
    stream->next = sg_streams;
    sg_streams = stream;
    atomic_store(&stream->magic, STREAM_LIVE);
    return stream;
}

static hipStream_t null_stream(int device) {
    hipStream_t stream = atomic_load_explicit(&sg_devices[device].null_stream, memory_order_acquire);
    if (stream != NULL) return stream;
    pthread_mutex_lock(&sg_registry_lock);
    stream = atomic_load(&sg_devices[device].null_stream);
    if (stream == NULL) {
        stream = make(device, 0, 0, true);
        atomic_store(&sg_devices[device].null_stream, stream);
    }
    pthread_mutex_unlock(&sg_registry_lock);
    return stream;
}

static void destroy(hipStream_t stream) {
    sg_capture_forget(stream);
    sg_stream_finish(stream);
    pthread_mutex_lock(&sg_registry_lock);
    hipStream_t *link = &sg_streams;
    while (*link != NULL && *link != stream) link = &(*link)->next;
    if (*link != NULL) *link = stream->next;
    atomic_store(&stream->magic, 0);
    pthread_mutex_unlock(&sg_registry_lock);
    sg_stream_enter(stream);
    hsa_queue_t *queue = stream->queue;
    stream->queue = NULL;
    sg_stream_leave(stream);
    if (queue != NULL) hsa_queue_destroy(queue); // joins its worker
    sg_stream_enter(stream); // a thread that waits for the whole device may still look at it
    sg_stream_reap(stream, true);
    sg_stream_leave(stream);
    sg_slab_give(&sg_stream_slab, stream);
}

static void destroy_per_thread(void *unused) {
    (void)unused;
    for (int i = 0; i < SG_MAX_DEVICES; i++) {
        if (per_thread[i] != NULL) destroy(per_thread[i]);
        per_thread[i] = NULL;
    }
}

static void make_per_thread_key(void) {
    pthread_key_create(&per_thread_key, destroy_per_thread);
}

static hipStream_t per_thread_stream(int device) {
    if (per_thread[device] != NULL) return per_thread[device];
    pthread_once(&per_thread_once, make_per_thread_key);
    pthread_mutex_lock(&sg_registry_lock);
    per_thread[device] = make(device, hipStreamDefault, 0, false);
    pthread_mutex_unlock(&sg_registry_lock);
    pthread_setspecific(per_thread_key, per_thread);
    return per_thread[device];
}

hipError_t sg_stream_of(hipStream_t handle, hipStream_t *stream) {
    if (handle == NULL || handle == hipStreamLegacy) {
        *stream = null_stream(sg_current_device());
    } else if (handle == hipStreamPerThread) {
        *stream = per_thread_stream(sg_current_device());
    } else {
        bool live = sg_slab_owns(&sg_stream_slab, handle) && atomic_load(&handle->magic) == STREAM_LIVE;
        if (!live) return hipErrorContextIsDestroyed;
        *stream = handle;
    }
    return *stream == NULL ? hipErrorOutOfMemory : hipSuccess;
}

// --- waiting -------------------------------------------------------------------------------------------------------

sg_op *sg_stream_pending(hipStream_t stream) {
    if (!atomic_load_explicit(&stream->busy, memory_order_acquire)) return NULL;
    sg_stream_enter(stream);
    if (stream->last != NULL && sg_op_is_done(stream->last)) sg_stream_reap(stream, true);
    sg_op *last = sg_op_hold(stream->last);
    sg_stream_leave(stream);
    return last;
}

// What is done gives back what it kept at once. Takes over the reference.
static hipError_t wait_for(sg_op *last, hipStream_t stream) {
    hipError_t status = sg_op_finish(last, stream);
    sg_op_drop(last);
    sg_op_drop(sg_stream_pending(stream));
    return status;
}

hipError_t sg_stream_finish(hipStream_t stream) {
    sg_op *last = sg_stream_pending(stream);
    if (last != NULL) return wait_for(last, stream);
    if (sg_is_traced()) sg_trace_deliver(stream);
    return (hipError_t)atomic_load(&stream->error);
}

typedef struct snapshot {
    sg_op **ops;
    hipStream_t *streams;
    size_t count;
} snapshot;

// With the registry lock. What is under way now; what is submitted later is not waited for.
static bool take_snapshot(int device, bool blocking_only, snapshot *s) {
    size_t streams = 0;
    for (hipStream_t i = sg_streams; i != NULL; i = i->next) streams++;
    s->count = 0;
    s->ops = calloc(streams + 1, sizeof(sg_op *));
    s->streams = calloc(streams + 1, sizeof(hipStream_t));
    if (s->ops == NULL || s->streams == NULL) return false;
    for (hipStream_t i = sg_streams; i != NULL; i = i->next) {
        bool counts = i->device == device && !(blocking_only && (i->flags & hipStreamNonBlocking) != 0);
        sg_op *pending = counts ? sg_stream_pending(i) : NULL;
        if (pending == NULL) continue;
        s->ops[s->count] = pending;
        s->streams[s->count++] = i;
    }
    return true;
}

hipError_t sg_device_finish(int device, bool blocking_only) {
    snapshot s;
    pthread_mutex_lock(&sg_registry_lock);
    hipError_t status = take_snapshot(device, blocking_only, &s) ? hipSuccess : hipErrorOutOfMemory;
    pthread_mutex_unlock(&sg_registry_lock);
    for (size_t i = 0; status != hipErrorOutOfMemory && i < s.count; i++) {
        hipError_t one = wait_for(s.ops[i], s.streams[i]); // streams stay readable even when destroyed meanwhile
        if (one != hipSuccess) status = one;
    }
    free(s.ops);
    free(s.streams);
    if (sg_is_traced()) sg_trace_deliver_all();
    return status;
}

// --- public ----------------------------------------------------------------------------------------------------------

hipError_t sg_hipStreamCreateWithPriority(hipStream_t *stream, unsigned int flags, int priority) {
    SG_REQUIRE_DEVICES();
    if (stream == NULL || (flags & ~(unsigned)hipStreamNonBlocking) != 0) return sg_result(hipErrorInvalidValue);
    if (priority < PRIORITY_HIGH) priority = PRIORITY_HIGH;
    if (priority > PRIORITY_LOW) priority = PRIORITY_LOW;
    pthread_mutex_lock(&sg_registry_lock);
    *stream = make(sg_current_device(), flags, priority, false);
    pthread_mutex_unlock(&sg_registry_lock);
    return sg_result(*stream == NULL ? hipErrorOutOfMemory : hipSuccess);
}

hipError_t sg_hipStreamCreate(hipStream_t *stream) {
    return sg_hipStreamCreateWithPriority(stream, hipStreamDefault, 0);
}

hipError_t sg_hipStreamCreateWithFlags(hipStream_t *stream, unsigned int flags) {
    return sg_hipStreamCreateWithPriority(stream, flags, 0);
}

hipError_t sg_hipExtStreamCreateWithCUMask(hipStream_t *stream, uint32_t cuMaskSize, const uint32_t *cuMask) {
    if (cuMaskSize == 0 || cuMask == NULL) return sg_result(hipErrorInvalidValue);
    return sg_hipStreamCreateWithPriority(stream, hipStreamDefault, 0); // there are no compute units to mask
}

hipError_t sg_hipStreamDestroy(hipStream_t stream) {
    SG_REQUIRE_DEVICES();
    hipStream_t found;
    if (stream == NULL || stream == hipStreamLegacy || stream == hipStreamPerThread) {
        return sg_result(hipErrorInvalidResourceHandle);
    }
    hipError_t status = sg_stream_of(stream, &found);
    if (status == hipSuccess) destroy(found);
    return sg_result(status);
}

hipError_t sg_hipStreamSynchronize(hipStream_t stream) {
    SG_REQUIRE_DEVICES();
    hipStream_t found;
    hipError_t status = sg_stream_of(stream, &found);
    if (status == hipSuccess) status = sg_capture_forbids(found);
    // The null stream is done when all blocking streams are.
    if (status == hipSuccess && found->is_null) return sg_result(sg_device_finish(found->device, true));
    return sg_result(status == hipSuccess ? sg_stream_finish(found) : status);
}

hipError_t sg_hipStreamQuery(hipStream_t stream) {
    SG_REQUIRE_DEVICES();
    hipStream_t found;
    hipError_t status = sg_stream_of(stream, &found);
    if (status == hipSuccess) status = sg_capture_forbids(found);
    if (status != hipSuccess) return sg_result(status);
    sg_op *last = sg_stream_pending(found);
    sg_op_drop(last);
    return sg_result(last == NULL ? (hipError_t)atomic_load(&found->error) : hipErrorNotReady);
}

#define STREAM_GETTER(function, type, what) \
    hipError_t sg_##function(hipStream_t stream, type *value) { \
        SG_REQUIRE_DEVICES(); \
        hipStream_t found; \
        if (value == NULL) return sg_result(hipErrorInvalidValue); \
        hipError_t status = sg_stream_of(stream, &found); \
        if (status == hipSuccess) *value = (what); \
        return sg_result(status); \
    }
STREAM_GETTER(hipStreamGetFlags, unsigned int, found->flags)
STREAM_GETTER(hipStreamGetPriority, int, found->priority)
STREAM_GETTER(hipStreamGetDevice, hipDevice_t, found->device)
STREAM_GETTER(hipStreamGetId, unsigned long long, found->id)

int sg_hipGetStreamDeviceId(hipStream_t stream) {
    hipStream_t found;
    if (sg_hip_ready() != hipSuccess || sg_stream_of(stream, &found) != hipSuccess) return -1;
    return found->device;
}

hipError_t sg_hipDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority) {
    SG_REQUIRE_DEVICES();
    if (leastPriority != NULL) *leastPriority = PRIORITY_LOW;
    if (greatestPriority != NULL) *greatestPriority = PRIORITY_HIGH;
    return sg_result(hipSuccess);
}

// Remembered only: which calls a capture forbids does not depend on it here.
static _Thread_local hipStreamCaptureMode capture_mode = hipStreamCaptureModeGlobal;

hipError_t sg_hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode) {
    if (mode == NULL || (uint32_t)*mode > hipStreamCaptureModeRelaxed) return sg_result(hipErrorInvalidValue);
    hipStreamCaptureMode before = capture_mode;
    capture_mode = *mode;
    *mode = before;
    return sg_result(hipSuccess);
}
