// Scenarios of processes: forks, and ends of every kind with work in flight.
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "hip.h"

static void use(int kernels) {
    int *memory, host[COUNT];
    HIP(hipMalloc((void**)&memory, BYTES));
    for (int i = 0; i < kernels; i++) launch_empty(NULL);
    pattern(host, COUNT, kernels);
    HIP(hipMemcpy(memory, host, BYTES, hipMemcpyHostToDevice));
    HIP(hipMemcpy(host, memory, BYTES, hipMemcpyDeviceToHost));
    printf(" %d wrong", differing(host, COUNT, kernels));
}

static void end_of(pid_t child) {
    int status;
    EXPECT(waitpid(child, &status, 0) == child);
    printf(", child %x", status);
}

// A process that forks before it uses HIP: both use it.
static void fork_before(void) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        use(10);
        fflush(stdout);
        exit(3);
    }
    end_of(child);
    use(20);
}

// HIP is not for children of a process that used it: the child does something else.
static void fork_after(void) {
    use(10);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) _exit(4);
    end_of(child);
    use(10);
}

// The child is another program.
static void fork_exec(void) {
    use(10);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        execl("/bin/echo", "echo", ", child's echo", NULL);
        _exit(5);
    }
    end_of(child);
    use(10);
}

static void ended(void (*how)(void)) {
    use(50);
    HIP(hipDeviceSynchronize());
    printf(", ends\n");
    fflush(stdout);
    how();
}

static void by_kill(void) { raise(SIGKILL); }
static void by_exit(void) { _exit(6); }
static void by_quick_exit(void) { quick_exit(6); }
static void by_group_exit(void) { syscall(SYS_exit_group, 6); }
static void by_exec(void) { execl("/bin/true", "true", NULL); }
static void by_fault(void) { *(volatile int*)8 = 0; }

static void killed(void) { ended(by_kill); }
static void aborted(void) { ended(abort); }
static void left(void) { ended(by_exit); }
static void quit(void) { ended(by_quick_exit); }
static void group_left(void) { ended(by_group_exit); }
static void replaced(void) { ended(by_exec); }
static void faulted(void) { ended(by_fault); }

const scenario process_scenarios[] = {{"fork-before", fork_before},
                                      {"fork-after", fork_after},
                                      {"fork-exec", fork_exec},
                                      {"killed", killed},
                                      {"aborted", aborted},
                                      {"left", left},
                                      {"quit", quit},
                                      {"group-left", group_left},
                                      {"replaced", replaced},
                                      {"faulted", faulted},
                                      {NULL, NULL}};
