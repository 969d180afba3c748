// The floating-point state of a thread: which exceptions trap, which have occurred, rounding, denormal numbers.
//
// It belongs to the program, which may make an inexact result trap (feenableexcept, Fortran's -ffpe-trap), look at
// the flags after a computation, or round otherwise. A JVM computes as the ABI's default says, and leaves flags. Our
// own C computes with integers.
#ifndef RPJ_FLOATING_POINT_H
#define RPJ_FLOATING_POINT_H

#include <stdbool.h>
#include <stdint.h>

// The default of the ABI: nothing traps, everything rounds to nearest, the x87 computes with 64 bits.
enum { RPJ_MXCSR_DEFAULT = 0x1f80, RPJ_MXCSR_FLAGS = 0x3f, RPJ_X87_DEFAULT = 0x37f, RPJ_X87_EXCEPTIONS = 0xff };

// `status` of the x87 is known only where its `control` differs from the default: what a JVM computes there sets no
// flags that a program asks for, and to read them takes as long as all the rest.
typedef struct {
    uint32_t mxcsr;
    uint16_t control, status;
} rpj_floating_point;

// Nothing that traps may be pending when the default is set.
__attribute__((noinline, cold, unused)) static uint16_t rpj_x87_default(void) {
    uint16_t status, usual = RPJ_X87_DEFAULT;
    __asm__ volatile("fnstsw %0\n\tfnclex\n\tfldcw %1" : "=a"(status) : "m"(usual) : "memory");
    return status;
}

// Only the x87's environment can be loaded with flags.
__attribute__((noinline, cold, unused)) static void rpj_x87_restore(uint16_t control, uint16_t status) {
    struct {
        uint32_t control, status, other[5];
    } environment;
    __asm__ volatile("fnstenv %0" : "=m"(environment)::"memory");
    environment.control = (environment.control & ~0xffffu) | control;
    environment.status = (environment.status & ~(uint32_t)RPJ_X87_EXCEPTIONS) | (status & (uint32_t)RPJ_X87_EXCEPTIONS);
    __asm__ volatile("fldenv %0" ::"m"(environment) : "memory");
}

// Sets the default, with whatever flags there are, and returns the state before. Any thread, also in a signal
// handler; cannot fail. With rpj_floating_point_restore, 10 ns.
static inline rpj_floating_point rpj_floating_point_default(void) {
    uint32_t mxcsr, usual = RPJ_MXCSR_DEFAULT;
    uint16_t control, status = 0;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(mxcsr), "=m"(control)::"memory");
    if (__builtin_expect((mxcsr & ~(uint32_t)RPJ_MXCSR_FLAGS) != usual, 0))
        __asm__ volatile("ldmxcsr %0" ::"m"(usual) : "memory");
    if (__builtin_expect(control != RPJ_X87_DEFAULT, 0)) status = rpj_x87_default();
    return (rpj_floating_point){mxcsr, control, status};
}

// Restores a state, its flags included, without raising anything. Any thread; cannot fail.
static inline void rpj_floating_point_restore(rpj_floating_point before) {
    uint32_t mxcsr;
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr)::"memory");
    if (__builtin_expect(mxcsr != before.mxcsr, 0)) __asm__ volatile("ldmxcsr %0" ::"m"(before.mxcsr) : "memory");
    if (__builtin_expect(before.control != RPJ_X87_DEFAULT, 0)) rpj_x87_restore(before.control, before.status);
}

#endif
