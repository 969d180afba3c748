# Calls of tools' functions that no exception may leave: Java frames lie below them, which no unwinder can cross.
#
# All functions have rpj_guard_personality as their personality. It stops every exception right here and resumes at
# the function's landing pad with the exception object in rax. The function's language-specific data has the landing
# pad, relative to the data, and `stops_all`. Without an exception they cost one jump.

#include "rpj_native.h"

    .text

    .macro guarded name, data
    .globl \name
    .hidden \name
    .type \name, @function
    .p2align 4
\name:
    .cfi_startproc
    .cfi_personality 0x1b, rpj_guard_personality
    .cfi_lsda 0x1b, \data
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    .endm

# `stops_all`: 1 where even a thread's end (pthread_exit, cancellation) must not unwind further.
    .macro end_guarded name, data, stops_all
    leave
    .cfi_remember_state
    .cfi_def_cfa %rsp, 8
    ret
\data\()_landing:
    .cfi_restore_state
    movq %rax, %rdi
    call rpj_guard_caught
    movabsq $RPJ_THREW, %rax
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
    .size \name, . - \name

    .section .rodata
    .balign 4
\data:
    .long \data\()_landing - \data
    .long \stops_all
    .text
    .endm

# uint64_t rpj_guarded_invoke(function, a0, a1, a2, a3, a4, a5): six integer arguments.
    guarded rpj_guarded_invoke, .Linvoke
    movq %rdi, %rax
    movq %rsi, %rdi
    movq %rdx, %rsi
    movq %rcx, %rdx
    movq %r8, %rcx
    movq %r9, %r8
    movq 16(%rbp), %r9
    call *%rax
    end_guarded rpj_guarded_invoke, .Linvoke, 0

# uint64_t rpj_guarded_invoke_many(function, const uint64_t arguments[12]): twelve integer arguments. A function
# with fewer ignores the rest.
    guarded rpj_guarded_invoke_many, .Linvoke_many
    movq %rdi, %rax
    movq %rsi, %r10
    pushq 88(%r10)
    pushq 80(%r10)
    pushq 72(%r10)
    pushq 64(%r10)
    pushq 56(%r10)
    pushq 48(%r10)
    movq 0(%r10), %rdi
    movq 8(%r10), %rsi
    movq 16(%r10), %rdx
    movq 24(%r10), %rcx
    movq 32(%r10), %r8
    movq 40(%r10), %r9
    call *%rax
    end_guarded rpj_guarded_invoke_many, .Linvoke_many, 1

# uint64_t rpj_guarded_callback(function, const void* record, void* user_data, void* argument): the record of 64 bytes
# by value, which is on the stack, then two integer arguments.
    guarded rpj_guarded_callback, .Lcallback
    subq $64, %rsp
    movups 0(%rsi), %xmm0
    movups 16(%rsi), %xmm1
    movups 32(%rsi), %xmm2
    movups 48(%rsi), %xmm3
    movups %xmm0, 0(%rsp)
    movups %xmm1, 16(%rsp)
    movups %xmm2, 32(%rsp)
    movups %xmm3, 48(%rsp)
    movq %rdi, %rax
    movq %rdx, %rdi
    movq %rcx, %rsi
    call *%rax
    xorl %eax, %eax
    end_guarded rpj_guarded_callback, .Lcallback, 0

    .section .note.GNU-stack, "", @progbits
