# What libraries call instead of dlsym (signal_routes.c).

    .text

# void* rpj_routed_dlsym(void* library, const char* name)
#
# Calls rpj_before_dlsym() and goes on to the function that rpj_dlsym points to, which returns to the caller: by that
# address dlsym knows for whom it searches.
    .globl rpj_routed_dlsym
    .hidden rpj_routed_dlsym
    .type rpj_routed_dlsym, @function
    .p2align 4
rpj_routed_dlsym:
    .cfi_startproc
    pushq %rdi
    .cfi_adjust_cfa_offset 8
    pushq %rsi
    .cfi_adjust_cfa_offset 8
    subq $8, %rsp
    .cfi_adjust_cfa_offset 8
    call rpj_before_dlsym
    addq $8, %rsp
    .cfi_adjust_cfa_offset -8
    popq %rsi
    .cfi_adjust_cfa_offset -8
    popq %rdi
    .cfi_adjust_cfa_offset -8
    jmp *rpj_dlsym(%rip)
    .cfi_endproc
    .size rpj_routed_dlsym, . - rpj_routed_dlsym

    .section .note.GNU-stack, "", @progbits
