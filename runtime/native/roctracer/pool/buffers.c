// See buffers.h.
#include "pool/buffers.h"

#include <stdlib.h>
#include <string.h>

#include "pool/pool_memory.h"

static void set_current(struct rt_buffers* buffers, struct batch* batch) {
    atomic_store_explicit(&buffers->current, batch, memory_order_release);
}

static size_t bytes_of(const struct rt_buffers* buffers) {
    return buffers->limit < RT_LEAST_MEMORY ? RT_LEAST_MEMORY : buffers->limit;
}

// --- free buffers --------------------------------------------------------------------------------------------------

static void put_free(struct rt_buffers* buffers, struct batch* batch) {
    rt_empty(batch, bytes_of(buffers));
    batch->next = buffers->free;
    buffers->free = batch;
    buffers->free_count++;
}

// Makes a free one the current one, if there is any.
static bool use_free(struct rt_buffers* buffers) {
    struct batch* batch = buffers->free;
    if (batch != NULL) {
        buffers->free = batch->next;
        buffers->free_count--;
        if (atomic_load_explicit(&buffers->pieced, memory_order_relaxed)) rt_begin_pieces(batch);
    }
    set_current(buffers, batch);
    return batch != NULL;
}

static void add(struct rt_buffers* buffers, char* memory) {
    const uint32_t index = buffers->count++;
    struct batch* batch = &buffers->batch[index];
    batch->begin = memory;
    rt_make_pieces(batch, buffers->piece[index], buffers->number, buffers->limit);
    put_free(buffers, batch);
}

static void grow(struct rt_buffers* buffers) {
    const bool may = buffers->properties->alloc_fun == NULL && buffers->count < RT_MOST_BUFFERS
                  && buffers->limit <= RT_MOST_GROWN && atomic_load_explicit(&buffers->pieced, memory_order_relaxed);
    if (!may || ++buffers->full < RT_OFTEN_FULL) return;
    buffers->full = 0;
    char* memory = buffers->memory[buffers->count] = rt_pool_memory(buffers->properties, bytes_of(buffers));
    if (memory != NULL) add(buffers, memory);
}

// --- open, close, fork ---------------------------------------------------------------------------------------------

bool rt_buffers_open(struct rt_buffers* buffers, const roctracer_properties_t* properties, uint64_t number) {
    const size_t size = properties->buffer_size;
    buffers->properties = properties;
    buffers->limit = size < RT_RECORD ? RT_RECORD : size & ~(size_t)7; // records are aligned in both buffers
    const size_t least = size < RT_LEAST_MEMORY ? RT_LEAST_MEMORY : size;
    char* memory = size > SIZE_MAX / 4 ? NULL : rt_pool_memory(properties, RT_FEWEST_BUFFERS * least);
    if (memory == NULL) return false;
    buffers->memory[0] = memory;
    buffers->number = number;
    buffers->contended = buffers->full = buffers->alone = buffers->count = buffers->free_count = 0;
    buffers->free = buffers->queue = NULL;
    buffers->queue_end = &buffers->queue;
    buffers->queued = 0;
    atomic_store_explicit(&buffers->pieced, false, memory_order_relaxed);
    add(buffers, memory + bytes_of(buffers));
    add(buffers, memory);
    return use_free(buffers);
}

void rt_buffers_close(struct rt_buffers* buffers) {
    const roctracer_properties_t properties = *buffers->properties;
    for (uint32_t i = 0; i < RT_MOST_BUFFERS; i++) {
        if (buffers->memory[i] != NULL) rt_pool_memory_free(properties, buffers->memory[i]);
        buffers->memory[i] = NULL;
    }
}

void rt_buffers_forked(struct rt_buffers* buffers, const struct batch* delivered) {
    buffers->free = buffers->queue = NULL;
    buffers->queue_end = &buffers->queue;
    buffers->free_count = 0;
    for (uint32_t i = buffers->count; i-- > 0;)
        if (&buffers->batch[i] != delivered) put_free(buffers, &buffers->batch[i]);
    use_free(buffers);
}

// --- writing -------------------------------------------------------------------------------------------------------

bool rt_buffers_written(struct rt_buffers* buffers) {
    const struct batch* batch = rt_current(buffers);
    return batch != NULL && rt_has_records(batch);
}

bool rt_buffers_write_piece(struct rt_buffers* buffers, const struct rt_entry* entry) {
    struct rt_part* part = rt_take_part(buffers, &buffers->common.next);
    return rt_write_piece(part != NULL ? part : &buffers->common, &buffers->current, buffers->number, entry);
}

void rt_buffers_contended(struct rt_buffers* buffers) {
    if (++buffers->contended != RT_OFTEN_CONTENDED || buffers->batch[0].share == 0) return;
    atomic_store_explicit(&buffers->pieced, true, memory_order_relaxed);
    if (rt_current(buffers) != NULL) rt_begin_pieces(rt_current(buffers));
}

// Whether the threads have pieces of the next buffer. One with a single writer proves little: the others may have been
// asleep while there was none.
static void decide_on_pieces(struct rt_buffers* buffers, const struct batch* batch) {
    buffers->contended = 0;
    if (!rt_has_pieces(batch)) return;
    const bool alone = atomic_load_explicit(&batch->writers, memory_order_relaxed) <= 1;
    buffers->alone = alone ? buffers->alone + 1 : 0;
    if (buffers->alone < RT_OFTEN_ALONE) return;
    buffers->alone = 0;
    atomic_store_explicit(&buffers->pieced, false, memory_order_relaxed);
}

// --- to the consumer and back --------------------------------------------------------------------------------------

void rt_buffers_queue(struct rt_buffers* buffers, struct batch* batch) {
    batch->next = NULL;
    *buffers->queue_end = batch;
    buffers->queue_end = &batch->next;
    buffers->queued++;
}

// The next one takes records before the pieces of this one are taken back, which takes longer.
void rt_buffers_hand_over(struct rt_buffers* buffers, bool wants_next) {
    struct batch* batch = rt_current(buffers);
    decide_on_pieces(buffers, batch);
    if (wants_next && buffers->free == NULL) grow(buffers);
    if (wants_next) use_free(buffers);
    else set_current(buffers, NULL);
    rt_end_pieces(&buffers->common, batch);
    if (rt_has_records(batch)) rt_buffers_queue(buffers, batch);
    else put_free(buffers, batch);
}

struct batch* rt_buffers_take(struct rt_buffers* buffers) {
    struct batch* batch = buffers->queue;
    if (batch == NULL) return NULL;
    buffers->queue = batch->next;
    if (buffers->queue == NULL) buffers->queue_end = &buffers->queue;
    return batch;
}

bool rt_buffers_give_back(struct rt_buffers* buffers, struct batch* batch, bool wants_next) {
    if (batch->piece == NULL) free(batch);
    else put_free(buffers, batch);
    return wants_next && rt_current(buffers) == NULL && use_free(buffers);
}
