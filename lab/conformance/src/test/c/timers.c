// timers WAY MILLIS [THREADS]: a timer of 100 microseconds whose handler marks and calls HIP, while main and other
// threads make calls, allocate, start and end. WAY: real, profile (setitimer), signal, thread (timer_create, to the
// process and to one thread). Prints the number of calls of each function.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static atomic_long marks, gets, handled;
static atomic_bool stop;

static void calls(void) {
    int device;
    roctxMarkA("call");
    marks++;
    if (hipGetDevice(&device)) _exit(50);
    gets++;
}

static void on_timer(int signo) {
    (void)signo;
    handled++;
    calls();
}

static void* short_thread(void* unused) {
    calls();
    return unused;
}

// Allocates and frees, so that the handler may interrupt the allocator.
static void* work(void* unused) {
    for (unsigned i = 0; !stop; i++) {
        void* memory = malloc(16 << (i % 14));
        calls();
        free(memory);
        if (i % 64) continue;
        pthread_t thread;
        if (pthread_create(&thread, NULL, short_thread, NULL) == 0) pthread_join(thread, NULL);
    }
    return unused;
}

static void start(const char* way) {
    struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
    struct itimerval interval = {{0, 100}, {0, 100}};
    struct itimerspec same = {{0, 100000}, {0, 100000}};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    timer_t timer;
    sigaction(SIGALRM, &action, NULL);
    sigaction(SIGPROF, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    if (!strcmp(way, "real")) setitimer(ITIMER_REAL, &interval, NULL);
    if (!strcmp(way, "profile")) setitimer(ITIMER_PROF, &interval, NULL);
    if (!strcmp(way, "thread")) {
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_notify_thread_id = (int)syscall(SYS_gettid);
    }
    if (!strcmp(way, "signal") || !strcmp(way, "thread")) {
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) || timer_settime(timer, 0, &same, NULL)) exit(51);
    }
}

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    int others = argc > 3 ? atoi(argv[3]) : 2;
    pthread_t threads[16];
    sigset_t all;
    calls();
    start(argv[1]);
    for (int i = 0; i < others; i++) pthread_create(&threads[i], NULL, work, NULL);
    struct timespec begun, now;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    do {
        calls();
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - begun.tv_sec) * 1000 + (now.tv_nsec - begun.tv_nsec) / 1000000 < atoi(argv[2])
             || handled < 1000);
    stop = true;
    for (int i = 0; i < others; i++) pthread_join(threads[i], NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    printf("%ld marks %ld gets\n", (long)marks, (long)gets);
    fprintf(stderr, "%ld handled\n", (long)handled);
    return 0;
}
