// Preloaded: once TICKING names a signal, a thread sends it to all threads of the process in turn, one every
// 100 microseconds; its handler calls hipGetDevice. At the end the number of those calls is written to the
// file TICKING_FILE.
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int (*get_device)(int*);
static atomic_long handled;
static atomic_bool stop;
static int signo;

static void on_tick(int unused) {
    int device;
    (void)unused;
    if (get_device(&device)) _exit(50);
    handled++;
}

static void send_to_all(void) {
    DIR* tasks = opendir("/proc/self/task");
    for (struct dirent* entry; !stop && tasks && (entry = readdir(tasks));) {
        if (atoi(entry->d_name) == 0) continue;
        syscall(SYS_tgkill, getpid(), atoi(entry->d_name), signo);
        usleep(100);
    }
    if (tasks) closedir(tasks);
}

static void* tick(void* unused) {
    struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_RESTART | SA_ONSTACK};
    while (!stop && !(get_device = (int (*)(int*))dlsym(RTLD_DEFAULT, "hipGetDevice"))) usleep(1000);
    sleep(1); // the program makes the first call
    if (!stop) sigaction(signo, &action, NULL);
    while (!stop) send_to_all();
    return unused;
}

__attribute__((constructor)) static void start(void) {
    static pthread_t thread;
    sigset_t all, before;
    if (!getenv("TICKING")) return;
    signo = atoi(getenv("TICKING"));
    unsetenv("TICKING");
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_create(&thread, NULL, tick, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

__attribute__((destructor)) static void finish(void) {
    const char* name = getenv("TICKING_FILE");
    stop = true;
    FILE* file = name && signo ? fopen(name, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld\n", (long)handled);
    fclose(file);
}
