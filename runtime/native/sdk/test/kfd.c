// Waiting for the driver's events, with pipes instead of its files: text arrives complete, sources take turns, and
// the wait ends.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gpu/kfd.h"

static int failures;

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            failures++; \
        } \
    } while (0)

enum { PIPES = 3, CAPACITY = 64 };

static int ends[PIPES];

static void make_pipes(void) {
    for (int i = 0; i < PIPES; i++) {
        int both[2];
        CHECK(pipe2(both, O_CLOEXEC | O_NONBLOCK) == 0);
        CHECK(rpj_kfd_watch(both[0]));
        ends[i] = both[1];
    }
}

static void put(int source, const char* text) {
    CHECK(write(ends[source], text, strlen(text)) == (ssize_t)strlen(text));
}

// Returns the source of the next text; -1 at the end.
static int next(char* text) {
    uint64_t found = rpj_kfd_next(text, CAPACITY);
    text[found & 0xFFFFFFFF] = 0;
    return found ? (int)(found >> 32) : -1;
}

static void* put_later(void* unused) {
    put(2, "later");
    return unused;
}

static void* stop_later(void* unused) {
    rpj_kfd_stop();
    return unused;
}

static void text_comes_through(void) {
    char text[CAPACITY + 1];
    put(1, "b 15 -7 @10(2) 1ea0 2\n");
    CHECK(next(text) == 1);
    CHECK(strcmp(text, "b 15 -7 @10(2) 1ea0 2\n") == 0);
}

static void more_than_fits_comes_in_parts(void) {
    char text[CAPACITY + 1], long_text[CAPACITY + 11];
    memset(long_text, 'x', sizeof long_text);
    long_text[CAPACITY + 10] = 0;
    put(0, long_text);
    CHECK(next(text) == 0 && strlen(text) == CAPACITY);
    CHECK(next(text) == 0 && strlen(text) == 10);
}

static void sources_take_turns(void) {
    char text[CAPACITY + 1];
    char plenty[3 * CAPACITY + 1];
    memset(plenty, 'y', sizeof plenty);
    plenty[3 * CAPACITY] = 0;
    put(1, plenty);
    CHECK(next(text) == 1);
    put(0, "zero");
    put(2, "two");
    CHECK(next(text) == 2);
    CHECK(next(text) == 0);
    CHECK(next(text) == 1);
    CHECK(next(text) == 1);
}

static void waits_for_text(void) {
    char text[CAPACITY + 1];
    pthread_t writer;
    CHECK(pthread_create(&writer, NULL, put_later, NULL) == 0);
    CHECK(next(text) == 2);
    CHECK(strcmp(text, "later") == 0);
    pthread_join(writer, NULL);
}

static void a_source_that_ends_leaves_the_others(void) {
    char text[CAPACITY + 1];
    put(1, "last words");
    close(ends[1]);
    CHECK(next(text) == 1);
    put(0, "still here");
    CHECK(next(text) == 0);
}

static void stop_ends_the_waiting_but_loses_nothing(void) {
    char text[CAPACITY + 1];
    pthread_t stopper;
    put(2, "in time");
    CHECK(pthread_create(&stopper, NULL, stop_later, NULL) == 0);
    CHECK(next(text) == 2);
    pthread_join(stopper, NULL);
    put(0, "just so");
    CHECK(next(text) == 0);
    CHECK(next(text) == -1);
    CHECK(next(text) == -1);
}

static void no_driver_has_no_version(void) {
    uint32_t gpu = 7;
    CHECK(rpj_kfd_version("/nonexistent/kfd") == 0);
    CHECK(rpj_kfd_version("/dev/null") == 0);
    CHECK(rpj_kfd_start("/nonexistent/kfd", &gpu, 1, 1) == 0);
    CHECK(rpj_kfd_start("/dev/null", &gpu, 1, 1) == 0);
}

int main(void) {
    no_driver_has_no_version();
    make_pipes();
    text_comes_through();
    more_than_fits_comes_in_parts();
    sources_take_turns();
    waits_for_text();
    a_source_that_ends_leaves_the_others();
    stop_ends_the_waiting_but_loses_nothing();
    return failures != 0;
}
