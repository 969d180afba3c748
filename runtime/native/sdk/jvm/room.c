// Whether this process has enough resources for a JVM.
//
// A JVM that gets no memory or no thread during its start leaves threads and reservations behind, and one that gets
// none later gives up. Therefore the resources are first tried for a moment: address space is reserved, memory
// mapped, threads are started and descriptors opened, whatever may limit them (limits, cgroups, overcommitment,
// sandboxes). The program is left the same amount again. The numbers are those of the smallest JVM that traced in a
// sweep of each limit, plus a margin.
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

#include "jvm/jvm.h"
#include "system/own_threads.h"

enum { MIB = 1 << 20 };

// Address space: the reservations of a JVM of each size, with its libraries, and space for the program.
#define ROOMY_SPACE (768ul * MIB)
#define TIGHT_SPACE (320ul * MIB)
// Writable memory.
#define ROOMY_DATA (160ul * MIB)
#define TIGHT_DATA (72ul * MIB)

// A JVM has about fifteen threads, and three files open at the same time.
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

// Starts all at the same time, with signals blocked, which belong to the program's threads.
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
    while (started < THREADS && rpj_create_plain_thread(&threads[started], &attributes, wait_for_all, &barrier) == 0)
        started++;
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

// --- all resources -------------------------------------------------------------------------------------------------

// Every thread of a JVM allocates, and glibc reserves 64 MiB for each: where address space is limited, the program
// needs that space.
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
