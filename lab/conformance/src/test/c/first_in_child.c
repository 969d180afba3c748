// first_in_child CHILDREN CALLS: marks, so that there is a profiler, and makes children, of which each loads HIP and
// calls it CALLS times. Prints "N children well".
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { WELL = 7 };

static int call_hip(int calls) {
    void* hip = dlopen("libamdhip64.so.7", RTLD_NOW);
    int (*count)(int*) = hip ? (int (*)(int*))dlsym(hip, "hipGetDeviceCount") : NULL;
    int devices = 0, failed = !count;
    for (int i = 0; i < calls && count; i++) failed |= count(&devices);
    return failed || devices < 1;
}

int main(int count, char** arguments) {
    int children = count > 1 ? atoi(arguments[1]) : 1, calls = count > 2 ? atoi(arguments[2]) : 1, well = 0;
    roctxMarkA("parent");
    for (int i = 0; i < children; i++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) _exit(call_hip(calls) ? 1 : WELL);
        well += waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == WELL;
    }
    printf("%d children well\n", well);
    return 0;
}
