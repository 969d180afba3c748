// Asynchronous copies. A copy of nothing succeeds and never completes, as in ROCr. Any other one waits for its
// dependencies without a thread, then for its turn on an engine.
#include "copy.h"

#include <stdlib.h>
#include <string.h>

#include "agent.h"
#include "base.h"
#include "clock.h"
#include "fault.h"
#include "generation.h"
#include "handler.h"
#include "hsa.h"
#include "signal.h"
#include "signal_change.h"
#include "state.h"

enum { ENGINES_PER_AGENT = 2, ENGINES = ENGINES_PER_AGENT * (1 + SG_MAX_GPUS), ENGINE_ANY = -1 };

typedef struct copy {
    struct copy* next;              // in its engine's queue
    struct copy *older, **referrer; // among the engine's unfinished
    char* dst;
    const char* src;
    size_t width, height, depth; // bytes, rows, slices
    size_t dst_pitch, dst_slice, src_pitch, src_slice;
    hsa_signal_t completion;
    sg_agent* agent; // the engine's agent
    sg_copy_engine* engine;
    _Atomic(uint32_t) open; // dependencies not met yet, plus one while submitting
} copy;

struct sg_copy_engine {
    pthread_mutex_t lock;
    copy *head, **tail; // copies ready to run, in order
    copy* unfinished;   // every copy from its submission on: waiting for dependencies, queued, running
    sg_sleepers thread;
    _Atomic(uint32_t) thread_generation;
    bool fork_held;
};

static sg_copy_engine engines[ENGINES] = {[0 ... ENGINES - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}};

static void perform(const copy* c) {
    for (size_t z = 0; z < c->depth; z++) {
        for (size_t y = 0; y < c->height; y++) {
            memmove(c->dst + z * c->dst_slice + y * c->dst_pitch, c->src + z * c->src_slice + y * c->src_pitch,
                    c->width);
        }
    }
}

static void run(copy* c) {
    sg_signal* done = sg_signal_of(c->completion);
    bool timed = done != NULL && sg_copies_profiled();
    uint64_t start = timed ? sg_agent_ticks(c->agent) : 0;
    perform(c);
    if (timed) {
        sg_signal_set_times(done, start, sg_agent_ticks_after(c->agent, start));
        atomic_store_explicit(&done->copy_agent, c->agent, memory_order_relaxed);
    }
    if (!sg_fault(SG_FAULT_LOSE_COPY, NULL)) sg_signal_complete(done);
}

static void begin(copy* c) {
    sg_copy_engine* engine = c->engine;
    pthread_mutex_lock(&engine->lock);
    c->older = engine->unfinished;
    c->referrer = &engine->unfinished;
    if (c->older != NULL) c->older->referrer = &c->older;
    engine->unfinished = c;
    pthread_mutex_unlock(&engine->lock);
}

static void end(copy* c) {
    pthread_mutex_lock(&c->engine->lock);
    *c->referrer = c->older;
    if (c->older != NULL) c->older->referrer = c->referrer;
    pthread_mutex_unlock(&c->engine->lock);
    free(c);
}

static copy* pop(sg_copy_engine* engine) {
    pthread_mutex_lock(&engine->lock);
    copy* c = engine->head;
    if (c != NULL) engine->head = c->next;
    pthread_mutex_unlock(&engine->lock);
    return c;
}

static void* serve(void* arg) {
    sg_copy_engine* engine = arg;
    for (;;) {
        copy* c = pop(engine);
        if (c == NULL) {
            uint32_t epoch = sg_sleep_announce(&engine->thread);
            c = pop(engine);
            if (c == NULL) sg_sleep(&engine->thread, epoch, UINT64_C(3600000000000));
            if (c == NULL) continue;
        }
        run(c);
        end(c);
    }
    return NULL;
}

static void enqueue(copy* c) {
    sg_copy_engine* engine = c->engine;
    pthread_mutex_lock(&engine->lock);
    if (engine->head == NULL) engine->tail = &engine->head;
    c->next = NULL;
    *engine->tail = c;
    engine->tail = &c->next;
    if (!sg_alive(&engine->thread_generation)) {
        pthread_t thread;
        if (sg_thread_start(&thread, "softgpu-copy", serve, engine) == 0) {
            pthread_detach(thread);
            atomic_store(&engine->thread_generation, atomic_load(&sg_generation));
        }
    }
    pthread_mutex_unlock(&engine->lock);
    sg_wake(&engine->thread);
}

static void met(void* arg) {
    copy* c = arg;
    if (atomic_fetch_sub(&c->open, 1) == 1) enqueue(c);
}

static hsa_status_t submit(copy proto, uint32_t num_deps, const hsa_signal_t* deps) {
    if (proto.width == 0 || proto.height == 0 || proto.depth == 0) return HSA_STATUS_SUCCESS;
    copy* c = malloc(sizeof *c);
    if (c == NULL) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    *c = proto;
    atomic_store(&c->open, num_deps + 1);
    begin(c);
    for (uint32_t i = 0; i < num_deps; i++) {
        sg_signal* dep = sg_signal_of(deps[i]);
        if (dep == NULL || !sg_signal_then(dep, HSA_SIGNAL_CONDITION_EQ, 0, met, c)) met(c);
    }
    met(c);
    return HSA_STATUS_SUCCESS;
}

static sg_agent* copy_agent_of(sg_agent* dst, sg_agent* src) { return src->type == HSA_DEVICE_TYPE_GPU ? src : dst; }

// Unless the caller chooses, one engine does copies to the host and the other does the rest.
static uint32_t engine_for(const sg_agent* dst, const sg_agent* src) {
    return dst->type == HSA_DEVICE_TYPE_CPU && src->type == HSA_DEVICE_TYPE_GPU;
}

