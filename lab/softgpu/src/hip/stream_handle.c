#include "stream_handle.h"

#include "capture.h"
#include "device.h"
#include "finish.h"
#include "generation.h"
#include "hip.h"
#include "slab.h"
#include "stream.h"

enum { STREAM_LIVE = 0x73747265 };

static _Atomic(uint64_t) next_id = 1;
static pthread_key_t per_thread_key;
static pthread_once_t per_thread_once = PTHREAD_ONCE_INIT;
static _Thread_local hipStream_t per_thread[SG_MAX_DEVICES];

// With the registry lock.
static hipStream_t make(int device, unsigned flags, int priority, bool is_null) {
    hipStream_t stream = sg_slab_take(&sg_stream_slab);
    if (stream == NULL) return NULL;
    uint32_t link = stream->link;
    *stream = (struct ihipStream_t){.link = link,
                                    .device = device,
                                    .flags = flags,
                                    .priority = priority,
                                    .is_null = is_null,
                                    .id = is_null ? 0 : atomic_fetch_add(&next_id, 1),
                                    .generation = atomic_load(&sg_hip_generation)};
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

void sg_stream_destroy(hipStream_t stream) {
    sg_capture_forget(stream);
    sg_stream_finish(stream);
    pthread_mutex_lock(&sg_registry_lock);
    hipStream_t* link = &sg_streams;
    while (*link != NULL && *link != stream) link = &(*link)->next;
    if (*link != NULL) *link = stream->next;
    atomic_store(&stream->magic, 0);
    pthread_mutex_unlock(&sg_registry_lock);
    sg_stream_enter(stream);
    hsa_queue_t* queue = stream->queue;
    stream->queue = NULL;
    sg_stream_leave(stream);
    if (queue != NULL) hsa_queue_destroy(queue); // joins its worker
    sg_stream_enter(stream);                     // a thread that waits for the whole device may still read it
    sg_stream_reap(stream, true);
    sg_stream_leave(stream);
    sg_slab_give(&sg_stream_slab, stream);
}

hipStream_t sg_stream_make(int device, unsigned flags, int priority) {
    pthread_mutex_lock(&sg_registry_lock);
    hipStream_t stream = make(device, flags, priority, false);
    pthread_mutex_unlock(&sg_registry_lock);
    return stream;
}

static void destroy_per_thread(void* unused) {
    (void)unused;
    for (int i = 0; i < SG_MAX_DEVICES; i++) {
        if (per_thread[i] != NULL) sg_stream_destroy(per_thread[i]);
        per_thread[i] = NULL;
    }
}

static void make_per_thread_key(void) { pthread_key_create(&per_thread_key, destroy_per_thread); }

static hipStream_t per_thread_stream(int device) {
    if (per_thread[device] != NULL) return per_thread[device];
    pthread_once(&per_thread_once, make_per_thread_key);
    per_thread[device] = sg_stream_make(device, hipStreamDefault, 0);
    pthread_setspecific(per_thread_key, per_thread);
    return per_thread[device];
}

hipError_t sg_stream_of(hipStream_t handle, hipStream_t* stream) {
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
