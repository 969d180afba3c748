// What a call costs beside things of some kind.
#ifndef GROWTH_H
#define GROWTH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    GROWTH_ROUNDS = 101,
    GROWTH_WARM_CALLS = 10000,
    GROWTH_WARM_SECONDS = 2,
    GROWTH_STRIDE = 7919,
    GROWTH_LIMIT = 3
};

static uint64_t growth_live;

typedef struct {
    const char* name;
    void (*begin)(void); // makes growth_live things
    void (*call)(void);
    int calls; // of one round
} growth_kind;

// The number of any of the things; no two of `growth_live` in a row are the same.
static inline uint64_t growth_any(void) {
    static uint64_t last;
    return last = (last + GROWTH_STRIDE) % growth_live;
}

// Ends the program where the machine allows no more things.
static inline void growth_need(int good, const char* what) {
    if (good) return;
    fprintf(stderr, "growth: %s failed\n", what);
    exit(GROWTH_LIMIT);
}

static inline int growth_by_value(const void* a, const void* b) {
    double difference = *(const double*)a - *(const double*)b;
    return (difference > 0) - (difference < 0);
}

static inline double growth_now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// Prints nanoseconds per call, the median of the rounds. The words: KIND LIVE.
static inline int growth_run(const growth_kind* kinds, int number, clockid_t clock, int count, char** words) {
    double times[GROWTH_ROUNDS];
    const growth_kind* end = kinds + number;
    while (kinds < end && (count < 3 || strcmp(kinds->name, words[1]) != 0)) kinds++;
    growth_live = count < 3 ? 0 : strtoull(words[2], NULL, 10);
    if (kinds == end || growth_live == 0) return 2;
    kinds->begin();
    const double warm = growth_now(CLOCK_MONOTONIC) + GROWTH_WARM_SECONDS * 1e9;
    for (int i = 0; i < GROWTH_WARM_CALLS && growth_now(CLOCK_MONOTONIC) < warm; i++) kinds->call();
    for (int round = 0; round < GROWTH_ROUNDS; round++) {
        double begin = growth_now(clock);
        for (int i = 0; i < kinds->calls; i++) kinds->call();
        times[round] = (growth_now(clock) - begin) / kinds->calls;
    }
    qsort(times, GROWTH_ROUNDS, sizeof *times, growth_by_value);
    printf("%.0f\n", times[GROWTH_ROUNDS / 2]);
    fflush(stdout);
    return 0;
}

#endif
