// Rounds of one call, in one or more threads at a time.
#ifndef ROUNDS_H
#define ROUNDS_H

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 21, CALLS = 200000, WARM_ROUNDS = 10, MOST_THREADS = 64 };

typedef struct {
    double median, best; // nanoseconds per call
} rounds_figure;

static inline double rounds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static struct {
    pthread_barrier_t barrier;
    void (*call)(void);
    void (*begin)(void);
    void (*end)(void);
    int calls, threads, processors;
    cpu_set_t allowed;
    double begins[MOST_THREADS], ends[MOST_THREADS], own[MOST_THREADS][ROUNDS], all[ROUNDS];
} rounds;

static inline int rounds_by_value(const void* a, const void* b) {
    double difference = *(const double*)a - *(const double*)b;
    return (difference > 0) - (difference < 0);
}

// Spreads the threads over the processors: the scheduler may leave two threads on one for a whole run.
static inline void rounds_pin(int thread) {
    cpu_set_t one;
    thread %= rounds.processors;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, &rounds.allowed) || thread-- > 0) continue;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        pthread_setaffinity_np(pthread_self(), sizeof one, &one);
        return;
    }
}

// The time from the first thread's start to the last one's end.
static inline double rounds_duration(void) {
    double begin = rounds.begins[0], end = rounds.ends[0];
    for (int i = 1; i < rounds.threads; i++) {
        if (rounds.begins[i] < begin) begin = rounds.begins[i];
        if (rounds.ends[i] > end) end = rounds.ends[i];
    }
    return end - begin;
}

static inline void* rounds_thread(void* index) {
    int thread = (int)(intptr_t)index, calls = rounds.calls;
    rounds_pin(thread);
    if (rounds.begin != NULL) rounds.begin();
    for (int round = -WARM_ROUNDS; round < ROUNDS; round++) {
        pthread_barrier_wait(&rounds.barrier);
        rounds.begins[thread] = rounds_now();
        for (int i = 0; i < calls; i++) rounds.call();
        rounds.ends[thread] = rounds_now();
        pthread_barrier_wait(&rounds.barrier);
        if (round < 0) continue;
        rounds.own[thread][round] = (rounds.ends[thread] - rounds.begins[thread]) / calls;
        if (thread == 0) rounds.all[round] = rounds_duration() / calls;
    }
    qsort(rounds.own[thread], ROUNDS, sizeof(double), rounds_by_value);
    if (rounds.end != NULL) rounds.end();
    return NULL;
}

// Makes the rounds. A figure is the mean of the threads' own ones; with more threads than processors it is the
// processor time of a call: the time of a round, times the number of processors, divided by the calls of all threads.
// `begin`, `end`: called by each thread before its first and after its last round, unless NULL.
static inline rounds_figure rounds_run(int threads, int calls, void (*call)(void), void (*begin)(void),
                                       void (*end)(void)) {
    pthread_t handles[MOST_THREADS];
    rounds_figure figure = {0, 1e9};
    sched_getaffinity(0, sizeof rounds.allowed, &rounds.allowed);
    rounds.processors = CPU_COUNT(&rounds.allowed);
    rounds.call = call, rounds.begin = begin, rounds.end = end, rounds.calls = calls, rounds.threads = threads;
    pthread_barrier_init(&rounds.barrier, NULL, (unsigned)threads);
    for (int i = 0; i < threads; i++) pthread_create(&handles[i], NULL, rounds_thread, (void*)(intptr_t)i);
    for (int i = 0; i < threads; i++) pthread_join(handles[i], NULL);
    for (int i = 0; i < threads; i++) {
        figure.median += rounds.own[i][ROUNDS / 2] / threads;
        if (rounds.own[i][0] < figure.best) figure.best = rounds.own[i][0];
    }
    if (threads <= rounds.processors) return figure;
    qsort(rounds.all, ROUNDS, sizeof(double), rounds_by_value);
    double share = (double)rounds.processors / threads;
    return (rounds_figure){rounds.all[ROUNDS / 2] * share, rounds.all[0] * share};
}

#endif
