// handlers LIBRARY lazy|now: after its first call of a runtime, opens handlers_library.so, which takes the faults over
// as a compiler does, and calls on in four threads. The kernel's action is printed as kept or replaced, so that it is
// seen whose faults the library would get.
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { THREADS = 4, CALLS = 500 };

// The beginning of the kernel's struct sigaction.
typedef struct {
    void* handler;
    unsigned long flags, restorer, mask;
} kernel_action;

static void* handler_of(int signo) {
    kernel_action action = {0};
    syscall(SYS_rt_sigaction, signo, NULL, &action, sizeof action.mask);
    return action.handler;
}

static void calls(void) {
    void* device = NULL;
    roctxRangePushA("calls");
    if (hipMalloc(&device, 64) || hipMemset(device, 1, 64) || hipFree(device)) exit(51);
    roctxRangePop();
}

static void* many_calls(void* unused) {
    for (int i = 0; i < CALLS; i++) calls();
    return unused;
}

static void in_threads(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, many_calls, NULL);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    char* guarded = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    calls();
    void* library = dlopen(argv[1], !strcmp(argv[2], "now") ? RTLD_NOW : RTLD_LAZY);
    if (library == NULL) return 3;
    void (*take)(void) = (void (*)(void))dlsym(library, "take_faults");
    void (*give_back)(void) = (void (*)(void))dlsym(library, "give_faults_back");
    int (*fault_at)(char*) = (int (*)(char*))dlsym(library, "fault_at");
    int (*told)(int) = (int (*)(int))dlsym(library, "action_told");
    int (*finds_itself)(void) = (int (*)(void))dlsym(library, "finds_itself");

    void* before = handler_of(SIGSEGV);
    take();
    printf("%s\n", handler_of(SIGSEGV) == before ? "kept" : "replaced");
    in_threads();
    int first = told(SIGSEGV), handled = fault_at(guarded);
    printf("told %d, handled %d\n", first, handled);
    printf("once: told %d, then %d\n", told(SIGSEGV), told(SIGBUS));
    give_back();
    printf("back: told %d, then %d\n", told(SIGSEGV), told(SIGBUS));
    in_threads();
    take();
    first = told(SIGSEGV), handled = fault_at(guarded);
    printf("again: told %d, handled %d\n", first, handled);
    give_back();
    printf("finds itself %d\n", finds_itself());
    return 7;
}
