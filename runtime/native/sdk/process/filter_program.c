// The kernel's interpreter, for the instructions that it accepts in filters (seccomp_check_filter() in kernel/seccomp.c
// of Linux 6.1).
#include "process/filter_program.h"

#include <linux/audit.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <string.h>

#include "../../pause.h"
#include "system/safe_read.h"

typedef struct {
    uint32_t a, x, memory[BPF_MEMWORDS];
} machine;

static uint32_t calculate(uint32_t operation, uint32_t a, uint32_t b) {
    switch (operation) {
        case BPF_ADD: return a + b;
        case BPF_SUB: return a - b;
        case BPF_MUL: return a * b;
        case BPF_DIV: return b ? a / b : 0;
        case BPF_OR: return a | b;
        case BPF_AND: return a & b;
        case BPF_XOR: return a ^ b;
        case BPF_LSH: return b < 32 ? a << b : 0;
        case BPF_RSH: return b < 32 ? a >> b : 0;
        default: return -a; // BPF_NEG
    }
}

static bool holds(uint32_t condition, uint32_t a, uint32_t b) {
    switch (condition) {
        case BPF_JEQ: return a == b;
        case BPF_JGT: return a > b;
        case BPF_JGE: return a >= b;
        default: return (a & b) != 0; // BPF_JSET
    }
}

static uint32_t word_of(const struct seccomp_data* call, uint32_t at) {
    uint32_t word = 0;
    if (at % 4 == 0 && at < sizeof *call) memcpy(&word, (const char*)call + at, sizeof word);
    return word;
}

static uint32_t loaded(const machine* m, const struct sock_filter* i, const struct seccomp_data* call) {
    switch (BPF_MODE(i->code)) {
        case BPF_IMM: return i->k;
        case BPF_ABS: return word_of(call, i->k);
        case BPF_LEN: return sizeof *call;
        default: return i->k < BPF_MEMWORDS ? m->memory[i->k] : 0; // BPF_MEM
    }
}

static uint32_t verdict(const struct sock_filter* code, uint32_t length, const struct seccomp_data* call) {
    machine m = {0};
    for (uint32_t at = 0; at < length; at++) {
        const struct sock_filter* i = &code[at];
        const uint32_t operand = BPF_SRC(i->code) == BPF_X ? m.x : i->k;
        switch (BPF_CLASS(i->code)) {
            case BPF_LD: m.a = loaded(&m, i, call); break;
            case BPF_LDX: m.x = loaded(&m, i, call); break;
            case BPF_ST:
            case BPF_STX:
                if (i->k < BPF_MEMWORDS) m.memory[i->k] = BPF_CLASS(i->code) == BPF_ST ? m.a : m.x;
                break;
            case BPF_ALU: m.a = calculate(BPF_OP(i->code), m.a, operand); break;
            case BPF_JMP:
                at += BPF_OP(i->code) == BPF_JA ? i->k : holds(BPF_OP(i->code), m.a, operand) ? i->jt : i->jf;
                break;
            case BPF_RET: return BPF_RVAL(i->code) == BPF_A ? m.a : i->k;
            case BPF_MISC:
                if (BPF_MISCOP(i->code) == BPF_TAX) m.x = m.a;
                else m.a = m.x;
                break;
        }
    }
    return SECCOMP_RET_ALLOW;
}

static bool kills(const struct sock_filter* code, uint32_t length, int number, uint64_t argument) {
    struct seccomp_data call = {.nr = number, .arch = AUDIT_ARCH_X86_64};
    for (int i = 0; i < 6; i++) call.args[i] = argument;
    const uint32_t action = verdict(code, length, &call) & SECCOMP_RET_ACTION_FULL;
    return action == SECCOMP_RET_KILL_PROCESS || action == SECCOMP_RET_KILL_THREAD || action == SECCOMP_RET_TRAP;
}

static bool program_kills(struct sock_filter* code, const struct sock_fprog* filter, const int* numbers, size_t count) {
    struct sock_fprog program;
    if (!rpj_safe_read(&program, filter, sizeof program) || program.len == 0 || program.len > BPF_MAXINSNS)
        return false;
    if (!rpj_safe_read(code, program.filter, program.len * sizeof *code)) return false;
    for (size_t i = 0; i < count; i++)
        if (kills(code, program.len, numbers[i], 0) || kills(code, program.len, numbers[i], UINT64_MAX)) return true;
    return false;
}

bool rpj_filter_kills(const struct sock_fprog* filter, const int* numbers, size_t count) {
    static struct sock_filter code[BPF_MAXINSNS]; // more than a stack may have
    static uint32_t lock;
    for (uint32_t i = 0; __atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE); i++) rpj_pause(i);
    bool kill = program_kills(code, filter, numbers, count);
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    return kill;
}
