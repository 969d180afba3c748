// allowed WORK HOW END: makes calls, installs a filter that allows little more than what those calls need, and makes
// them again. WORK: marks, threads (which mark), gpu, fork. HOW: kill, trap (a handler says which call was forbidden),
// each also with -all (for all threads), or strict. END: return, _exit,
// exit, the bare system call, or pthread_exit.
#define _GNU_SOURCE
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { ROUNDS = 3000, DONE = 7, SKIPPED = 77, FORBIDDEN = 99, MOST_CALLS = 64 };

static const int everywhere[] = {SYS_read,         SYS_write,         SYS_exit,           SYS_exit_group,
                                 SYS_futex,        SYS_mmap,          SYS_munmap,         SYS_brk,
                                 SYS_rt_sigreturn, SYS_clock_gettime, SYS_restart_syscall};
// What the C library calls for a thread, and for a child.
static const int for_threads[] = {SYS_clone3,  SYS_clone, SYS_rt_sigprocmask, SYS_mprotect, SYS_set_robust_list,
                                  SYS_madvise, SYS_rseq};
static const int for_children[] = {SYS_clone, SYS_wait4, SYS_set_robust_list};

static unsigned count;
static struct sock_filter code[MOST_CALLS];

static void allow(const int* calls, size_t bytes) {
    for (size_t i = 0; i < bytes / sizeof *calls; i++) {
        code[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1);
        code[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
}

static void on_forbidden(int signo, siginfo_t* info, void* context) {
    char text[] = "forbidden: 000\n";
    int call = info->si_syscall;
    (void)signo, (void)context;
    for (char* digit = text + sizeof text - 3; call; call /= 10) *digit-- = (char)('0' + call % 10);
    (void)!write(STDOUT_FILENO, text, sizeof text - 1);
    syscall(SYS_exit_group, FORBIDDEN);
}

static void confine(const char* work, const char* how) {
    if (strcmp(how, "strict") == 0) {
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) _exit(SKIPPED);
        return;
    }
    struct sigaction action = {.sa_sigaction = on_forbidden, .sa_flags = SA_SIGINFO};
    sigaction(SIGSYS, &action, NULL);
    code[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    allow(everywhere, sizeof everywhere);
    if (strcmp(work, "threads") == 0) allow(for_threads, sizeof for_threads);
    if (strcmp(work, "fork") == 0) allow(for_children, sizeof for_children);
    const unsigned action_for_others = strncmp(how, "kill", 4) == 0 ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_TRAP;
    code[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action_for_others);
    struct sock_fprog program = {(unsigned short)count, code};
    const unsigned flags = strstr(how, "-all") != NULL ? SECCOMP_FILTER_FLAG_TSYNC : 0;
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) != 0) _exit(SKIPPED);
}

static void mark(int rounds) {
    for (int i = 0; i < rounds; i++) {
        roctxMarkA("mark");
        roctxRangePushA("range");
        roctxRangePop();
        roctxRangeStop(roctxRangeStartA("process"));
    }
}

static void use_gpu(int rounds) {
    static char here[4096];
    for (int i = 0; i < rounds / 10; i++) {
        void* there = NULL;
        hipMalloc(&there, sizeof here);
        hipMemcpy(there, here, sizeof here, hipMemcpyHostToDevice);
        hipMemset(there, 0, sizeof here);
        hipDeviceSynchronize();
        hipFree(there);
    }
}

// The C library loads what pthread_exit needs at its first call.
static void* run(void* result) {
    mark(ROUNDS);
    pthread_exit(result);
}

static void threads(int some) {
    pthread_t thread;
    for (int i = 0; i < some; i++)
        if (pthread_create(&thread, NULL, run, NULL) == 0) pthread_join(thread, NULL);
}

static void child(void) {
    const pid_t pid = fork();
    if (pid == 0) {
        mark(10);
        exit(DONE);
    }
    waitpid(pid, NULL, 0);
}

static void at_exit(void) { mark(1); }

static void end(const char* how) {
    if (strcmp(how, "_exit") == 0) _exit(DONE);
    if (strcmp(how, "exit") == 0) syscall(SYS_exit, DONE);
    if (strcmp(how, "pthread_exit") == 0) pthread_exit(NULL);
    exit(DONE);
}

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const char *work = argv[1], *how = argv[2];
    const int gpu = strcmp(work, "gpu") == 0;
    atexit(at_exit);
    threads(1); // the C library prepares itself for threads once
    mark(1);
    if (gpu) use_gpu(10);
    confine(work, how);
    mark(strcmp(how, "strict") == 0 ? 10 : ROUNDS);
    if (gpu) use_gpu(ROUNDS);
    if (strcmp(work, "threads") == 0) threads(3);
    if (strcmp(work, "fork") == 0) child();
    (void)!write(STDOUT_FILENO, "done\n", 5);
    end(argv[3]);
    return 3;
}
