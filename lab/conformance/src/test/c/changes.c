// changes ROUNDS: the contexts change while all threads are inside a traced call. Contexts that saw its start see
// its end; those started in between do not. Prints errors, and then a summary.
#include "storm.h"

static pthread_barrier_t entered, released;

static hipError_t blocks(int number) {
    pthread_barrier_wait(&entered);
    pthread_barrier_wait(&released);
    return number + 1000;
}

typedef struct {
    unsigned long enters, exits, records;
} seen_t;

static long rounds;

static seen_t seen(int i) {
    if (i != CALLBACKS) MUST(rocprofiler_flush_buffer(contexts[i].buffer));
    return (seen_t){atomic_load(&contexts[i].enters), atomic_load(&contexts[i].exits),
                    atomic_load(&contexts[i].records)};
}

// A range around a call that is in progress when the contexts change.
static void* call_and_wait(void* number) {
    for (long i = 0; i < rounds; i++) {
        pthread_barrier_wait(&released);
        roctxRangePushA("around");
        int result = HIP(hipSetDevice, hipError_t(*)(int))((int)(uintptr_t)number);
        roctxRangePop();
        expect(result == (int)(uintptr_t)number + 1000, "hipSetDevice was disturbed", (uint64_t)i);
        pthread_barrier_wait(&released);
    }
    return NULL;
}

static void set_contexts(unsigned running) {
    for (int i = 0; i < CONTEXTS; i++) {
        if (running >> i & 1) MUST(rocprofiler_start_context(contexts[i].id));
        else if (is_active(&contexts[i])) MUST(rocprofiler_stop_context(contexts[i].id));
    }
}

// A context active at the start gets both callbacks and the record, one started later nothing. In addition to the
// call there is either the range as one operation, or its push at the start and its pop at the end.
static void check_inside(int i, unsigned before, unsigned after, seen_t from, seen_t to) {
    unsigned long was = before >> i & 1, is = after >> i & 1;
    unsigned long expected = i == RANGES ? 2 * THREADS * was : THREADS * (2 * was + is);
    if (to.enters - from.enters != expected || to.exits - from.exits != expected)
        wrong("not its calls", (uint64_t)i, expected);
    if (i != CALLBACKS && to.records - from.records != expected) wrong("not its records", (uint64_t)i, expected);
}

static void change_inside(void) {
    pthread_t threads[THREADS];
    unsigned random = 1;
    pthread_barrier_init(&entered, NULL, THREADS + 1);
    pthread_barrier_init(&released, NULL, THREADS + 1);
    for (uintptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, call_and_wait, (void*)i);
    for (long round = 0; round < rounds; round++) {
        seen_t from[CONTEXTS];
        unsigned before = (unsigned)round % (1 << CONTEXTS), after = (random = random * 1103515245u + 12345u) >> 16;
        set_contexts(before);
        for (int i = 0; i < CONTEXTS; i++) from[i] = seen(i);
        pthread_barrier_wait(&released);
        pthread_barrier_wait(&entered);
        set_contexts(after);
        pthread_barrier_wait(&released);
        pthread_barrier_wait(&released);
        for (int i = 0; i < CONTEXTS; i++) check_inside(i, before, after, from[i], seen(i));
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    set_contexts(0);
    finish();
    printf("%ld rounds, %lu errors\n", rounds, atomic_load(&errors));
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    announce();
    roctxMarkA("the runtimes are there");
    rounds = atol(argv[1]);
    change_inside();
    return atomic_load(&errors) != 0;
}
