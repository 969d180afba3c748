// Makes marks and ranges, many of them or also in a child, or loads the tool as an HSA runtime does.
#include <dlfcn.h>
#include <roctracer/roctx.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void mark(const char* name) {
    roctxMarkA(name);
    roctxRangePushA("outer");
    roctxRangePop();
    roctxRangeStop(roctxRangeStartA("a \"quoted\" one"));
}

static void load_tool(void) {
    bool (*load)(void*, uint64_t, uint64_t, const char* const*);
    void* tool = dlopen("./tool/libroctracer_tool.so", RTLD_LAZY);
    *(void**)&load = dlsym(tool, "OnLoad");
    if (!load(NULL, 0, 0, NULL) || !load(NULL, 0, 0, NULL)) puts("OnLoad says no");
}

static void mark_many(void) {
    char name[128];
    for (int i = 0; i < 10000; i++) {
        snprintf(name, sizeof name, "one of %d", i);
        roctxMarkA(name);
    }
}

int main(int count, char** arguments) {
    if (count > 1 && strcmp(arguments[1], "load") == 0) load_tool();
    if (count > 1 && strcmp(arguments[1], "many") == 0) mark_many();
    mark("first");
    const bool idle = count > 1 && strcmp(arguments[1], "idle") == 0;
    if (idle || (count > 1 && strcmp(arguments[1], "fork") == 0)) {
        pid_t child = fork();
        if (child == 0) {
            if (!idle) roctxMarkA("childs");
            return 0;
        }
        int status;
        waitpid(child, &status, 0);
        printf("child ended with %d\n", status);
    }
    return 0;
}
