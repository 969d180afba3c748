// Coroutines by ucontext, announced to the sanitizers.
#ifndef COROUTINES_H
#define COROUTINES_H

#include <cstddef>
#include <fcntl.h>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
enum : bool { RACES = true };
#else
enum : bool { RACES = false };
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace {

struct Coroutine {
    ucontext_t context, back;
    std::vector<unsigned char> memory;
    void* low;
    size_t bytes;
    void *fiber, *thread_fiber, *fake;
    void (*run)(Coroutine*);
    bool done;
};

thread_local Coroutine* current;

// Announces a switch to the sanitizers.
void before_switch([[maybe_unused]] void* fiber, [[maybe_unused]] void* low, [[maybe_unused]] size_t bytes,
                   [[maybe_unused]] void** fake) {
#ifdef __SANITIZE_THREAD__
    __tsan_switch_to_fiber(fiber, 0);
#endif
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_start_switch_fiber(fake, low, bytes);
#endif
}

thread_local const void* thread_low;
thread_local size_t thread_bytes;

void after_switch([[maybe_unused]] void* fake, [[maybe_unused]] bool note) {
#ifdef __SANITIZE_ADDRESS__
    const void* low;
    size_t bytes;
    __sanitizer_finish_switch_fiber(fake, &low, &bytes);
    if (note) thread_low = low, thread_bytes = bytes;
#endif
}

void leave(Coroutine* self) {
    before_switch(self->thread_fiber, const_cast<void*>(thread_low), thread_bytes, &self->fake);
    swapcontext(&self->context, &self->back);
    after_switch(self->fake, true);
}

void run_coroutine() {
    Coroutine* self = current;
    after_switch(nullptr, true);
    self->run(self);
    self->done = true;
    leave(self);
}

void resume(Coroutine* one) {
    void* fake = nullptr;
    current = one;
#ifdef __SANITIZE_THREAD__
    one->thread_fiber = __tsan_get_current_fiber();
#endif
    before_switch(one->fiber, one->low, one->bytes, &fake);
    swapcontext(&one->back, &one->context);
    after_switch(fake, false);
}

// Creates a coroutine on this stack, to be resumed by any thread.
void make(Coroutine* one, void* low, size_t bytes) {
    one->low = low;
    one->bytes = bytes;
    getcontext(&one->context);
    one->context.uc_stack.ss_sp = low;
    one->context.uc_stack.ss_size = bytes;
    makecontext(&one->context, run_coroutine, 0);
#ifdef __SANITIZE_THREAD__
    one->fiber = __tsan_create_fiber(0);
#endif
}

void destroy([[maybe_unused]] Coroutine* one) {
#ifdef __SANITIZE_THREAD__
    __tsan_destroy_fiber(one->fiber);
#endif
}

// The address sanitizer warns at the first switch, even an announced one.
void switch_in_silence() {
    ucontext_t here, there;
    int standard_error = dup(2), nowhere = open("/dev/null", O_WRONLY);
    volatile bool switched = false;
    dup2(nowhere, 2);
    getcontext(&there);
    if (!switched) {
        switched = true;
        swapcontext(&here, &there);
    }
    dup2(standard_error, 2);
    close(standard_error);
    close(nowhere);
}

} // namespace

#endif
