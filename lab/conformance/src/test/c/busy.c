// busy PROGRESS END [CALLS]: two threads call six functions over and over and log each call that has returned in
// the file PROGRESS, which is shared memory that survives the program.
//
// END: never (a test kills it), abort, segv, _exit (9), exit (4), term (raises SIGTERM; its own handler prints a
// line and exits with 3), return (5): the first thread's action after CALLS rounds.
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { THREADS = 2, FUNCTIONS = 6 };

// Read by SurvivalTest: 8 words for each thread.
typedef struct {
    _Atomic uint64_t pid, tid;
    _Atomic uint64_t returned[FUNCTIONS];
} progress_t;

static progress_t* progress;
static const char* end;
static long rounds;

static pthread_barrier_t both;

static void finish(void) {
    if (!strcmp(end, "abort")) abort();
    if (!strcmp(end, "segv")) *(volatile int*)8 = 1;
    if (!strcmp(end, "_exit")) _exit(9);
    if (!strcmp(end, "exit")) exit(4);
    if (!strcmp(end, "term")) kill(getpid(), SIGTERM);
}

static void* work(void* argument) {
    progress_t* mine = argument;
    mine->tid = (uint64_t)syscall(SYS_gettid);
    mine->pid = (uint64_t)getpid();
    for (long i = 0; rounds == 0 || i < rounds; i++) {
        int value;
        void* memory = NULL;
        const char* text;
        hipGetDevice(&value);
        mine->returned[0]++;
        hipMalloc(&memory, 64);
        mine->returned[1]++;
        hipMemset(memory, 1, 64);
        mine->returned[2]++;
        hipFree(memory);
        mine->returned[3]++;
        roctxMarkA("mark");
        mine->returned[4]++;
        hsa_status_string(HSA_STATUS_SUCCESS, &text);
        mine->returned[5]++;
    }
    // Calls after exit has begun are in no trace.
    if (!strcmp(end, "exit")) pthread_barrier_wait(&both);
    if (mine == progress) finish();
    return NULL;
}

static void on_term(int signal) {
    (void)signal;
    static const char text[] = "the program's own handler\n";
    if (write(1, text, sizeof text - 1) < 0) _exit(1);
    _exit(3);
}

// A program that a script starts in the background, by nohup, or from Python inherits ignored signals.
static void no_longer_ignored(void) {
    for (int number = 1; number <= SIGRTMAX; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN) signal(number, SIG_DFL);
    }
}

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    int file = open(argv[1], O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, 4096)) return 2;
    progress = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    end = argv[2];
    rounds = argc > 3 ? atol(argv[3]) : 0;
    no_longer_ignored();
    if (!strcmp(end, "term")) signal(SIGTERM, on_term);
    printf("working\n");
    fflush(stdout);
    pthread_t threads[THREADS];
    pthread_barrier_init(&both, NULL, THREADS);
    hipInit(0);
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, &progress[i]);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    if (!strcmp(end, "term")) pause();
    return 5;
}
