// See thread_ids.h.
#include "threads/thread_ids.h"

#include "../../ids.h"
#include "base/thread_blocks.h"

_Static_assert(sizeof(native_ids_t) == sizeof((native_thread_t*)0)->ids, "a thread's block has room for its ids");

// Nothing else is in its cache lines.
static native_id_source_t source __attribute__((aligned(128))) = {.collect = (void*)rpj_collect_ids};

native_id_source_t* rpj_id_source(void) { return &source; }

uint64_t rpj_next_id_of(native_ids_t* ids, native_id_source_t* from) { return rpj_ids_next(ids, from); }

void rpj_collect_ids(uint64_t idle) {
    for (native_thread_t* t = __atomic_load_n(&rpj_threads, __ATOMIC_ACQUIRE); t != NULL; t = t->next) {
        if (idle) rpj_ids_give_back_idle((native_ids_t*)t->ids, &source);
        else rpj_ids_give_back((native_ids_t*)t->ids, &source);
    }
}

void rpj_ids_end(native_thread_t* thread) { rpj_ids_forget((native_ids_t*)thread->ids, &source); }

void rpj_ids_forked(void) { source.lock = 0; }
