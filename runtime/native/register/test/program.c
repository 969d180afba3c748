// Programs that use the mock runtimes, one per mode. Compiled three ways: linked to the runtimes; -DOPENED, where
// they are opened while it runs; -DCONSTRUCTED, where everything happens before main.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#ifdef OPENED
// Opens the library at the first call of one of its functions, as a plug-in or an interpreter does.
#define RUNTIME(file, entry) \
    static void entry(const char* text) { \
        void* library = dlopen(file, RTLD_LAZY | RTLD_LOCAL); \
        void (*function)(const char*) = library ? (void (*)(const char*))dlsym(library, #entry) : NULL; \
        if (function == NULL) printf("%s\n", dlerror()); \
        else function(text); \
    }
#else
#define RUNTIME(file, entry) void entry(const char* text);
#endif

RUNTIME("libhsa-runtime64.so.2", hsa_mock)
RUNTIME("libamdhip64.so.6", hip_mock)
RUNTIME("libamdhip64.so.6", hip_compiler_mock)
RUNTIME("libroctx64.so.4", roctx_mock)
RUNTIME("librccl.so.1", rccl_mock)
RUNTIME("librocdecode.so.0", rocdecode_mock)
RUNTIME("librocjpeg.so.0", rocjpeg_mock)
RUNTIME("librocprofiler-sdk-attach.so.1", rocattach_mock)
RUNTIME("libhipfile.so.0", hipfile_mock)
RUNTIME("librocshmem.so.0", rocshmem_mock)

enum { THREADS = 4 };

static void hip_then_roctx(void) {
    hip_mock("one");
    roctx_mock("two");
    hip_mock("three");
}

static void everything(void) {
    hip_mock("hip");
    roctx_mock("roctx");
    hip_compiler_mock("hip_compiler");
    rccl_mock("rccl");
    rocdecode_mock("rocdecode");
    rocjpeg_mock("rocjpeg");
    rocattach_mock("rocattach");
    hipfile_mock("hipFile");
    rocshmem_mock("rocshmem");
}

static void* call_all(void* start) {
    pthread_barrier_wait(start);
    hip_mock("call");
    roctx_mock("call");
    rccl_mock("call");
    return NULL;
}

static void* call_hsa(void* start) {
    pthread_barrier_wait(start);
    hsa_mock("call");
    return NULL;
}

static void* call_roctx(void* start) {
    pthread_barrier_wait(start);
    roctx_mock("call");
    return NULL;
}

static void in_threads(void* (*const functions[])(void*), unsigned int count) {
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, count);
    for (unsigned int i = 0; i < count; i++) pthread_create(&threads[i], NULL, functions[i], &start);
    for (unsigned int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

static void run(const char* mode) {
    static void* (*const four[])(void*) = {call_all, call_all, call_all, call_all};
    static void* (*const two[])(void*) = {call_hsa, call_roctx};
    if (strcmp(mode, "hip") == 0) hip_then_roctx();
    if (strcmp(mode, "hsa") == 0) hsa_mock("call");
    if (strcmp(mode, "all") == 0) everything();
    if (strcmp(mode, "threads") == 0) in_threads(four, THREADS);
    if (strcmp(mode, "two") == 0) in_threads(two, 2);
}

#ifdef CONSTRUCTED
__attribute__((constructor)) static void before_main(int count, char** arguments) {
    if (count > 1) run(arguments[1]);
}

int main(void) {
    puts("main");
    hip_mock("in main");
    return 0;
}
#else
int main(int count, char** arguments) {
    if (count > 1) run(arguments[1]);
    return 0;
}
#endif
