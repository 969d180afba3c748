// Whether a sandbox (seccomp) denies system calls that a thread of glibc, or a JVM, needs: glibc then ends the
// process, and a JVM ends itself. Each is tried with arguments that have no effect.
#include <errno.h>
#include <linux/futex.h>
#include <sys/rseq.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "jvm/jvm.h"

// The error of a call, 0 for none.
static int error_of(long result) { return result < 0 ? errno : 0; }

bool rpj_may_futex(void) {
    int word = 0, error = errno;
    bool may = error_of(syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0)) == 0;
    errno = error;
    return may;
}

// glibc registers each thread if it could register the first. The kernel refuses these arguments with its
// own error.
static bool may_register_threads(void) {
    return __rseq_size == 0 || error_of(syscall(SYS_rseq, NULL, 0, 0, 0)) == EINVAL;
}

// The loader and malloc request memory this way; under a filter glibc takes the error for an address.
static bool may_grow(void) { return syscall(SYS_brk, NULL) > 0; }

static bool may_ask_for_processors(void) {
    unsigned long set[128];
    int error = error_of(syscall(SYS_sched_getaffinity, 0, sizeof set, set));
    return error == 0 || error == EINVAL; // there are more processors
}

static bool may_look_at_files(void) {
    struct stat status;
    return error_of(syscall(SYS_stat, "/", &status)) == 0;
}

const char* rpj_forbidden_call(void) {
    int error = errno;
    const char* forbidden = !rpj_may_futex()          ? "futex"
                          : !may_register_threads()   ? "rseq"
                          : !may_grow()               ? "brk"
                          : !may_ask_for_processors() ? "sched_getaffinity"
                          : !may_look_at_files()      ? "stat"
                                                      : NULL;
    errno = error;
    return forbidden;
}
