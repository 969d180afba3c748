# The thunks: the targets of wrapped slots in a runtime's table (docs/adr/0001-thunks-and-frames.md).
#
# rpj_thunks is a static pool, one thunk of RPJ_THUNK_SIZE bytes per slot. A thunk whose slot has no active entry is
# one test and one jump. Otherwise rpj_thunk_common saves the caller's argument registers in a frame on its own
# stack (native_frame_t) with the slot's plan, calls plan->enter, calls the runtime's function with the same
# registers and the stack words that the slot names, saves the results, calls plan->exit and returns: a call ends with
# the plan with which it has begun, although the slot may have got another one.
#
# The runtime's function runs directly below this frame, never below a Java frame, and the unwind information is
# exact at every instruction: exceptions, longjmp, debuggers and unwinders pass through.
# Functions whose facts have no floating point argument (slot->floats is 0) leave the vector registers alone.
# r11 is free for us at a call boundary in the System V ABI; r10 and rax keep their meaning for the callee.

#include "rpj_native.h"

#define FRAME RPJ_NATIVE_FRAME_SIZEOF
#define THUNK_SIZE 32

    .text
    .globl rpj_thunks
    .hidden rpj_thunks
    .type rpj_thunks, @function
    .p2align 6
rpj_thunks:
    .cfi_startproc
    .set slot, 0
    .rept RPJ_SLOT_COUNT
    .p2align 5
    cmpq $0, rpj_slots + slot + RPJ_NATIVE_SLOT_ACTIVE(%rip)
    jne 1f
    jmp *rpj_slots + slot + RPJ_NATIVE_SLOT_TARGET(%rip)
1:  leaq rpj_slots + slot(%rip), %r11
    jmp rpj_thunk_common
    .set slot, slot + RPJ_NATIVE_SLOT_SIZEOF
    .endr
    .cfi_endproc
    .size rpj_thunks, . - rpj_thunks

    .macro restore_arguments base
    movq RPJ_NATIVE_FRAME_INT_REGS + 0(\base), %rdi
    movq RPJ_NATIVE_FRAME_INT_REGS + 8(\base), %rsi
    movq RPJ_NATIVE_FRAME_INT_REGS + 16(\base), %rdx
    movq RPJ_NATIVE_FRAME_INT_REGS + 24(\base), %rcx
    movq RPJ_NATIVE_FRAME_INT_REGS + 32(\base), %r8
    movq RPJ_NATIVE_FRAME_INT_REGS + 40(\base), %r9
    movq RPJ_NATIVE_FRAME_RAX_IN(\base), %rax
    .endm

    .macro restore_floats base
    movsd RPJ_NATIVE_FRAME_XMM_REGS + 0(\base), %xmm0
    movsd RPJ_NATIVE_FRAME_XMM_REGS + 8(\base), %xmm1
    movsd RPJ_NATIVE_FRAME_XMM_REGS + 16(\base), %xmm2
    movsd RPJ_NATIVE_FRAME_XMM_REGS + 24(\base), %xmm3
    movsd RPJ_NATIVE_FRAME_XMM_REGS + 32(\base), %xmm4
    movsd RPJ_NATIVE_FRAME_XMM_REGS + 40(\base), %xmm5
    movsd RPJ_NATIVE_FRAME_XMM_REGS + 48(\base), %xmm6
    movsd RPJ_NATIVE_FRAME_XMM_REGS + 56(\base), %xmm7
    .endm

    .globl rpj_thunk_common
    .hidden rpj_thunk_common
    .type rpj_thunk_common, @function
    .p2align 6
rpj_thunk_common:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    subq $FRAME, %rsp
    movq %rdi, RPJ_NATIVE_FRAME_INT_REGS + 0(%rsp)
    movq %rsi, RPJ_NATIVE_FRAME_INT_REGS + 8(%rsp)
    movq %rdx, RPJ_NATIVE_FRAME_INT_REGS + 16(%rsp)
    movq %rcx, RPJ_NATIVE_FRAME_INT_REGS + 24(%rsp)
    movq %r8, RPJ_NATIVE_FRAME_INT_REGS + 32(%rsp)
    movq %r9, RPJ_NATIVE_FRAME_INT_REGS + 40(%rsp)
    movq %rax, RPJ_NATIVE_FRAME_RAX_IN(%rsp)
    movq %r11, RPJ_NATIVE_FRAME_SLOT(%rsp)
    cmpl $0, RPJ_NATIVE_SLOT_FLOATS(%r11)
    jne 5f
