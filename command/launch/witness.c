#include "witness.h"
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MILLIS = 10 };

static pid_t witness;
static int question = -1; // our end of the socket
static atomic_flag asking = ATOMIC_FLAG_INIT;

// --- the witness

static int take(int number, siginfo_t* info) {
    const struct timespec now = {0, 0};
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    return sigtimedwait(&only, info, &now) == number;
}

// Whether the signal has come. The SIGCONT by which our own parent wakes us is nobody else's.
static char has_come(int number, pid_t parent) {
    siginfo_t info;
    return take(number, &info) && (number != SIGCONT || info.si_pid != parent);
}

static void close_all_but(int kept) {
    const long limit = sysconf(_SC_OPEN_MAX);
    if (kept > 0) syscall(SYS_close_range, 0, kept - 1, 0);
    if (syscall(SYS_close_range, kept + 1, ~0U, 0) == 0) return;
    for (int fd = 0; fd < limit; fd++)
        if (fd != kept) close(fd);
}

static void be_witness(int fd, pid_t parent) {
    unsigned char number;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close_all_but(fd); // whoever waits for the end of a pipe does not wait for us
    while (getppid() == parent && read(fd, &number, 1) == 1) {
        const char answer = has_come(number, parent);
        if (write(fd, &answer, 1) != 1) break;
    }
    _exit(0);
}

// --- who asks

// Those who count siblings know it by that name (description.c, io.rocprofiler.collector.Siblings), and may look as
// soon as it exists: it is born with it.
static pid_t fork_named(void) {
    char own[16] = "";
    prctl(PR_GET_NAME, own);
    prctl(PR_SET_NAME, "rocprof-witness");
    const pid_t pid = fork();
    if (pid != 0) prctl(PR_SET_NAME, own);
    return pid;
}

void witness_begin(void) {
    int ends[2];
    const pid_t self = getpid();
    witness = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
    question = rpj_private(ends[0]);
    witness = question >= 0 ? fork_named() : -1;
    if (witness == 0) be_witness(ends[1], self);
    close(ends[1]);
    if (witness < 0) witness_end();
}

// A signal to several processes is sent under the kernel's lock of all processes. This call takes that lock as well,
// and changes nothing: when it returns, all of them have the signal.
static void await_sender(void) {
    const pid_t group = getpgrp();
    if (group > 0) setpgid(0, group);
}

// A witness that was stopped with its group does not go on when only this process is continued.
static void wake(void) {
    int status;
    if (waitpid(witness, &status, WNOHANG | WUNTRACED) == witness && WIFSTOPPED(status)) kill(witness, SIGCONT);
}

static int ask(int number) {
    const unsigned char asked = (unsigned char)number;
    char answer = 0;
    struct pollfd source = {question, POLLIN, 0};
    await_sender();
    if (send(question, &asked, 1, MSG_NOSIGNAL) != 1) return 0;
    while (poll(&source, 1, LOOK_MILLIS) <= 0) wake();
    return read(question, &answer, 1) == 1 && answer;
}

int witness_saw(int number) {
    while (atomic_flag_test_and_set(&asking))
        ;
    const int saw = question >= 0 && ask(number);
    atomic_flag_clear(&asking);
    return saw;
}

void witness_end(void) {
    if (question >= 0) close(question);
    question = -1;
    if (witness <= 0) return;
    kill(witness, SIGKILL);
    while (waitpid(witness, NULL, 0) < 0 && errno == EINTR)
        ;
    witness = 0;
}
