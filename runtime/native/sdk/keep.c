#include "keep.h"

#include "kept.h"
#include "segment.h"
#include "thread_life.h"

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
