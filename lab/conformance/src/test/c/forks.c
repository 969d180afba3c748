// forks CHILDREN: forks without exec while two other threads are inside HIP calls; every child makes its own
// HIP calls.
// forks exec PROGRAM ARGUMENT...: a HIP call, then a child that executes PROGRAM.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

static atomic_bool stop;
static atomic_long rounds;

static int calls(int value) {
    unsigned char host[1024] = {0};
    void* device = NULL;
    if (hipMalloc(&device, sizeof host)) return 10;
    if (hipMemset(device, value, sizeof host)) return 11;
    if (hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost)) return 12;
    for (size_t i = 0; i < sizeof host; i++)
        if (host[i] != (unsigned char)value) return 13;
    roctxMarkA("calls");
    return hipFree(device) ? 14 : 0;
}

static void* work(void* unused) {
    while (!stop) {
        if (calls(7)) abort();
        rounds++;
    }
    return unused;
}

static int children(int count) {
    pthread_t threads[2];
    int good = 0;
    if (calls(1)) return 1;
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < count; i++) {
        // Lets the threads reach a different point for every fork.
        for (long seen = rounds; rounds < seen + 2;) sched_yield();
        pid_t child = fork();
        if (child == 0) {
            alarm(20);
            _exit(calls(i));
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (status == 0) good++;
        else printf("child %d: status %#x\n", i, (unsigned)status);
    }
    stop = true;
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    printf("%d of %d children well\n", good, count);
    return calls(2);
}

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    if (strcmp(argv[1], "exec")) return children(atoi(argv[1]));
    if (calls(3)) return 1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execv(argv[2], argv + 2);
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
