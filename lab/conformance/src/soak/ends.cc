// How random programs end, while their threads may still be making calls.
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <sched.h>
#include <stdexcept>

#include "soak.h"

namespace soak {

namespace {

std::atomic<bool> background_over;

void* call_all_the_time(void* argument) {
    Random random(reinterpret_cast<uint64_t>(argument));
    timespec moment = {0, 300000};
    while (!background_over) {
        some_calls(Random(random.next()), 5);
        if (!ending) nanosleep(&moment, nullptr);
    }
    return nullptr;
}

void call_at_exit() {
    timespec moment = {0, 2000000};
    some_calls(Random(8), 30);
    nanosleep(&moment, nullptr);
    some_calls(Random(9), 3);
}

struct Ending {
    int status;
};

void* exit_from_thread(void* argument) { exit(static_cast<Ending*>(argument)->status); }

void* outlive_main(void*) {
    timespec moment = {0, 1000000};
    nanosleep(&moment, nullptr);
    some_calls(Random(12), 50);
    background_over = true;
    return nullptr;
}

struct Way {
    const char* name;
    int (*end)(int status);
};

int end_exec(int status) {
    std::string seed = std::to_string(status + 1);
    execl(program_path, program_path, "--child", seed.c_str(), nullptr);
    return 96;
}

int end_in_thread(int status) {
    static Ending how;
    how.status = status;
    start_thread(64 << 10, exit_from_thread, &how);
    for (uint64_t i = 1;; i++) some_calls(Random(i), 1);
}

int end_main_thread(int) {
    start_thread(128 << 10, outlive_main, nullptr, true);
    pthread_exit(nullptr);
}

const Way WAYS[] = {
    {"end-return", [](int status) { return status; }},
    {"end-exit", [](int status) -> int { exit(status); }},
    {"end-thread", end_in_thread},
    {"end-quick_exit", [](int status) -> int { quick_exit(status); }},
    {"end-_exit", [](int status) -> int { _exit(status); }},
    {"end-abort", [](int) -> int { abort(); }},
    {"end-kill", [](int) -> int { return kill(getpid(), SIGKILL); }},
    {"end-term", [](int) -> int { return raise(SIGTERM); }},
    {"end-fault", [](int) -> int { return *static_cast<volatile int*>(nullptr); }},
    {"end-uncaught",
     [](int) -> int {
         // The library's message would go to standard error.
         std::set_terminate([] { abort(); });
         throw std::runtime_error("nobody catches this");
     }},
    {"end-pthread_exit", end_main_thread},
    {"end-exec", end_exec},
};

} // namespace

void start_background(Random& random) {
    for (int i = random.between(1, 4); i > 0; i--)
        start_thread((size_t)random.one_of({128, 1024}) << 10, call_all_the_time,
                     reinterpret_cast<void*>(random.next()), true);
}

int end_program(Random& random, const char* parts) {
    std::vector<const Way*> allowed;
    for (const Way& way : WAYS)
        if (!parts || strstr(("," + std::string(parts) + ",").c_str(), ("," + std::string(way.name) + ",").c_str()))
            allowed.push_back(&way);
    int status = random.below(120);
    if (allowed.empty()) return status;
    const Way* way = allowed[random.next() % allowed.size()];
    if (random.chance(50)) atexit(call_at_exit);
    say("%s", way->name);
    ending = true;
    return way->end(status);
}

} // namespace soak
