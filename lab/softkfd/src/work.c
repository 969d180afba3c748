#include "work.h"

#include "memory.h"

#include <string.h>

sk_work sk_work_copy(uint64_t destination, uint64_t source, uint64_t bytes) {
    return (sk_work){
        .kind = SK_WORK_COPY, .destination = destination, .source = source, .width = bytes, .height = 1, .depth = 1};
}

sk_work sk_work_fill(uint64_t destination, uint64_t bytes, uint64_t pattern, uint64_t pattern_bytes) {
    return (sk_work){.kind = SK_WORK_FILL,
                     .destination = destination,
                     .source = pattern,
                     .width = bytes,
                     .height = 1,
                     .depth = 1,
                     .source_row = pattern_bytes};
}

sk_work sk_work_fill_value(uint64_t destination, uint64_t bytes, uint64_t value, uint32_t value_bytes) {
    sk_work work = sk_work_fill(destination, bytes, 0, value_bytes);
    memcpy(work.pattern, &value, sizeof value);
    return work;
}

sk_work sk_work_wait(uint64_t address, uint32_t value_bytes, uint32_t how, uint64_t value, uint64_t mask) {
    sk_work work = {.kind = SK_WORK_WAIT, .source = address, .operand_bytes = value_bytes};
    work.reference = value_bytes == 4 ? (uint32_t)value : value;
    work.mask = value_bytes == 4 ? (uint32_t)mask : mask;
    work.comparison = how == 0 ? SK_GREATER_EQUAL : how == 1 ? SK_EQUAL : SK_NOT_EQUAL;
    if (how == 2) work.mask &= work.reference;
    if (how == 2) work.reference = 0;
    if (how == 3) work.mask = work.reference = work.mask & ~work.reference;
    return work;
}

uint64_t sk_work_bytes(const sk_work* work) { return work->width * work->height * work->depth; }

