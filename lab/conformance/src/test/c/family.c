// family ORACLE SEED [DEPTH]: processes by fork without exec, in an order that depends on SEED. Each makes calls,
// has threads, has children, and ends by _exit, exit, return or SIGKILL. The file ORACLE counts the calls.
// Parenthood is not printed: the trace must record it.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

#include "oracle.h"

static oracle_row* row;
static atomic_bool stop;

static void one_call(void) {
    int device = -1;
    atomic_fetch_add(&row->begun, 1);
    if (hipGetDevice(&device) || device) abort();
    roctxMarkA("family");
    roctxRangePushA("range");
    if (roctxRangePop() < 0) abort();
    atomic_fetch_add(&row->done, 1);
}

static void calls(int count) {
    for (int i = 0; i < count; i++) one_call();
}

static void* work(void* unused) {
    struct timespec moment = {0, 20000};
    for (; !stop; nanosleep(&moment, NULL)) one_call();
    return unused;
}

static void* some_work(void* count) {
    calls(*(const int*)count);
    return NULL;
}

static unsigned random_below(unsigned* state, unsigned bound) {
    *state = *state * 1103515245u + 12345u;
    return (*state >> 16) % bound;
}

static int live(unsigned seed, int depth);

static _Noreturn void end(unsigned how, int status) {
    if (how == 0) exit(status);
    if (how == 1) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    _exit(status);
}

// True in and below a child created without the C library's fork handlers: threads that exist only in the parent,
// such as a JVM's, may hold the allocator's locks. Such a child does only what POSIX permits: it makes calls and
// creates children of the same kind.
static bool raw;

static _Noreturn void be_child(unsigned seed, int depth) {
    unsigned state = seed;
    stop = false;
    row = oracle_row_of((unsigned long)getpid());
    int status = live(seed, depth);
    unsigned how = random_below(&state, 4);
    end(raw && how == 0 ? 2 : how, status);
}

// Creates some children without the C library's fork handlers, as a raw clone does.
static pid_t give_birth(unsigned seed, int depth, unsigned how) {
    bool without = raw || how == 0;
    pid_t child = without ? (pid_t)syscall(SYS_fork) : fork();
    if (child == 0) {
        raw = without;
        be_child(seed, depth);
    }
    return child;
}

typedef struct {
    unsigned seed;
    int depth;
    pid_t child;
} birth;

static void* bear(void* argument) {
    birth* b = argument;
    b->child = give_birth(b->seed, b->depth, 1);
    return NULL;
}

static bool ended_well(pid_t child) {
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return false;
    return status == 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

// The seed decides the number of children at a level; each is created while another thread is in a call, or by
// another thread.
static int live(unsigned seed, int depth) {
    unsigned state = seed;
    int first = (int)random_below(&state, 400), last = (int)random_below(&state, 2000);
    bool alone = random_below(&state, 3) == 0 || raw;
    pthread_t thread;
    if (!alone && pthread_create(&thread, NULL, work, NULL)) return 4;
    calls(first);
    for (unsigned i = depth ? 1 + random_below(&state, 3) : 0; i > 0; i--) {
        unsigned how = random_below(&state, 4);
        birth b = {random_below(&state, 30000), depth - 1, -1};
        if (how == 3 && !raw) {
            pthread_t mother;
            if (pthread_create(&mother, NULL, bear, &b)) return 5;
            pthread_join(mother, NULL);
        } else {
            b.child = give_birth(b.seed, b.depth, how);
        }
        calls(10);
        if (!ended_well(b.child)) return 6;
    }
    pthread_t other;
    if (raw) calls(last);
    else if (pthread_create(&other, NULL, some_work, &last)) return 7;
    else pthread_join(other, NULL);
    stop = true;
    if (!alone) pthread_join(thread, NULL);
    return 0;
}

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    oracle_open(argv[1]);
    row = oracle_row_of((unsigned long)getpid());
    one_call();
    int status = live((unsigned)atoi(argv[2]), argc > 3 ? atoi(argv[3]) : 3);
    puts(status ? "bad" : "well");
    return status;
}
