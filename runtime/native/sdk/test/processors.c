// A thread of ours may use all processors, also if its creator is bound to one (processors.h).
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

#include "system/own_threads.h"
#include "system/processors.h"
#include "system/thread_data.h"

bool rpj_has_room_for_thread_data(void) { return true; }

static void* count_own(void* result) {
    cpu_set_t own;
    *(int*)result = sched_getaffinity(0, sizeof own, &own) == 0 ? CPU_COUNT(&own) : -1;
    return NULL;
}

static int processors_of_own_thread(void) {
    pthread_t thread;
    int result = 0;
    if (rpj_create_thread(&thread, NULL, count_own, &result) != 0) return -1;
    pthread_join(thread, NULL);
    return result;
}

static void bind_to_first(const cpu_set_t* all) {
    cpu_set_t one;
    int first = 0;
    while (!CPU_ISSET(first, all)) first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    sched_setaffinity(0, sizeof one, &one);
}

static int failures;

static void check(const char* what, int is, int expected) {
    if (is == expected) return;
    fprintf(stderr, "processors: %s: %d instead of %d\n", what, is, expected);
    failures++;
}

int main(void) {
    cpu_set_t all;
    if (sched_getaffinity(0, sizeof all, &all) != 0) return 0; // more processors than the set has room for
    const int count = CPU_COUNT(&all);
    check("more than the process's", rpj_more_processors(), 0);
    check("a thread's", processors_of_own_thread(), count);
    bind_to_first(&all);
    check("more than one", rpj_more_processors(), count > 1 ? count : 0);
    check("a thread's of a bound one", processors_of_own_thread(), count);
    cpu_set_t own;
    sched_getaffinity(0, sizeof own, &own);
    check("the bound one's", CPU_COUNT(&own), 1);
    return failures != 0;
}
