// Correlation ids (ids.h): each is given once, those of a thread grow, none is missing while threads do not contend,
// and what contending threads have left can be counted.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../ids.h"

enum { THREADS = 8, ALL = 1 << 23 };

static uint32_t failures;

#define CHECK(condition) \
    do { \
        if (!(condition) && __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED) < 10) \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
    } while (0)

static native_id_source_t source __attribute__((aligned(128)));
static native_ids_t ids[THREADS] __attribute__((aligned(128)));
static uint8_t given[ALL];
static uint64_t in_blocks;

static void collect(uint64_t idle) {
    for (int i = 0; i < THREADS; i++) {
        if (idle) rpj_ids_give_back_idle(&ids[i], &source);
        else rpj_ids_give_back(&ids[i], &source);
    }
}

static void begin(uint64_t latest) {
    memset(&source, 0, sizeof source);
    memset(ids, 0, sizeof ids);
    memset(given, 0, sizeof given);
    source.latest = latest;
    source.collect = (void*)collect;
    in_blocks = 0;
}

static uint64_t take(native_ids_t* mine) {
    uint64_t last = mine->last, id = rpj_ids_next(mine, &source);
    CHECK(id > last && id < ALL);
    CHECK(__atomic_fetch_add(&given[id], 1, __ATOMIC_RELAXED) == 0);
    return id;
}

typedef struct {
    int thread, count;
    bool ends;
} work;

static pthread_barrier_t start;

static void* take_all(void* data) {
    const work* mine = data;
    uint64_t blocks = 0;
    pthread_barrier_wait(&start);
    for (int i = 0; i < mine->count; i++) {
        take(&ids[mine->thread]);
        blocks += __atomic_load_n(&ids[mine->thread].block, __ATOMIC_RELAXED) != 0;
    }
    __atomic_fetch_add(&in_blocks, blocks, __ATOMIC_RELAXED);
    if (mine->ends) rpj_ids_forget(&ids[mine->thread], &source);
    return NULL;
}

static void at_once(int threads, int count, bool end) {
    pthread_t handles[THREADS];
    work works[THREADS];
    pthread_barrier_init(&start, NULL, (unsigned)threads);
    for (int i = 0; i < threads; i++) {
        works[i] = (work){i, count, end};
        pthread_create(&handles[i], NULL, take_all, &works[i]);
    }
    for (int i = 0; i < threads; i++) pthread_join(handles[i], NULL);
}

static uint64_t rests(void) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < source.rest_count; i++) sum += source.rests[2 * i + 1] - source.rests[2 * i] + 1;
    return sum;
}

static void one_thread_misses_none(void) {
    begin(0);
    for (uint64_t i = 1; i <= 3 * RPJ_ID_SINGLES; i++) CHECK(take(&ids[0]) == i);
}

static void the_first_ids_are_without_gaps(void) {
    begin(0);
    at_once(THREADS, RPJ_ID_SINGLES / THREADS, false);
    CHECK(source.latest == RPJ_ID_SINGLES && in_blocks == 0);
}

// Whether threads contend is the machine's: that they take blocks then is what the benchmarks show.
static void what_is_left_of_blocks_is_counted(void) {
    enum { COUNT = 500000 };
    begin(RPJ_ID_SINGLES);
    at_once(THREADS, COUNT, true);
    CHECK(source.latest - RPJ_ID_SINGLES == (uint64_t)THREADS * COUNT + rests());
    begin(RPJ_ID_SINGLES);
    at_once(THREADS, COUNT, false);
    collect(false);
    CHECK(source.latest - RPJ_ID_SINGLES == (uint64_t)THREADS * COUNT + rests());
}

// Puts a thread into blocks, as contention does.
static void contend(native_ids_t* mine) {
    mine->looked_ns = rpj_ids_now();
    mine->others = RPJ_ID_LOOKS;
    rpj_ids_decide(mine, mine->last);
    CHECK(mine->block != 0);
}

static void a_rest_is_for_threads_with_lower_ids(void) {
    begin(RPJ_ID_SINGLES);
    uint64_t first = take(&ids[0]);
    contend(&ids[0]);
    uint64_t second = take(&ids[0]), other = take(&ids[1]);
    CHECK(other > second + 1);
    rpj_ids_forget(&ids[0], &source);
    CHECK(rests() == other - second - 1);
    CHECK(take(&ids[1]) == other + 1); // has had a higher one
    for (uint64_t id = second + 1; id < other; id++) CHECK(take(&ids[2]) == id);
    CHECK(rests() == 0 && take(&ids[2]) == other + 2 && first < second);
}

static void the_last_rest_goes_back_to_the_counter(void) {
    begin(RPJ_ID_SINGLES);
    take(&ids[0]);
    take(&ids[1]);
    contend(&ids[0]);
    contend(&ids[1]);
    uint64_t last = take(&ids[0]), next = take(&ids[1]);
    rpj_ids_give_back(&ids[0], &source);
    CHECK(source.rest_count == 1);
    rpj_ids_give_back(&ids[1], &source);
    CHECK(source.latest == next && take(&ids[1]) == next + 1 && source.rests[0] == last + 1);
}

static void an_idle_block_is_taken(void) {
    begin(RPJ_ID_SINGLES);
    take(&ids[0]);
    contend(&ids[0]);
    uint64_t last = take(&ids[0]);
    collect(true);
    CHECK(source.latest > last);
    collect(true);
    CHECK(source.latest == last && take(&ids[0]) == last + 1);
}

int main(void) {
    one_thread_misses_none();
    the_first_ids_are_without_gaps();
    what_is_left_of_blocks_is_counted();
    a_rest_is_for_threads_with_lower_ids();
    the_last_rest_goes_back_to_the_counter();
    an_idle_block_is_taken();
    return failures != 0;
}
