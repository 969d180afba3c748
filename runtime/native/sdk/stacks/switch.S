# Continuing on another stack of the same thread.

    .text

# uint64_t rpj_call_on(uint64_t a, uint64_t b, uint64_t (*function)(uint64_t, uint64_t), uint64_t stack, uint64_t* left)
#
# Calls function(a, b) with the stack pointer at `stack`, a multiple of 16, and first stores in `left` the end of
# the used part of the present stack: code that returns to it meanwhile may use the memory below. The unwind
# information is valid on both stacks.
    .globl rpj_call_on
    .hidden rpj_call_on
    .type rpj_call_on, @function
    .p2align 4
rpj_call_on:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    movq %rsp, (%r8)
    movq %rcx, %rsp
    call *%rdx
    leave
    .cfi_def_cfa %rsp, 8
    .cfi_restore %rbp
    ret
    .cfi_endproc
    .size rpj_call_on, . - rpj_call_on

    .section .note.GNU-stack, "", @progbits
