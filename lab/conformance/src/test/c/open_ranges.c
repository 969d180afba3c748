// open_ranges HOW COUNT: opens so many process ranges, and stops all of them, each once: in their order, in reverse, in
// a fixed order that is like none (random), or likewise in four threads (threads).
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { THREADS = 4 };

static roctx_range_id_t* ranges;
static uint64_t count;

static void shuffle(void) {
    uint64_t seed = 1;
    for (uint64_t i = count; i-- > 1;) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint64_t other = (seed >> 33) % (i + 1);
        roctx_range_id_t range = ranges[i];
        ranges[i] = ranges[other];
        ranges[other] = range;
    }
}

static void* stop_some(void* first) {
    for (uint64_t i = (uint64_t)(uintptr_t)first; i < count; i += THREADS) roctxRangeStop(ranges[i]);
    return NULL;
}

static void stop_in_threads(void) {
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, stop_some, (void*)i) != 0) abort();
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

int main(int words, char** word) {
    char message[32];
    if (words < 3) return 2;
    count = strtoull(word[2], NULL, 10);
    ranges = malloc(count * sizeof *ranges);
    if (ranges == NULL) return 3;
    for (uint64_t i = 0; i < count; i++) {
        snprintf(message, sizeof message, "range %lu", (unsigned long)i);
        ranges[i] = roctxRangeStartA(message);
    }
    roctxRangePushA("pushed");
    if (strcmp(word[1], "random") == 0 || strcmp(word[1], "threads") == 0) shuffle();
    if (strcmp(word[1], "threads") == 0) {
        stop_in_threads();
    } else if (strcmp(word[1], "reverse") == 0) {
        for (uint64_t i = count; i-- > 0;) roctxRangeStop(ranges[i]);
    } else {
        for (uint64_t i = 0; i < count; i++) roctxRangeStop(ranges[i]);
    }
    roctxRangePop();
    return 0;
}
