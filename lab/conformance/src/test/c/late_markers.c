// late_markers CHILDREN: a HIP call, then CHILDREN children that load ROC-TX first and mark, push, pop, start
// and stop.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>

static int be_child(int times) {
    void* library = dlopen("librocprofiler-sdk-roctx.so.1", RTLD_NOW);
    if (!library) return 1;
    void (*mark)(const char*) = (void (*)(const char*))dlsym(library, "roctxMarkA");
    int (*push)(const char*) = (int (*)(const char*))dlsym(library, "roctxRangePushA");
    int (*pop)(void) = (int (*)(void))dlsym(library, "roctxRangePop");
    uint64_t (*start)(const char*) = (uint64_t(*)(const char*))dlsym(library, "roctxRangeStartA");
    void (*stop)(uint64_t) = (void (*)(uint64_t))dlsym(library, "roctxRangeStop");
    for (int i = 0; i < times; i++) {
        mark("a mark");
        if (push("outer") != 0 || push("inner") != 1 || pop() != 1 || pop() != 0) return 2;
        stop(start("a range"));
    }
    return 0;
}

int main(int argc, char** argv) {
    int device = -1, status = 0, well = 0, children = argc > 1 ? atoi(argv[1]) : 1;
    if (hipGetDevice(&device) || device) return 50;
    for (int i = 0; i < children; i++) {
        pid_t child = fork();
        if (child == 0) _exit(be_child(children));
        if (waitpid(child, &status, 0) == child && status == 0) well++;
    }
    printf("%d of %d children well\n", well, children);
    return 0;
}
