// early_forks MARKS: makes children by fork, one after another, while a thread makes the first call of the process,
// until a few have been made after it. Each child marks MARKS times. Prints "N children well".
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { MORE = 5, WELL = 7, MOST = 10000 };

static atomic_int begun, returned;

static void* call(void* unused) {
    atomic_store(&begun, 1);
    roctxMarkA("first");
    atomic_store(&returned, 1);
    return unused;
}

static int child_is_well(long marks) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        for (long i = 0; i < marks; i++) roctxMarkA("child");
        _exit(WELL);
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == WELL;
}

int main(int count, char** arguments) {
    long marks = count > 1 ? atol(arguments[1]) : 1;
    int well = 0, after = 0;
    pthread_t thread;
    if (pthread_create(&thread, NULL, call, NULL) != 0) return 1;
    while (!atomic_load(&begun)) usleep(100);
    for (int i = 0; i < MOST && after < MORE; i++) {
        if (atomic_load(&returned)) after++;
        well += child_is_well(marks);
    }
    pthread_join(thread, NULL);
    printf("%d children well\n", well);
    return 0;
}
