# The function by which programs make system calls that the C library has no function for (sandbox.c).

    .text

# long syscall(long number, ...)
#
# Goes on to the C library's, with the registers and the stack that the caller has left: the call may be a clone or a
# vfork, which return twice.
    .globl syscall
    .type syscall, @function
    .p2align 4
syscall:
    .cfi_startproc
    cmpq $157, %rdi # prctl
    je 1f
    cmpq $317, %rdi # seccomp
    je 1f
    cmpq $0, rpj_next_syscall(%rip)
    je 2f
    jmp *rpj_next_syscall(%rip)
1:  leaq rpj_before_syscall(%rip), %r11
    jmp 3f
2:  leaq rpj_find_syscall(%rip), %r11
3:  pushq %rdi
    .cfi_adjust_cfa_offset 8
    pushq %rsi
    .cfi_adjust_cfa_offset 8
    pushq %rdx
    .cfi_adjust_cfa_offset 8
    pushq %rcx
    .cfi_adjust_cfa_offset 8
    pushq %r8
    .cfi_adjust_cfa_offset 8
    pushq %r9
    .cfi_adjust_cfa_offset 8
    subq $8, %rsp
    .cfi_adjust_cfa_offset 8
    call *%r11
    cmpq $0, rpj_next_syscall(%rip)
    jne 4f
    call rpj_find_syscall
4:  addq $8, %rsp
    .cfi_adjust_cfa_offset -8
    popq %r9
    .cfi_adjust_cfa_offset -8
    popq %r8
    .cfi_adjust_cfa_offset -8
    popq %rcx
    .cfi_adjust_cfa_offset -8
    popq %rdx
    .cfi_adjust_cfa_offset -8
    popq %rsi
    .cfi_adjust_cfa_offset -8
    popq %rdi
    .cfi_adjust_cfa_offset -8
    jmp *rpj_next_syscall(%rip)
    .cfi_endproc
    .size syscall, . - syscall

    .section .note.GNU-stack, "", @progbits
