// Continuing on another stack of the same thread (switch.S, alternate_stack.c).
#ifndef RPJ_SWITCH_H
#define RPJ_SWITCH_H

#include "base/rpj.h"

typedef uint64_t (*rpj_upcall)(uint64_t, uint64_t);

// Calls function(a, b) with the stack pointer at `stack`, a multiple of 16, and stores in `left` the lower end of
// the used part of the present stack. The second may also be called in a handler on an alternate stack. Any thread.
uint64_t rpj_call_on(uint64_t a, uint64_t b, rpj_upcall function, uint64_t stack, uint64_t* left);
uint64_t rpj_switch_to(uint64_t a, uint64_t b, rpj_upcall function, uint64_t stack, uint64_t* left);

#endif
