// Whether this process has room for a JVM.
//
// A JVM that gets no memory or no thread while it starts leaves threads and reservations behind, and one that gets none
// later gives up. What it needs is therefore tried first, for a moment: address space is reserved, memory mapped,
// threads are started and descriptors opened, whatever the reason may be that there is none (limits, cgroups,
// overcommitment, sandboxes). As much again is left to the program. The numbers are those of the smallest JVM that
// traced in a sweep of each limit, and some more.
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "jvm.h"

enum { MIB = 1 << 20 };

// Address space: what a JVM of each size reserves, with its libraries, and room for the program.
#define ROOMY_SPACE (768ul * MIB)
#define TIGHT_SPACE (320ul * MIB)
// Memory that may be written.
#define ROOMY_DATA (160ul * MIB)
#define TIGHT_DATA (72ul * MIB)

// A JVM has fifteen threads or so, and three files open at the same time.
enum { THREADS = 20, FILES = 8, THREAD_STACK = 64 << 10 };

static bool can_map(size_t bytes, int protection) {
    void* piece = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (piece == MAP_FAILED) return false;
    munmap(piece, bytes);
    return true;
}

static bool is_limited(int resource) {
    struct rlimit limit;
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

// --- threads -------------------------------------------------------------------------------------------------------

static void* wait_for_all(void* barrier) {
    sem_wait(barrier);
    return NULL;
}

// All at the same time. Signals are for the program's own threads.
static bool can_start_threads(void) {
    pthread_t threads[THREADS];
    pthread_attr_t attributes;
    sigset_t all, before;
    sem_t barrier;
    int started = 0;
    if (sem_init(&barrier, 0, 0) != 0 || pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, THREAD_STACK);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (started < THREADS && pthread_create(&threads[started], &attributes, wait_for_all, &barrier) == 0) started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    for (int i = 0; i < started; i++) sem_post(&barrier);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    sem_destroy(&barrier);
    return started == THREADS;
}

// --- files ---------------------------------------------------------------------------------------------------------

static bool can_open_files(void) {
    int files[FILES], opened = 0;
    while (opened < FILES && (files[opened] = open("/", O_PATH | O_CLOEXEC)) >= 0) opened++;
    for (int i = 0; i < opened; i++) close(files[i]);
    return opened == FILES;
}

// --- all -----------------------------------------------------------------------------------------------------------

// Every thread of a JVM allocates, and each has glibc reserve 64 MiB for it: where address space is limited, the
// program needs that more.
static void spare_address_space(bool tight) {
    if (is_limited(RLIMIT_AS)) mallopt(M_ARENA_MAX, tight ? 1 : 2);
}

const char* rpj_room_for_jvm(bool* tight) {
    static char forbidden[64];
    const char* call = rpj_forbidden_call();
    if (call != NULL) {
        snprintf(forbidden, sizeof forbidden, "a sandbox forbids it to call %s", call);
        return forbidden;
    }
    uint64_t memory = rpj_cgroup_memory();
    bool roomy = (!is_limited(RLIMIT_AS) || can_map(ROOMY_SPACE, PROT_NONE))
              && (!is_limited(RLIMIT_DATA) || can_map(ROOMY_DATA, PROT_READ | PROT_WRITE)) && memory >= ROOMY_DATA;
    *tight = !roomy;
    if (!can_map(TIGHT_SPACE, PROT_NONE)) return "it may not reserve 320 MiB of address space (ulimit -v)";
    if (!can_map(TIGHT_DATA, PROT_READ | PROT_WRITE))
        return "it may not allocate 72 MiB of memory (ulimit -d, overcommitment)";
    if (memory < TIGHT_DATA) return "its control group has less than 72 MiB of memory left";
    if (!can_open_files()) return "it may not open 8 more files (ulimit -n)";
    if (!can_start_threads()) return "it may not start 20 more threads (ulimit -u, pids.max)";
    spare_address_space(*tight);
    return NULL;
}
