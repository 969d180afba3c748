// sandboxed WHEN SYSCALL ANSWER: denies itself a system call, by number, and marks "WHEN-SYSCALL-ANSWER". WHEN:
// start (of the process, which executes itself once more), before the first mark, or after it. ANSWER: an error
// number, or "kill". Exits with 7.
#define _GNU_SOURCE
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { ROUNDS = 1000 };

static void forbid(unsigned number, const char* answer) {
    unsigned action =
        strcmp(answer, "kill") == 0 ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_ERRNO | (unsigned)atoi(answer);
    struct sock_filter instructions[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, action),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof instructions / sizeof *instructions, instructions};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) _exit(77);
}

static void* end(void* unused) { return unused; }

int main(int argc, char** argv) {
    pthread_t thread;
    char text[64];
    if (argc != 4 && argc != 5) return 2;
    const char* when = argc == 5 ? "executed" : argv[1];
    snprintf(text, sizeof text, "%s-%s-%s", argv[1], argv[2], argv[3]);
    // Creates a thread first, because glibc initialises itself for threads once.
    if (argc == 4 && pthread_create(&thread, NULL, end, NULL) == 0) pthread_join(thread, NULL);
    if (strcmp(when, "start") == 0) {
        forbid((unsigned)atoi(argv[2]), argv[3]);
        char* again[] = {argv[0], argv[1], argv[2], argv[3], (char*)"executed", NULL};
        execv("/proc/self/exe", again);
        return 3;
    }
    if (strcmp(when, "before") == 0) forbid((unsigned)atoi(argv[2]), argv[3]);
    roctxMarkA(text);
    if (strcmp(when, "after") == 0) forbid((unsigned)atoi(argv[2]), argv[3]);
    for (int i = 0; i < ROUNDS; i++) {
        roctxMarkA(text);
        roctxRangePushA("range");
        roctxRangePop();
    }
    printf("done\n");
    fflush(stdout);
    return 7;
}
