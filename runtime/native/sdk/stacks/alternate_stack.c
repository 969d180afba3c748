// Lets a signal handler on an alternate stack continue on another stack, as every path into Java does.
//
// The kernel decides by the stack pointer alone whether a thread is on its alternate stack: the next handler would
// start at the top again and overwrite the frames of the running one. So the kernel is told meanwhile that the
// alternate stack is the memory below those frames. Where that is too little for a handler, signals are blocked.
#include <errno.h>
#include <signal.h>

#include "base/thread_blocks.h"
#include "signals/signal_handlers.h"
#include "signals/signal_mask.h"
#include "stacks/rescue.h"
#include "stacks/switch.h"

// Bytes that may still be pushed onto the stack being left.
enum { SLACK_BYTES = 1024 };

typedef struct {
    rpj_upcall function;
    uint64_t a, b, mask;
    stack_t rest;
    bool waits;
} departure;

static bool is_on_own_stack(uint64_t here) {
    const native_thread_t* thread = rpj_current;
    return thread != NULL && rpj_on_own_stack(thread, here);
}

static stack_t rest_of(const stack_t* whole, uint64_t here) {
    uint64_t low = (uint64_t)whole->ss_sp, end = (here - SLACK_BYTES) & ~15ull;
    stack_t rest = *whole;
    rest.ss_size = end > low ? end - low : 0;
    return rest;
}

static uint64_t depart(uint64_t address, uint64_t unused) {
    departure* d = (departure*)address;
    (void)unused;
    d->waits = sigaltstack(&d->rest, NULL) != 0;
    if (!d->waits) rpj_change_mask(SIG_SETMASK, d->mask);
    return d->function(d->a, d->b);
}

static uint64_t from_alternate(const stack_t* whole, departure* d, uint64_t stack, uint64_t* left) {
    int error = errno;
    rpj_note_alternate(whole);
    d->mask = rpj_change_mask(SIG_SETMASK, ~rpj_fault_signals());
    uint64_t result = rpj_call_on((uint64_t)d, 0, depart, stack, left);
    sigaltstack(whole, NULL);
    if (d->waits) rpj_change_mask(SIG_SETMASK, d->mask);
    errno = error;
    return result;
}

uint64_t rpj_switch_to(uint64_t a, uint64_t b, rpj_upcall function, uint64_t stack, uint64_t* left) {
    uint64_t here = (uint64_t)__builtin_frame_address(0);
    stack_t whole;
    bool alternate = !is_on_own_stack(here) && rpj_on_alternate_stack(&whole);
    if (RPJ_LIKELY(!alternate)) return rpj_call_on(a, b, function, stack, left);
    whole.ss_flags &= ~SS_ONSTACK;
    departure d = {.function = function, .a = a, .b = b, .rest = rest_of(&whole, here)};
    return from_alternate(&whole, &d, stack, left);
}
