// pending boot|attach|calls|end|alone: sends each fault signal in each way to a thread that blocks it, while a
// runtime call is the process's first, the thread's first, one of many, before the end of a thread while another
// waits for the signal, or after the end of the main thread. The signal must stay pending until it is taken, and
// keep its sender and value.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { WAYS = 5, VALUE = 4711, MANY = 700, LIMIT_S = 20 };

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
// A value sent to one of several threads looks like one for the process: only the main thread is sent one.
static const char* const ways[WAYS] = {"kill", "raise", "sigqueue", "pthread_sigqueue", "from a child"};
static volatile sig_atomic_t handled;
static sem_t sent, gone;
static pthread_t main_thread;

static void calls(int times) {
    for (int i = 0; i < times; i++) {
        void* device = NULL;
        roctxMarkA("calls");
        if (hipMalloc(&device, 64) || hipFree(device)) exit(50);
    }
}

static void on_signal(int signo) {
    (void)signo;
    handled++;
}

static sigset_t only(int signo) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signo);
    return set;
}

static void from_child(int signo) {
    pid_t child = fork();
    if (!child) {
        kill(getppid(), signo);
        _exit(0);
    }
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
}

static void send(int way, int signo) {
    union sigval value = {.sival_int = VALUE};
    if (way == 0) kill(getpid(), signo);
    if (way == 1) raise(signo);
    if (way == 2) sigqueue(getpid(), signo, value);
    if (way == 3) pthread_sigqueue(pthread_self(), signo, value);
    if (way == 4) from_child(signo);
}

// At most one signal of a number is pending, so the one taken must be the one sent.
static void take(const char* where, int way, int signo) {
    struct timespec limit = {LIMIT_S, 0};
    sigset_t set = only(signo);
    siginfo_t info = {0};
    int taken = sigtimedwait(&set, &info, &limit);
    if (taken < 0) printf("%s, %s: %s\n", where, ways[way], strerror(errno));
    bool value = (way == 2 || way == 3) && info.si_value.sival_int == VALUE;
    bool by_us = info.si_pid == getpid();
    printf("%s, %s: %s, by %s%s, handled %d\n", where, ways[way], taken == signo ? "waited" : "lost",
           by_us ? "itself" : "another", value ? ", with its value" : "", (int)handled);
    handled = 0;
}

static void* first_call_of_thread(void* signo) {
    enum { RAISE = 1 }; // to the thread: others could take a signal sent to the process
    for (int i = 0; i < 3; i++) {
        send(RAISE, *(int*)signo);
        calls(i == 0 ? 1 : MANY);
        take("in a thread", RAISE, *(int*)signo);
    }
    return NULL;
}

static void* calls_and_ends(void* unused) {
    sem_wait(&sent);
    calls(MANY);
    sem_post(&gone);
    return unused;
}

static void many(int signo) {
    for (int way = 0; way < WAYS; way++) {
        calls(way);
        send(way, signo);
        calls(MANY);
        take("after calls", way, signo);
    }
}

static void* many_alone(void* signo) {
    pthread_join(main_thread, NULL);
    many(*(int*)signo);
    exit(7);
}

// Sends the signal to a process whose main thread has ended.
static void alone(int signo) {
    static int number;
    pthread_t thread;
    number = signo;
    main_thread = pthread_self();
    pthread_create(&thread, NULL, many_alone, &number);
    pthread_exit(NULL);
}

// Sends the signal to the process while a thread makes calls and then ends: it must still be pending.
static void ended(int signo) {
    for (int way = 0; way < WAYS; way += 2) {
        pthread_t thread;
        pthread_create(&thread, NULL, calls_and_ends, NULL);
        send(way, signo);
        sem_post(&sent);
        sem_wait(&gone);
        pthread_join(thread, NULL);
        take("after a thread", way, signo);
    }
}

static void one(const char* when, int way, int signo) {
    struct sigaction action = {.sa_handler = on_signal};
    sigset_t set = only(signo);
    pthread_t thread;
    sem_init(&sent, 0, 0);
    sem_init(&gone, 0, 0);
    sigaction(signo, &action, NULL);
    if (strcmp(when, "boot") != 0) calls(1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (!strcmp(when, "boot")) {
        send(way, signo);
        calls(1);
        take("at the first call", way, signo);
    } else if (!strcmp(when, "attach")) {
        pthread_create(&thread, NULL, first_call_of_thread, &signo);
        pthread_join(thread, NULL);
    } else if (!strcmp(when, "calls")) {
        many(signo);
    } else if (!strcmp(when, "alone")) {
        alone(signo);
    } else {
        ended(signo);
    }
}

// Uses one process per case, since a process has only one first call.
int main(int argc, char** argv) {
    if (argc == 4) {
        one(argv[1], atoi(argv[2]), atoi(argv[3]));
        return 7;
    }
    for (size_t i = 0; argc == 2 && i < sizeof faults / sizeof *faults; i++) {
        for (int way = 0; way < (strcmp(argv[1], "boot") ? 1 : WAYS); way++) {
            char command[4096];
            snprintf(command, sizeof command, "exec '%s' %s %d %d", argv[0], argv[1], way, faults[i]);
            fflush(stdout);
            printf("signal %d: status %#x\n", faults[i], (unsigned)system(command));
        }
    }
    return argc == 2 ? 7 : 2;
}
