# The first calls of a HIP that does not register (stand_in.c).
#
# rpj_first_calls is a pool of small pieces of code, one for each function of HIP's tables, RPJ_FIRST_CALL_SIZE bytes
# apart. Until HIP is registered its tables contain their addresses. Each loads its number and goes to the common
# part, which saves all registers that carry arguments, calls rpj_first_call(number) and jumps to the function that it
# returns, with the registers and the stack as the caller left them.

#include "first_calls.h"

#define SAVED 192

    .text
    .globl rpj_first_calls
    .hidden rpj_first_calls
    .type rpj_first_calls, @function
    .p2align 6
rpj_first_calls:
    .cfi_startproc
    .set number, 0
    .rept RPJ_FIRST_CALLS
    .p2align 4
    endbr64
    movl $number, %r11d
    jmp first_call
    .set number, number + 1
    .endr
    .cfi_endproc
    .size rpj_first_calls, . - rpj_first_calls

    .type first_call, @function
    .p2align 6
first_call:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    subq $SAVED, %rsp
    movq %rdi, 0(%rsp)
    movq %rsi, 8(%rsp)
    movq %rdx, 16(%rsp)
    movq %rcx, 24(%rsp)
    movq %r8, 32(%rsp)
    movq %r9, 40(%rsp)
    movq %rax, 48(%rsp)
    movq %r10, 56(%rsp)
    movups %xmm0, 64(%rsp)
    movups %xmm1, 80(%rsp)
    movups %xmm2, 96(%rsp)
    movups %xmm3, 112(%rsp)
    movups %xmm4, 128(%rsp)
    movups %xmm5, 144(%rsp)
    movups %xmm6, 160(%rsp)
    movups %xmm7, 176(%rsp)
    movl %r11d, %edi
    call rpj_first_call
    movq %rax, %r11
    movups 176(%rsp), %xmm7
    movups 160(%rsp), %xmm6
    movups 144(%rsp), %xmm5
    movups 128(%rsp), %xmm4
    movups 112(%rsp), %xmm3
    movups 96(%rsp), %xmm2
    movups 80(%rsp), %xmm1
    movups 64(%rsp), %xmm0
    movq 56(%rsp), %r10
    movq 48(%rsp), %rax
    movq 40(%rsp), %r9
    movq 32(%rsp), %r8
    movq 24(%rsp), %rcx
    movq 16(%rsp), %rdx
    movq 8(%rsp), %rsi
    movq 0(%rsp), %rdi
    leave
    .cfi_def_cfa %rsp, 8
    .cfi_restore %rbp
    jmp *%r11
    .cfi_endproc
    .size first_call, . - first_call

    .section .note.GNU-stack, "", @progbits
