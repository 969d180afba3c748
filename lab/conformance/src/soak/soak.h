// Declarations shared by the parts of a random program.
#ifndef SOAK_H
#define SOAK_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <pthread.h>
#include <string>
#include <vector>

#include "page.h"
#include "random.h"

namespace soak {

// --- calls.cc ------------------------------------------------------------------------------------------------------

void open_oracle(bool main_program);
void register_runtimes();
extern std::atomic<bool> ending;             // from now on a tool may miss calls
extern volatile __thread bool nested_deeply; // and those of this thread: more are open than are tracked

// Calls of each function, which check the result. Any thread, also in a signal handler.
void call_copy(uint64_t seed);
void call_floats(uint64_t seed);
void call_device(uint64_t seed);
void call_async(uint64_t seed);
void call_info(uint64_t seed);
void mark();
void push();
void pop();
uint64_t start();
void stop(uint64_t range);

// The work inside a function's call, which may leave it in any way.
struct Body {
    void (*run)(void*);
    void* argument;
};
void call_inside(Body* body);

// Makes this many calls of any functions and pops the ranges that it pushes.
void some_calls(Random random, int count);

// Calls of a signal handler, which a tool may miss.
void handler_calls(int which);

// Reports a failure on standard output, where the untraced program prints nothing.
void wrong(const char* what, long value);
extern bool quiet; // prints only failures
void say(const char* format, ...) __attribute__((format(printf, 1, 2)));

// --- the parts -----------------------------------------------------------------------------------------------------

// Acts on its random numbers and returns a text that depends only on them: the same traced and untraced.
using Step = std::string (*)(Random&);

struct Part {
    const char* name;
    Step step;
    bool beside; // may run in parallel with other steps
};

std::string calls_part(Random& random);
std::string threads_part(Random& random);
std::string ranges_part(Random& random);
std::string deep_part(Random& random);
std::string unwind_part(Random& random);
std::string libraries_part(Random& random);
std::string forks_part(Random& random);
std::string exec_part(Random& random);
std::string coroutines_part(Random& random);
std::string timers_part(Random& random);
std::string signals_part(Random& random);
std::string faults_part(Random& random);
std::string cancel_part(Random& random);
std::string descriptors_part(Random& random);
std::string limits_part(Random& random);

void install_fault_handler();
bool guarded(const std::function<void()>& may_fault); // false if it did
void block_waited_signals();

// Starts a thread with this stack size; aborts the program on failure.
pthread_t start_thread(size_t stack_bytes, void* (*run)(void*), void* argument, bool detached = false);
std::vector<int> run_threads(Random& random, int count, const std::function<void(int)>& work);

extern const char* program_path;

// Ends the program in a randomly chosen way, or in a given one; returns only for ways that return from main.
int end_program(Random& random, const char* only);
void start_background(Random& random);

} // namespace soak

#endif
