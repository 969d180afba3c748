// Makes marks and ranges, also in a child, or loads the tool as an HSA runtime does.
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

int main(int count, char** arguments) {
    if (count > 1 && strcmp(arguments[1], "load") == 0) load_tool();
    mark("first");
    if (count > 1 && strcmp(arguments[1], "fork") == 0) {
        pid_t child = fork();
        if (child == 0) {
            roctxMarkA("child's");
            return 0;
        }
        int status;
        waitpid(child, &status, 0);
        printf("child ended with %d\n", status);
    }
    return 0;
}
