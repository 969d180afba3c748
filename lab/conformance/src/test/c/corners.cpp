// corners: traced calls from unusual places: threads with the smallest stack, coroutines, destructors of
// thread-local and static objects, exit handlers, signal handlers, also on an alternate stack. Prints the runtime's
// own results of each.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits.h>
#include <pthread.h>
#include <sys/mman.h>
#include <thread>
#include <ucontext.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>

namespace {
int nested(const char* name = "nested") {
    int level = roctxRangePushA(name);
    return level * 10 + roctxRangePop();
}

struct OnThreadEnd {
    const char* name;
    ~OnThreadEnd() { roctxMarkA(name); }
};

struct AtExit {
    ~AtExit() { roctxMarkA("static destructor"); }
} at_exit;

thread_local OnThreadEnd on_end{"thread-local destructor"};

void* small(void* answer) {
    *static_cast<int*>(answer) = nested();
    return nullptr;
}

int small_stack(size_t bytes) {
    pthread_attr_t attributes;
    pthread_t thread;
    int answer = -1;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, bytes)) return -2;
    if (pthread_create(&thread, &attributes, small, &answer)) return -3;
    pthread_join(thread, nullptr);
    return answer;
}

void on_signal(int) { roctxMarkA("signal handler"); }

void on_small_stack(int) { roctxMarkA("signal handler on a stack of its own"); }

// A handler on an alternate stack of 16 KiB: memory below it must stay untouched.
bool alternate_stack() {
    static unsigned char area[256 * 1024];
    memset(area, 0x5a, sizeof area);
    stack_t stack = {}, before = {};
    stack.ss_sp = area + 128 * 1024;
    stack.ss_size = 16 * 1024;
    sigaltstack(&stack, &before);
    struct sigaction action = {};
    action.sa_handler = on_small_stack;
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGUSR2, &action, nullptr);
    for (int i = 0; i < 100; i++) raise(SIGUSR2);
    sigaltstack(&before, nullptr);
    for (size_t i = 0; i < 128 * 1024; i++)
        if (area[i] != 0x5a) return false;
    return true;
}
// Coroutines, one of them on a stack too small for Java, with a guard page below it.
ucontext_t program, coroutine;
int coroutine_answer;

void in_coroutine() {
    coroutine_answer = nested("coroutine");
    swapcontext(&coroutine, &program);
}

int on_coroutine(size_t bytes) {
    const size_t guard = 256 * 1024;
    char* memory = static_cast<char*>(
        mmap(nullptr, guard + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    mprotect(memory, guard, PROT_NONE);
    getcontext(&coroutine);
    coroutine.uc_stack.ss_sp = memory + guard;
    coroutine.uc_stack.ss_size = bytes;
    coroutine.uc_link = &program;
    coroutine_answer = -1;
    makecontext(&coroutine, in_coroutine, 0);
    swapcontext(&program, &coroutine);
    munmap(memory, guard + bytes);
    return coroutine_answer;
}
} // namespace

// corners [first]: with `first`, the process makes its first traced call on the smallest possible stack.
int main(int count, char**) {
    if (count > 1) {
        int answer = small_stack(PTHREAD_STACK_MIN);
        return answer ? answer : nested();
    }
    std::atexit([] { roctxMarkA("exit handler"); });
    roctxMarkA("main");
    for (int i = 0; i < 20; i++) {
        int answer = small_stack(PTHREAD_STACK_MIN);
        if (answer) printf("smallest stack: %d\n", answer);
    }
    printf("stack of 256 KiB: %d\n", small_stack(256 * 1024));
    std::thread([] { roctxMarkA(on_end.name); }).join();
    printf("coroutines: %d %d\n", on_coroutine(512 * 1024), on_coroutine(64 * 1024));
    std::signal(SIGUSR2, on_signal);
    for (int i = 0; i < 100; i++) raise(SIGUSR2);
    printf("below the alternate stack: %s\n", alternate_stack() ? "untouched" : "overwritten");
    return nested();
}
