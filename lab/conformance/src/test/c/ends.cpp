// ends LIBRARY: calls while a program or one of its threads ends: from thread-local destructors, destructors of
// pthread keys, exit handlers and static destructors, of the program and of a library that it opens. Some run
// before the tools' finalization, some after it. Each prints whether the runtimes gave the right results, whether
// traced or not.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>
#include <string>
#include <thread>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

// LIBRARY calls it, too.
extern "C" __attribute__((visibility("default"))) void call_from(const char* place) {
    int device = -1;
    bool right = hipGetDevice(&device) == hipSuccess && device == 0;
    roctxMarkA(place);
    right = right && roctxRangePushA(place) >= 0 && roctxRangePop() >= 0;
    std::string line = std::string(place) + (right ? "\n" : ": wrong\n");
    if (write(1, line.data(), line.size()) < 0) _exit(3);
}

namespace {
struct AtEnd {
    const char* place;
    explicit AtEnd(const char* name) : place(name) {}
    ~AtEnd() { call_from(place); }
};

AtEnd of_program{"static destructor made first"};
thread_local AtEnd of_thread{"thread-local destructor"};
pthread_key_t early, late;

void at_key(void* place) {
    call_from(static_cast<const char*>(place));
    // Runs once more, when the profiler's own thread data may already be gone.
    static thread_local int again = 0;
    if (again++ == 0) pthread_setspecific(early, "key destructor, again");
}

void use_static() { static AtEnd of_function{"static destructor made late"}; }

__attribute__((destructor)) void at_unload() { call_from("destructor function"); }

void in_thread() {
    std::thread([] {
        pthread_setspecific(early, "early key destructor");
        call_from("thread");
        if (!of_thread.place) abort();
        pthread_setspecific(late, "late key destructor");
    }).join();
}

// Makes calls until the process ends, without being joined.
void in_background() {
    static std::atomic<int> running;
    for (int i = 0; i < 2; i++)
        std::thread([] {
            for (;;) {
                int version = 0;
                if (hipRuntimeGetVersion(&version) != hipSuccess) abort();
                running = 1;
            }
        }).detach();
    while (!running) sched_yield();
}
} // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::atexit([] { call_from("exit handler set first"); });
    pthread_key_create(&early, at_key);
    if (!dlopen(argv[1], RTLD_NOW)) return 2;
    call_from("main");
    if (!of_thread.place) abort();
    pthread_key_create(&late, at_key);
    std::atexit([] { call_from("exit handler set late"); });
    use_static();
    in_thread();
    in_background();
    return 5;
}
