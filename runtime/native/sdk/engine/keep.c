#include "engine/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "segment/kept.h"
#include "segment/segment.h"
#include "threads/thread_life.h"

uint64_t rpj_keep(uint64_t index, native_kept_t* kept, segment_header_t* header, const char* path) {
    if (index >= RPJ_STRETCHES) return 0;
    __atomic_store_n(&rpj_kept[index], kept, __ATOMIC_RELEASE);
    return header != NULL && path != NULL && rpj_segment_known_as((uint32_t)index, kept, header, path);
}

uint64_t rpj_keep_refill(uint64_t index) {
    native_thread_t* thread = rpj_thread();
    native_kept_t* kept = index < RPJ_STRETCHES ? rpj_kept[index] : NULL;
    if (thread == NULL || kept == NULL) return 0;
    uint32_t before = thread->inside;
    rpj_set_inside(thread, 1);
    bool filled = rpj_segment_refill(kept);
    rpj_set_inside(thread, before);
    return filled;
}

uint64_t rpj_keep_note_name(native_thread_t* thread, uint64_t index) {
    if (thread != rpj_current || index >= RPJ_STRETCHES) return 0;
    uint32_t before = thread->inside;
    rpj_set_inside(thread, 1);
    bool known = rpj_kept_note_own_name(thread, (uint32_t)index);
    rpj_set_inside(thread, before);
    return known && rpj_side_is_javas();
}

// Reads the name of any thread. False for one that has ended.
static bool read_name(uint64_t tid, char name[RPJ_KEPT_NAME_BYTES]) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%llu/comm", (unsigned long long)tid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    memset(name, 0, RPJ_KEPT_NAME_BYTES);
    ssize_t length = read(file, name, RPJ_KEPT_NAME_BYTES);
    close(file);
    if (length <= 0) return false;
    name[length - 1] = 0; // a line end
    return true;
}

// Whether the thread has a stretch and has recorded since this was last asked.
static bool has_recorded(native_thread_t* of, uint32_t index) {
    const segment_stretch_t* stretch = (segment_stretch_t*)__atomic_load_n(&of->stretch[index], __ATOMIC_ACQUIRE);
    if (stretch == NULL) return false;
    uint64_t used = (uint64_t)stretch + __atomic_load_n(&stretch->used, __ATOMIC_RELAXED);
    return __atomic_exchange_n(&of->looked_at, used, __ATOMIC_RELAXED) != used;
}

// Notes the name of another thread, or of the calling one. False without memory: it is looked at again.
static bool note_name_of(native_thread_t* of, native_thread_t* thread, uint32_t index) {
    char name[RPJ_KEPT_NAME_BYTES];
    uint64_t tid = __atomic_load_n(&of->tid, __ATOMIC_ACQUIRE);
    if (!tid || !has_recorded(of, index) || !read_name(tid, name)) return true;
    bool noted = rpj_kept_note_name(thread, index, of, tid, name);
    if (!noted) __atomic_store_n(&of->looked_at, 0, __ATOMIC_RELAXED);
    return noted;
}

uint64_t rpj_keep_note_names(uint64_t index) {
    native_thread_t* thread = rpj_thread();
    if (thread == NULL || index >= RPJ_STRETCHES) return 1;
    if (__atomic_load_n(&rpj_kept[index], __ATOMIC_ACQUIRE) == NULL) return 1;
    int error = errno;
    uint32_t before = thread->inside;
    bool all = true;
    rpj_set_inside(thread, 1);
    for (native_thread_t* of = __atomic_load_n(&rpj_threads, __ATOMIC_ACQUIRE); of != NULL; of = of->next)
        all = note_name_of(of, thread, (uint32_t)index) && all;
    rpj_set_inside(thread, before);
    errno = error;
    return all;
}
