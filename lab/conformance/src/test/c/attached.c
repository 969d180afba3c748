// attached MODE TOOL: attaches TOOL to itself while another thread calls HIP, as an attacher does from outside. Inside
// a session the tool has to hear every call, and outside none.
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-register/rocprofiler-register.h>

static const char* tool;
static atomic_ulong made;
static atomic_int over;

static void* call_hip(void* nothing) {
    int device;
    while (!atomic_load(&over)) {
        if (hipGetDevice(&device) == hipSuccess) atomic_fetch_add(&made, 1);
    }
    return nothing;
}

static unsigned long ask(const char* function) {
    void* library = dlopen(tool, RTLD_LAZY | RTLD_NOLOAD);
    unsigned long (*known)(void) = library ? (unsigned long (*)(void))dlsym(library, function) : NULL;
    return known ? known() : 0;
}

// Waits until the other thread has made some more calls.
static void others(void) {
    unsigned long before = atomic_load(&made);
    while (atomic_load(&made) < before + 100) sched_yield();
}

static void calls(void) {
    unsigned long mine = ask("attached_tool_mine"), all = ask("attached_tool_all");
    int device;
    for (int i = 0; i < 1000; i++)
        if (hipGetDevice(&device) != hipSuccess) printf("hipGetDevice failed\n");
    mine = ask("attached_tool_mine") - mine;
    others();
    printf("heard %lu of 1000", mine);
    if (mine) printf(", and of others %s", ask("attached_tool_all") - all > mine ? "some" : "none");
    printf("\n");
}

static void attach(const char* environment, const char* path) {
    fflush(stdout);
    rocprofiler_register_error_code_t result = rocprofiler_register_attach(environment, path);
    printf("attach %d\n", result);
}

static void detach(void) { printf("detach %d\n", rocprofiler_register_detach()); }

static const char plain[] = "\1\0\0\0TOOL_IS_PLAIN\0yes";
static const char none[] = "\0\0\0";
static const char two[] = "\2\0\0\0FIRST\0one\0SECOND\0";

static void sessions(void) {
    detach();
    calls();
    attach(two, NULL);
    attach(two, tool);
    printf("variables %s \"%s\"\n", getenv("FIRST"), getenv("SECOND"));
    calls();
    attach(none, tool);
    detach();
    calls();
    detach();
    attach(none, "another.so");
    attach(none, tool);
    calls();
    detach();
    calls();
}

// The tool has no functions for sessions: its contexts are stopped and started.
static void contexts(void) {
    for (int i = 0; i < 3; i++) {
        attach(plain, tool);
        calls();
        detach();
        calls();
    }
}

static void itself(void) {
    attach(none, tool);
    ask("attached_tool_leave");
    calls();
    detach();
    attach(none, tool);
    calls();
}

static void refused(void) {
    attach(none, "/no/tool.so");
    attach(none, "libc.so.6");
    attach(NULL, tool);
    calls();
}

static void once(void) {
    attach(none, tool);
    detach();
}

int main(int count, char** words) {
    pthread_t caller;
    int device;
    const char* mode = count > 2 ? words[1] : "once";
    tool = count > 2 ? words[2] : NULL;
    if (hipGetDevice(&device) != hipSuccess) return 50;
    if (pthread_create(&caller, NULL, call_hip, NULL) != 0) return 51;
    others();
    if (!strcmp(mode, "sessions")) sessions();
    else if (!strcmp(mode, "contexts")) contexts();
    else if (!strcmp(mode, "itself")) itself();
    else if (!strcmp(mode, "refused")) refused();
    else once();
    atomic_store(&over, 1);
    pthread_join(caller, NULL);
    return 0;
}
