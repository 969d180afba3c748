// given OUT          writes the state that the process inherited to OUT: descriptors, limits, signals, process group
//                    and so on. It is the same for every launcher that passes on nothing of its own.
// given OUT calls    the same after a call of HIP, and the descriptors that the program gets then.
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>

// Prints descriptor numbers and their targets. `except` is this program's own.
static void descriptors(FILE* out, int except) {
    for (int fd = 0; fd < 1024; fd++) {
        struct stat status;
        if (fd == except || fstat(fd, &status)) continue;
        fprintf(out, "fd %d type %o mode %o close-on-exec %d\n", fd, status.st_mode & S_IFMT,
                fcntl(fd, F_GETFL) & O_ACCMODE, fcntl(fd, F_GETFD) & FD_CLOEXEC);
    }
}

static void limits(FILE* out) {
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        struct rlimit limit;
        getrlimit(i, &limit);
        fprintf(out, "limit %d %llx %llx\n", i, (unsigned long long)limit.rlim_cur, (unsigned long long)limit.rlim_max);
    }
}

static void signals(FILE* out) {
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (int i = 1; i < 65; i++) {
        struct sigaction action;
        if (sigaction(i, NULL, &action)) continue;
        int known = action.sa_handler == SIG_DFL ? 0 : action.sa_handler == SIG_IGN ? 1 : 2;
        if (known || sigismember(&blocked, i))
            fprintf(out, "signal %d action %d blocked %d\n", i, known, sigismember(&blocked, i));
    }
}

static void process(FILE* out) {
    mode_t mask = umask(0);
    umask(mask);
    fprintf(out, "umask %o nice %d\n", mask, getpriority(PRIO_PROCESS, 0));
    fprintf(out, "session is the starter's: %d, group is the starter's: %d\n", getsid(0) == getsid(getppid()),
            getpgrp() == getpgid(getppid()));
    int death = 0;
    prctl(PR_GET_PDEATHSIG, &death);
    fprintf(out, "parent's death %d dumpable %d no new privileges %d\n", death, prctl(PR_GET_DUMPABLE),
            prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
}

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    if (argc > 2) {
        int device;
        if (hipGetDevice(&device) != hipSuccess) return 1;
    }
    FILE* out = fopen(argv[1], "w");
    if (!out) return 1;
    int own = fileno(out);
    descriptors(out, own);
    if (argc == 2) fprintf(out, "the first descriptor is %d\n", own);
    limits(out);
    signals(out);
    process(out);
    return fclose(out) ? 1 : 5;
}