bool sk_compares(sk_comparison comparison, uint64_t value, uint64_t reference) {
    switch (comparison) {
        case SK_LESS: return value < reference;
        case SK_LESS_EQUAL: return value <= reference;
        case SK_EQUAL: return value == reference;
        case SK_NOT_EQUAL: return value != reference;
        case SK_GREATER_EQUAL: return value >= reference;
        case SK_GREATER: return value > reference;
        default: return true;
    }
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static sk_work_state fault(sk_work* work, uint64_t address) {
    work->bad = address;
    return SK_WORK_FAULT;
}

// Copies a piece of the present row; `*moved` says how much.
static sk_work_state copy_piece(sk_work* work, uint64_t most, uint64_t* moved) {
    uint64_t to = work->destination + work->z * work->destination_slice + work->y * work->destination_row + work->x;
    uint64_t from = work->source + work->z * work->source_slice + work->y * work->source_row + work->x;
    uint64_t to_bytes, from_bytes;
    char* target = sk_memory_at(to, &to_bytes);
    if (target == NULL) return fault(work, to);
    const char* origin = sk_memory_at(from, &from_bytes);
    if (origin == NULL) return fault(work, from);
    *moved = least(least(work->width - work->x, most), least(to_bytes, from_bytes));
    memmove(target, origin, *moved);
    return SK_WORK_MORE;
}

// At once, as the program may wait for it.
static void write_value(char* target, const char* value, uint64_t bytes) {
    uint64_t wide = 0;
    memcpy(&wide, value, bytes);
    if (bytes == 8) atomic_store_explicit((_Atomic(uint64_t)*)(void*)target, wide, memory_order_release);
    else atomic_store_explicit((_Atomic(uint32_t)*)(void*)target, (uint32_t)wide, memory_order_release);
}

// Writes `bytes` bytes of a pattern that has come to `phase`.
static void write_pattern(char* target, uint64_t bytes, const char* pattern, uint64_t length, uint64_t phase) {
    if (length == 1) {
        memset(target, pattern[0], bytes);
        return;
    }
    if (bytes == length && phase == 0 && (bytes == 4 || bytes == 8) && (uintptr_t)target % bytes == 0) {
        write_value(target, pattern, bytes);
        return;
    }
    for (uint64_t i = 0; i < bytes;) {
        uint64_t part = least(length - phase, bytes - i);
        memcpy(target + i, pattern + phase, part);
        i += part;
        phase = 0;
    }
}

static sk_work_state fill_piece(sk_work* work, uint64_t most, uint64_t* moved) {
    uint64_t to = work->destination + work->z * work->destination_slice + work->y * work->destination_row + work->x;
    uint64_t length = work->source_row, to_bytes;
    char* target = sk_memory_at(to, &to_bytes);
    if (target == NULL) return fault(work, to);
    const char* pattern = (const char*)work->pattern;
    if (work->source != 0) pattern = sk_memory_object(work->source, length);
    if (pattern == NULL || length == 0) return fault(work, work->source);
    *moved = least(least(work->width - work->x, most), to_bytes);
    write_pattern(target, *moved, pattern, length, work->x % length);
    return SK_WORK_MORE;
}

// Goes on by `moved` bytes: through the row, then the slice, then the box. True at its end.
static bool advance(sk_work* work, uint64_t moved) {
    work->x += moved;
    if (work->x < work->width) return false;
    work->x = 0;
    if (++work->y < work->height) return false;
    work->y = 0;
    return ++work->z >= work->depth;
}

static sk_work_state wait_step(sk_work* work) {
    const void* at = sk_memory_object(work->source, work->operand_bytes);
    if (at == NULL) return fault(work, work->source);
    uint64_t value = work->operand_bytes == 8
                       ? atomic_load_explicit((const _Atomic(uint64_t)*)at, memory_order_acquire)
                       : atomic_load_explicit((const _Atomic(uint32_t)*)at, memory_order_acquire);
    return sk_compares(work->comparison, value & work->mask, work->reference) ? SK_WORK_DONE : SK_WORK_WAITS;
}

// hipStreamBatchMemOpParams.
typedef struct {
    uint32_t operation, pad;
    uint64_t address, value;
    uint32_t flags, pad2;
    uint64_t alias, pad3;
} list_entry;

enum { LIST_WAIT_32 = 1, LIST_WRITE_32 = 2, LIST_WAIT_64 = 4, LIST_WRITE_64 = 5 };

// Does one entry; others than these are barriers and flushes, with nothing to do.
static sk_work_state list_entry_step(sk_work* list, const list_entry* e) {
    bool wide = e->operation == LIST_WAIT_64 || e->operation == LIST_WRITE_64;
    sk_work entry = {.kind = SK_WORK_NONE};
    if (e->operation == LIST_WAIT_32 || e->operation == LIST_WAIT_64)
        entry = sk_work_wait(e->address, wide ? 8 : 4, e->flags, e->value, UINT64_MAX);
    if (e->operation == LIST_WRITE_32 || e->operation == LIST_WRITE_64)
        entry = sk_work_fill_value(e->address, wide ? 8 : 4, e->value, wide ? 8 : 4);
    sk_work_state state = sk_work_step(&entry, 8);
    list->bad = entry.bad;
    return state;
}

static sk_work_state list_step(sk_work* work) {
    for (; work->y < work->height; work->y++) {
        uint64_t at = work->source + work->y * sizeof(list_entry);
        const list_entry* entry = sk_memory_object(at, sizeof *entry);
        if (entry == NULL) return fault(work, at);
        sk_work_state state = list_entry_step(work, entry);
        if (state != SK_WORK_DONE) return state;
    }
    return SK_WORK_DONE;
}

// Ranges that overlap are moved at once: in pieces they would overwrite what is still to be read.
static bool overlaps(const sk_work* work) {
    uint64_t distance =
        work->destination > work->source ? work->destination - work->source : work->source - work->destination;
    return work->kind == SK_WORK_COPY && distance < work->width;
}

sk_work_state sk_work_step(sk_work* work, uint64_t budget) {
    if (work->kind == SK_WORK_WAIT) return wait_step(work);
    if (work->kind == SK_WORK_LIST) return list_step(work);
    if (work->kind == SK_WORK_NONE || sk_work_bytes(work) == 0) return SK_WORK_DONE;
    if (overlaps(work)) budget = work->width;
    for (uint64_t left = budget; left > 0;) {
        uint64_t moved = 0;
        sk_work_state state =
            work->kind == SK_WORK_COPY ? copy_piece(work, left, &moved) : fill_piece(work, left, &moved);
        if (state == SK_WORK_FAULT) return state;
        if (advance(work, moved)) return SK_WORK_DONE;
        left -= moved;
    }
    return SK_WORK_MORE;
}