static hsa_status_t copy_linear(void* dst, hsa_agent_t dst_agent, const void* src, hsa_agent_t src_agent, size_t size,
                                uint32_t num_deps, const hsa_signal_t* deps, hsa_signal_t completion, int engine) {
    SG_REQUIRE_INIT();
    sg_agent *to = sg_agent_of(dst_agent), *from = sg_agent_of(src_agent);
    if (to == NULL || from == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    bool deps_ok = (num_deps == 0) == (deps == NULL);
    if (dst == NULL || src == NULL || !deps_ok) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (sg_signal_of(completion) == NULL) return sg_signal_invalid(completion);
    sg_agent* agent = copy_agent_of(to, from);
    uint32_t number = engine == ENGINE_ANY ? engine_for(to, from) : (uint32_t)engine;
    copy c = {.dst = dst,
              .src = src,
              .width = size,
              .height = 1,
              .depth = 1,
              .completion = completion,
              .agent = agent,
              .engine = &engines[agent->node * ENGINES_PER_AGENT + number]};
    return submit(c, num_deps, deps);
}

hsa_status_t sg_hsa_amd_memory_async_copy(void* dst, hsa_agent_t dst_agent, const void* src, hsa_agent_t src_agent,
                                          size_t size, uint32_t num_dep_signals, const hsa_signal_t* dep_signals,
                                          hsa_signal_t completion_signal) {
    return copy_linear(dst, dst_agent, src, src_agent, size, num_dep_signals, dep_signals, completion_signal,
                       ENGINE_ANY);
}

hsa_status_t sg_hsa_amd_memory_async_copy_on_engine(void* dst, hsa_agent_t dst_agent, const void* src,
                                                    hsa_agent_t src_agent, size_t size, uint32_t num_dep_signals,
                                                    const hsa_signal_t* dep_signals, hsa_signal_t completion_signal,
                                                    hsa_amd_sdma_engine_id_t engine_id, bool force_copy_on_sdma) {
    (void)force_copy_on_sdma;
    uint32_t id = (uint32_t)engine_id;
    bool one_of_ours = id != 0 && (id & (id - 1)) == 0 && id < 1u << ENGINES_PER_AGENT;
    if (!one_of_ours) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return copy_linear(dst, dst_agent, src, src_agent, size, num_dep_signals, dep_signals, completion_signal,
                       __builtin_ctz(id));
}

hsa_status_t sg_hsa_amd_memory_copy_engine_status(hsa_agent_t dst_agent, hsa_agent_t src_agent,
                                                  uint32_t* engine_ids_mask) {
    SG_REQUIRE_INIT();
    if (sg_agent_of(dst_agent) == NULL || sg_agent_of(src_agent) == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    if (engine_ids_mask == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    *engine_ids_mask = (1u << ENGINES_PER_AGENT) - 1;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_amd_memory_get_preferred_copy_engine(hsa_agent_t dst_agent, hsa_agent_t src_agent,
                                                         uint32_t* recommended_ids_mask) {
    return sg_hsa_amd_memory_copy_engine_status(dst_agent, src_agent, recommended_ids_mask);
}

hsa_status_t sg_hsa_amd_memory_async_copy_rect(const hsa_pitched_ptr_t* dst, const hsa_dim3_t* dst_offset,
                                               const hsa_pitched_ptr_t* src, const hsa_dim3_t* src_offset,
                                               const hsa_dim3_t* range, hsa_agent_t copy_agent,
                                               hsa_amd_copy_direction_t dir, uint32_t num_dep_signals,
                                               const hsa_signal_t* dep_signals, hsa_signal_t completion_signal) {
    SG_REQUIRE_INIT();
    sg_agent* agent = sg_agent_of(copy_agent);
    if (agent == NULL) return HSA_STATUS_ERROR_INVALID_AGENT;
    bool complete = dst != NULL && dst_offset != NULL && src != NULL && src_offset != NULL && range != NULL;
    bool deps_ok = (num_dep_signals == 0) == (dep_signals == NULL);
    if (!complete || !deps_ok || dst->base == NULL || src->base == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (sg_signal_of(completion_signal) == NULL) return sg_signal_invalid(completion_signal);
    copy c = {.dst = (char*)dst->base + dst_offset->z * dst->slice + dst_offset->y * dst->pitch + dst_offset->x,
              .src = (const char*)src->base + src_offset->z * src->slice + src_offset->y * src->pitch + src_offset->x,
              .width = range->x,
              .height = range->y,
              .depth = range->z,
              .dst_pitch = dst->pitch,
              .dst_slice = dst->slice,
              .src_pitch = src->pitch,
              .src_slice = src->slice,
              .completion = completion_signal,
              .agent = agent,
              .engine = &engines[agent->node * ENGINES_PER_AGENT + (dir == hsaDeviceToHost)]};
    return submit(c, num_dep_signals, dep_signals);
}

// --- fork ----------------------------------------------------------------------------------------------------------

void sg_copy_engines_lock(uint64_t deadline_ns) {
    for (int i = 0; i < ENGINES; i++) engines[i].fork_held = sg_lock_until(&engines[i].lock, deadline_ns);
}

void sg_copy_engines_unlock(void) {
    for (int i = 0; i < ENGINES; i++) {
        if (engines[i].fork_held) pthread_mutex_unlock(&engines[i].lock);
    }
}

void sg_copy_engines_abandon(void) {
    for (int i = 0; i < ENGINES; i++) {
        pthread_mutex_init(&engines[i].lock, NULL);
        for (copy* c = engines[i].unfinished; c != NULL; c = c->older) {
            sg_signal* done = sg_signal_of(c->completion);
            if (done != NULL) atomic_store(&done->value, 0);
        }
        engines[i].unfinished = engines[i].head = NULL;
    }
}