1:  movq RPJ_NATIVE_SLOT_PLAN(%r11), %rax
    movq %rax, RPJ_NATIVE_FRAME_PLAN(%rsp)
    movq %r11, %rdi
    movq %rsp, %rsi
    call *RPJ_NATIVE_PLAN_ENTER(%rax)
    testl %eax, %eax
    je 4f

    movq %rsp, %r10
    movq RPJ_NATIVE_FRAME_SLOT(%rsp), %r11
    movl RPJ_NATIVE_SLOT_STACK_WORDS(%r11), %ecx
    testl %ecx, %ecx
    je 3f
    leaq 1(%rcx), %rax                      # an even number of words keeps the stack aligned
    andq $-2, %rax
    shlq $3, %rax
    subq %rax, %rsp
    xorl %eax, %eax
2:  movq 16(%rbp, %rax, 8), %rdx
    movq %rdx, (%rsp, %rax, 8)
    incq %rax
    cmpq %rcx, %rax
    jb 2b
3:  cmpl $0, RPJ_NATIVE_SLOT_FLOATS(%r11)
    jne 6f
    restore_arguments %r10
    call *RPJ_NATIVE_SLOT_TARGET(%r11)
    leaq -FRAME(%rbp), %rsp
    movq %rax, RPJ_NATIVE_FRAME_RET_RAX(%rsp)
    movq %rdx, RPJ_NATIVE_FRAME_RET_RDX(%rsp)
    movq RPJ_NATIVE_FRAME_PLAN(%rsp), %rax
    movq RPJ_NATIVE_FRAME_SLOT(%rsp), %rdi
    movq %rsp, %rsi
    call *RPJ_NATIVE_PLAN_EXIT(%rax)
9:  movq RPJ_NATIVE_FRAME_RET_RAX(%rsp), %rax
    movq RPJ_NATIVE_FRAME_RET_RDX(%rsp), %rdx
    leave
    .cfi_remember_state
    .cfi_def_cfa %rsp, 8
    .cfi_restore %rbp
    ret

4:  # enter declined: nothing is left of us when the runtime's function runs
    .cfi_restore_state
    .cfi_remember_state
    movq RPJ_NATIVE_FRAME_SLOT(%rsp), %r11
    cmpl $0, RPJ_NATIVE_SLOT_FLOATS(%r11)
    je 8f
    restore_floats %rsp
8:  restore_arguments %rsp
    leave
    .cfi_def_cfa %rsp, 8
    .cfi_restore %rbp
    jmp *RPJ_NATIVE_SLOT_TARGET(%r11)

5:  # the few functions with floating point arguments
    .cfi_restore_state
    movsd %xmm0, RPJ_NATIVE_FRAME_XMM_REGS + 0(%rsp)
    movsd %xmm1, RPJ_NATIVE_FRAME_XMM_REGS + 8(%rsp)
    movsd %xmm2, RPJ_NATIVE_FRAME_XMM_REGS + 16(%rsp)
    movsd %xmm3, RPJ_NATIVE_FRAME_XMM_REGS + 24(%rsp)
    movsd %xmm4, RPJ_NATIVE_FRAME_XMM_REGS + 32(%rsp)
    movsd %xmm5, RPJ_NATIVE_FRAME_XMM_REGS + 40(%rsp)
    movsd %xmm6, RPJ_NATIVE_FRAME_XMM_REGS + 48(%rsp)
    movsd %xmm7, RPJ_NATIVE_FRAME_XMM_REGS + 56(%rsp)
    jmp 1b

6:  restore_floats %r10
    restore_arguments %r10
    call *RPJ_NATIVE_SLOT_TARGET(%r11)
    leaq -FRAME(%rbp), %rsp
    movq %rax, RPJ_NATIVE_FRAME_RET_RAX(%rsp)
    movq %rdx, RPJ_NATIVE_FRAME_RET_RDX(%rsp)
    movsd %xmm0, RPJ_NATIVE_FRAME_RET_XMM0(%rsp)
    movsd %xmm1, RPJ_NATIVE_FRAME_RET_XMM1(%rsp)
    movq RPJ_NATIVE_FRAME_PLAN(%rsp), %rax
    movq RPJ_NATIVE_FRAME_SLOT(%rsp), %rdi
    movq %rsp, %rsi
    call *RPJ_NATIVE_PLAN_EXIT(%rax)
    movsd RPJ_NATIVE_FRAME_RET_XMM0(%rsp), %xmm0
    movsd RPJ_NATIVE_FRAME_RET_XMM1(%rsp), %xmm1
    jmp 9b
    .cfi_endproc
    .size rpj_thunk_common, . - rpj_thunk_common

    .section .note.GNU-stack, "", @progbits
