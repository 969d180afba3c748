// corners: traced calls from where programs seldom make them: threads with the smallest stack, destructors of thread-local and
// static objects, exit handlers, signal handlers. Prints what the runtime's own part of each answered.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <limits.h>
#include <pthread.h>
#include <thread>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>

namespace {
int nested() {
    int level = roctxRangePushA("nested");
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
}  // namespace

int main() {
    std::atexit([] { roctxMarkA("exit handler"); });
    roctxMarkA("main");
    for (int i = 0; i < 20; i++) {
        int answer = small_stack(PTHREAD_STACK_MIN);
        if (answer) printf("smallest stack: %d\n", answer);
    }
    printf("stack of 256 KiB: %d\n", small_stack(256 * 1024));
    std::thread([] { roctxMarkA(on_end.name); }).join();
    std::signal(SIGUSR2, on_signal);
    for (int i = 0; i < 100; i++) raise(SIGUSR2);
    return nested();
}
