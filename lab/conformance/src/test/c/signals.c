// signals before|after: installs handlers before or after its first ROCm call, then gets every signal several
// times, between further calls: a fault at a protected page, left by siglongjmp; raise; a write to a broken pipe;
// kill from another process.
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

extern char** environ;

static char* guarded;
static __thread sigjmp_buf recovery;
static volatile sig_atomic_t faults, quits, terms, pipes, users;

static void on_fault(int signal, siginfo_t* info, void* context) {
    (void)signal, (void)context;
    if (info->si_addr != guarded) _exit(50);
    faults++;
    siglongjmp(recovery, 1);
}

static void on_signal(int signal) {
    if (signal == SIGQUIT) quits++;
    if (signal == SIGTERM) terms++;
    if (signal == SIGPIPE) pipes++;
    if (signal == SIGUSR1) users++;
}

static void install(void) {
    struct sigaction fault = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    struct sigaction other = {.sa_handler = on_signal};
    sigaction(SIGSEGV, &fault, NULL);
    sigaction(SIGQUIT, &other, NULL);
    sigaction(SIGTERM, &other, NULL);
    sigaction(SIGPIPE, &other, NULL);
    // The old interface.
    signal(SIGUSR1, on_signal);
}

static void calls(void) {
    unsigned char host[64] = {0};
    void* device = NULL;
    roctxRangePushA("calls");
    if (hipMalloc(&device, sizeof host) || hipMemset(device, 9, sizeof host)) exit(51);
    if (hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost) || host[63] != 9) exit(52);
    if (hipFree(device)) exit(53);
    roctxRangePop();
}

static void* fault(void* unused) {
    if (sigsetjmp(recovery, 1) == 0) *guarded = 1;
    calls();
    return unused;
}

static void from_outside(int number) {
    char kind[16], pid[16];
    snprintf(kind, sizeof kind, "-%d", number);
    snprintf(pid, sizeof pid, "%d", getpid());
    char* command[] = {"/bin/kill", kind, pid, NULL};
    pid_t child;
    int status;
    if (posix_spawn(&child, command[0], NULL, NULL, command, environ)) exit(54);
    // A signal may interrupt the wait.
    while (waitpid(child, &status, 0) < 0) continue;
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    int ends[2];
    guarded = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!strcmp(argv[1], "before")) install();
    calls();
    if (!strcmp(argv[1], "after")) install();
    for (int i = 0; i < 10; i++) {
        pthread_t thread;
        fault(NULL);
        pthread_create(&thread, NULL, fault, NULL);
        pthread_join(thread, NULL);
        raise(SIGQUIT);
        calls();
        raise(SIGTERM);
        calls();
        if (pipe(ends) || close(ends[0]) || write(ends[1], "x", 1) != -1 || close(ends[1])) return 55;
        calls();
    }
    from_outside(SIGQUIT);
    from_outside(SIGTERM);
    from_outside(SIGUSR1);
    calls();
    printf("SIGSEGV %d\nSIGQUIT %d\nSIGTERM %d\nSIGPIPE %d\nSIGUSR1 %d\n", (int)faults, (int)quits, (int)terms,
           (int)pipes, (int)users);
    return 7;
}
