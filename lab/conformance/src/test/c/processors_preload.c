// Preloaded: the process may use 16 processors, as far as it can see.
#define _GNU_SOURCE
#include <sched.h>
#include <stddef.h>

enum { PROCESSORS = 16 };

int sched_getaffinity(pid_t pid, size_t bytes, cpu_set_t* set) {
    (void)pid;
    CPU_ZERO_S(bytes, set);
    for (int i = 0; i < PROCESSORS; i++) CPU_SET_S(i, bytes, set);
    return 0;
}
