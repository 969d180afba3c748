// forked_starts mark|hip THREADS CALLS MICROS SEED [child]: a thread makes the first call of the process, which starts
// a tool; meanwhile each of THREADS threads makes a child by fork, at a random moment of so many microseconds, and
// another one when that call has returned. Each child makes CALLS calls: marks, or calls of HIP. With `child`, all of
// this is in a child. Prints "N children well, made M".
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { WELL = 7, MOST = 256, CHILD_SECONDS = 60 };

struct forker {
    pthread_t thread;
    unsigned pause_micros;
};

static atomic_int begun, returned, well;
static int with_hip, calls;
static atomic_long* made; // by all processes

static void call(const char* message) {
    int device;
    if (with_hip) (void)hipGetDevice(&device);
    else roctxMarkA(message);
    atomic_fetch_add(made, 1);
}

static void* call_first(void* unused) {
    atomic_store(&begun, 1);
    call("first");
    atomic_store(&returned, 1);
    return unused;
}

static void make_child(void) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        alarm(CHILD_SECONDS);
        for (int i = 0; i < calls; i++) call("child");
        _exit(WELL);
    }
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == WELL)
        atomic_fetch_add(&well, 1);
}

static void* make_children(void* one) {
    while (!atomic_load(&begun)) usleep(100);
    usleep(((struct forker*)one)->pause_micros);
    make_child();
    while (!atomic_load(&returned)) usleep(1000);
    make_child();
    return NULL;
}

int main(int count, char** arguments) {
    static struct forker forkers[MOST];
    pthread_t first;
    if (count < 6) return 1;
    with_hip = strcmp(arguments[1], "hip") == 0;
    calls = atoi(arguments[3]);
    int threads = atoi(arguments[2]), micros = atoi(arguments[4]);
    unsigned seed = (unsigned)atoi(arguments[5]);
    made = mmap(NULL, sizeof *made, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED || threads > MOST) return 1;
    if (count > 6 && fork() != 0) return wait(NULL) < 0;
    for (int i = 0; i < threads; i++) {
        forkers[i].pause_micros = (unsigned)rand_r(&seed) % (unsigned)micros;
        if (pthread_create(&forkers[i].thread, NULL, make_children, &forkers[i]) != 0) return 1;
    }
    if (pthread_create(&first, NULL, call_first, NULL) != 0) return 1;
    pthread_join(first, NULL);
    for (int i = 0; i < threads; i++) pthread_join(forkers[i].thread, NULL);
    printf("%d children well, made %ld\n", atomic_load(&well), atomic_load(made));
    return 0;
}
