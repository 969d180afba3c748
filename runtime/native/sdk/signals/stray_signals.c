// Signals of the program that reach a thread which, by the program's masks, would not take them. These are the four
// that a JVM cannot block, the faults, which may also be sent to the process or to a thread.
//
// One that reaches a thread of ours is forwarded to a thread of the program, as the kernel would have chosen: one
// that does not block it, or waits for it, else the first one (the main thread until it ends), where it stays
// pending. One that reaches a thread of the program that blocks it, but not while it is in Java, is kept until the
// thread blocks it again, and then forwarded.
#include "signals/stray_signals.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "signals/signal_mask.h"
#include "system/own_threads.h"

enum { LIST_BYTES = 4096, STATUS_BYTES = 4096 };

// The outcome of sending a signal to a thread: lost, pending, or taken.
typedef enum { LOST, STAYS, TAKEN } outcome;

static outcome outcome_at(pid_t thread, int signo) {
    char path[64], text[STATUS_BYTES];
    snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return LOST;
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    text[length < 0 ? 0 : length] = 0;
    const char* blocked = strstr(text, "\nSigBlk:");
    // An ended main thread stays listed until the others have ended; of any other ended thread, the kernel reports
    // that it blocks nothing.
    if (blocked == NULL || strstr(text, "\nState:\tZ") != NULL || strstr(text, "\nThreads:\t0\n") != NULL) return LOST;
    return strtoull(blocked + strlen("\nSigBlk:"), NULL, 16) >> (signo - 1) & 1 ? STAYS : TAKEN;
}

// Threads of ours do not block faults while they are listed: between two reads of a thread's state, none of them
// may have started or ended.
static outcome outcome_at_programs(pid_t thread, int signo) {
    while (true) {
        uint64_t generation = rpj_own_threads();
        outcome there = rpj_is_own_thread(thread) ? LOST : outcome_at(thread, signo);
        if (there == LOST || rpj_own_threads() == generation) return there;
    }
}

static pid_t thread_for(int signo) {
    char entries[LIST_BYTES] __attribute__((aligned(8)));
    pid_t found = 0, first = 0;
    int fd = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (long bytes; fd >= 0 && !found && (bytes = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0;) {
        for (long at = 0; at < bytes && !found; at += ((struct dirent64*)(entries + at))->d_reclen) {
            const struct dirent64* entry = (struct dirent64*)(entries + at);
            pid_t thread = atoi(entry->d_name);
            outcome there = thread ? outcome_at_programs(thread, signo) : LOST;
            if (there == TAKEN) found = thread;
            if (there == STAYS && !first) first = thread;
        }
    }
    if (fd >= 0) close(fd);
    if (!found) found = first;
    return found ? found : getpid();
}

static bool send_on(int signo, const siginfo_t* info, pid_t thread) {
    siginfo_t same = *info;
    // Only the kernel may send SI_USER to another thread.
    if (same.si_code == SI_USER && thread != (pid_t)syscall(SYS_gettid)) same.si_code = SI_QUEUE;
    return syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, signo, &same) == 0;
}

// Repeats if the chosen thread has ended meanwhile.
static void send_to_program(int signo, const siginfo_t* info) {
    int saved = errno;
    while (!send_on(signo, info, thread_for(signo)) && errno == ESRCH) {
    }
    errno = saved;
}

bool rpj_pass_on_stray(int signo, const siginfo_t* info) {
    if (!rpj_own_thread) return false;
    send_to_program(signo, info);
    return true;
}

// --- what a thread blocks, but not in Java -------------------------------------------------------------------------

enum { FAULTS = 4 };

// The beginning of a siginfo_t, which is all that a sent signal has.
typedef struct {
    int signo, error, code, unused;
    uint64_t sender, value;
} sent_signal;

static __thread uint64_t held __attribute__((tls_model("initial-exec")));
static __thread sent_signal kept[FAULTS] __attribute__((tls_model("initial-exec")));

void rpj_hold_sent(uint64_t blocked) { held |= blocked & rpj_fault_signals(); }

// At most one signal of each number is kept, as in the kernel.
bool rpj_keep_sent(int signo, const siginfo_t* info) {
    if (!(held >> (signo - 1) & 1)) return false;
    size_t i = 0;
    while (i < FAULTS - 1 && kept[i].signo && kept[i].signo != signo) i++;
    if (!kept[i].signo) memcpy(&kept[i], info, sizeof *kept);
    return true;
}

void rpj_give_sent(uint64_t blocked) {
    held &= ~blocked;
    for (size_t i = 0; i < FAULTS; i++) {
        siginfo_t info = {0};
        int signo = kept[i].signo;
        if (!signo || held >> (signo - 1) & 1) continue;
        memcpy(&info, &kept[i], sizeof *kept);
        kept[i].signo = 0;
        // A value (SI_QUEUE) may have been sent to this thread or to the process, which cannot be told apart.
        if (info.si_code == SI_TKILL) send_on(signo, &info, (pid_t)syscall(SYS_gettid));
        else send_to_program(signo, &info);
    }
}
