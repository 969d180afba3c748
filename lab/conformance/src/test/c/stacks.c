// stacks WHERE BYTES WHEN: a thread with this much of its stack in use calls runtimes.
//
// WHERE: main; raised, the main thread, which first raises its limit; thread, one whose stack is a little larger
// than BYTES.
// WHEN: before: it returns before its first call; at, after: it makes its first, or its later calls at that depth.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { CALLS = 100, MORE_BYTES = 32 << 10 };

static size_t bytes;
static const char* when;

// Calls a function further down its stack without touching memory in between.
int go_down(size_t bytes, int (*function)(void));
__asm__(".text\n"
        "go_down:\n"
        "  pushq %rbp\n"
        "  movq %rsp, %rbp\n"
        "  subq %rdi, %rsp\n"
        "  andq $-16, %rsp\n"
        "  call *%rsi\n"
        "  leave\n"
        "  ret\n");

static int calls(void) {
    int good = 0;
    for (int i = 0; i < CALLS; i++) {
        int device = -1;
        good += roctxRangePushA("range") >= 0;
        good += hipGetDevice(&device) == hipSuccess && device == 0;
        good += roctxRangePop() >= 0;
    }
    return good;
}

static int nothing(void) { return 0; }

static void* run(void* good) {
    int* sum = good;
    if (!strcmp(when, "after")) *sum += calls();
    *sum += go_down(bytes, strcmp(when, "before") ? calls : nothing);
    if (strcmp(when, "after")) *sum += calls();
    return NULL;
}

int main(int argc, char** argv) {
    int good = 0;
    if (argc != 4) return 2;
    bytes = strtoul(argv[2], NULL, 0);
    when = argv[3];
    if (!strcmp(argv[1], "thread")) {
        pthread_attr_t attributes;
        pthread_t thread;
        pthread_attr_init(&attributes);
        if (pthread_attr_setstacksize(&attributes, bytes + MORE_BYTES)) return 3;
        if (pthread_create(&thread, &attributes, run, &good)) return 3;
        pthread_join(thread, NULL);
    } else {
        if (!strcmp(argv[1], "raised")) {
            struct rlimit limit;
            if (!strcmp(when, "after")) good += calls();
            getrlimit(RLIMIT_STACK, &limit);
            limit.rlim_cur = limit.rlim_max;
            if (setrlimit(RLIMIT_STACK, &limit)) return 3;
        }
        run(&good);
    }
    printf("%d\n", good);
    return 0;
}
