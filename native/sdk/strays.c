// Signals of the program that reach a thread of ours. There are four that a JVM cannot block, the faults, which anybody may
// also send to the process: one that the program has blocked, in its main thread at least, may come to us instead. It goes
// on to a thread of the program's, as the kernel would have chosen: one that lets it through, or waits for it, else the main
// thread, where it stays until it is wanted.
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "own_threads.h"
#include "rpj.h"

enum { MOST_THREADS = 256, LIST_BYTES = 4096, STATUS_BYTES = 4096 };

// Ours, 0 for a free place. One that found no place is taken for the program's.
static pid_t numbers[MOST_THREADS];

static void exchange(pid_t from, pid_t to) {
    for (int i = 0; i < MOST_THREADS; i++) {
        pid_t expected = from;
        if (__atomic_compare_exchange_n(&numbers[i], &expected, to, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return;
    }
}

void rpj_note_own_thread(bool comes) {
    pid_t number = (pid_t)syscall(SYS_gettid);
    exchange(comes ? 0 : number, comes ? number : 0);
}

static bool is_ours(pid_t thread) {
    for (int i = 0; i < MOST_THREADS; i++)
        if (__atomic_load_n(&numbers[i], __ATOMIC_RELAXED) == thread) return true;
    return false;
}

static bool lets_through(pid_t thread, int signo) {
    char path[64], text[STATUS_BYTES];
    snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    text[length < 0 ? 0 : length] = 0;
    const char* blocked = strstr(text, "\nSigBlk:");
    return blocked && !(strtoull(blocked + strlen("\nSigBlk:"), NULL, 16) >> (signo - 1) & 1);
}

// The main thread if there is no other.
static pid_t thread_for(int signo) {
    char entries[LIST_BYTES] __attribute__((aligned(8)));
    pid_t found = 0;
    int fd = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (long bytes; fd >= 0 && !found && (bytes = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0;) {
        for (long at = 0; at < bytes && !found; at += ((struct dirent64*)(entries + at))->d_reclen) {
            const struct dirent64* entry = (struct dirent64*)(entries + at);
            pid_t thread = atoi(entry->d_name);
            if (thread && !is_ours(thread) && lets_through(thread, signo)) found = thread;
        }
    }
    if (fd >= 0) close(fd);
    return found ? found : getpid();
}

bool rpj_pass_on_stray(int signo, siginfo_t* info) {
    if (!rpj_own_thread || info->si_code > 0) return false;
    siginfo_t same = *info;
    if (same.si_code == SI_USER) same.si_code = SI_QUEUE;  // nobody but the kernel may say SI_USER
    syscall(SYS_rt_tgsigqueueinfo, getpid(), thread_for(signo), signo, &same);
    return true;
}
