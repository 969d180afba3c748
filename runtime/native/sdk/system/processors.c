// A program that binds each of its threads to a processor binds only those: but a thread inherits the processors of the
// one that creates it. The JVM's threads, and with them those that call tools, would all share one processor with the
// thread that made the first call, which waits for them.
#include "system/processors.h"

#include <sched.h>
#include <unistd.h>

static cpu_set_t allowed; // empty if it is not known

// As early as possible: later the main thread may have been bound, too.
__attribute__((constructor(101))) static void loaded(void) {
    cpu_set_t own;
    if (sched_getaffinity(getpid(), sizeof allowed, &allowed) != 0) CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof own, &own) == 0) CPU_OR(&allowed, &allowed, &own);
}

int rpj_processors(void) {
    int count = CPU_COUNT(&allowed);
    return count ? count : 1;
}

int rpj_more_processors(void) {
    cpu_set_t own;
    if (sched_getaffinity(0, sizeof own, &own) != 0) return 0;
    return CPU_COUNT(&allowed) > CPU_COUNT(&own) ? CPU_COUNT(&allowed) : 0;
}

void rpj_use_all_processors(void) {
    if (rpj_more_processors() != 0) sched_setaffinity(0, sizeof allowed, &allowed);
}
