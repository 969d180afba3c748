#include "blits.h"

#include "memory.h"

#include <string.h>

static uint64_t u64(const char* arguments, int at) {
    uint64_t value;
    memcpy(&value, arguments + at, sizeof value);
    return value;
}

static uint32_t u32(const char* arguments, int at) {
    uint32_t value;
    memcpy(&value, arguments + at, sizeof value);
    return value;
}

// --- HIP's kernels ------------------------------------------------------------------------------------------------

// HIP 5 has its kernels' arguments in another order; it is told by the size of their block, hidden arguments included.
enum { COPY_BYTES_5 = 104, FILL_BYTES_5 = 120 };

// In words, the last of which may be incomplete; or in bytes.
static sk_work copy_buffer_5(const char* a) {
    enum { BYTES = 8 };
    uint64_t size = u64(a, 32), remain = u32(a, 40);
    uint64_t bytes = remain == BYTES || size == 0 ? size : (size - 1) * 4 + remain;
    return sk_work_copy(u64(a, 8) + u64(a, 24), u64(a, 0) + u64(a, 16), bytes);
}

static sk_work copy_buffer(const char* a) { return sk_work_copy(u64(a, 8), u64(a, 0), u64(a, 16)); }

static uint64_t aligned_unit(uint64_t alignment) { return alignment == 16 ? 16 : 4; }

static sk_work copy_buffer_aligned(const char* a) {
    uint64_t unit = aligned_unit(u32(a, 40));
    return sk_work_copy(u64(a, 8) + u64(a, 24) * unit, u64(a, 0) + u64(a, 16) * unit, u64(a, 32) * unit);
}

// The first of four pointers that is set, and the size of what it points to.
static uint64_t one_of_four(const char* a, uint64_t* unit) {
    for (int i = 0; i < 4; i++) {
        *unit = (uint64_t)1 << i;
        if (u64(a, 8 * i) != 0) return u64(a, 8 * i);
    }
    return 0;
}

static sk_work fill_buffer(const char* a) {
    return sk_work_fill(u64(a, 0), u64(a, 24) - u64(a, 0), u64(a, 8), (uint64_t)u32(a, 16) * u32(a, 20));
}

static sk_work fill_buffer_5(const char* a) {
    uint64_t unit, buffer = one_of_four(a, &unit);
    uint64_t pattern = (uint64_t)u32(a, 40) * unit;
    return sk_work_fill(buffer + u64(a, 48) * unit, u64(a, 56) * pattern, u64(a, 32), pattern);
}

static sk_work fill_buffer_2d(const char* a) {
    uint64_t unit, buffer = one_of_four(a, &unit);
    uint64_t pattern = (uint64_t)u32(a, 40) * unit;
    sk_work work = sk_work_fill(buffer + u64(a, 48) * unit, u64(a, 56) * pattern, u64(a, 32), pattern);
    work.height = u64(a, 64);
    work.destination_row = u64(a, 72) * unit;
    return work;
}

static sk_work copy_rect(const char* a, uint64_t unit) {
    sk_work work = sk_work_copy(u64(a, 8) + u64(a, 80) * unit, u64(a, 0) + u64(a, 48) * unit, u64(a, 96) * unit);
    work.height = u64(a, 104);
    work.depth = u64(a, 112);
    work.source_row = u64(a, 32) * unit;
    work.source_slice = u64(a, 40) * unit;
    work.destination_row = u64(a, 64) * unit;
    work.destination_slice = u64(a, 72) * unit;
    return work;
}

static sk_work stream_write(const char* a) {
    bool small = u64(a, 0) != 0;
    uint64_t target = small ? u64(a, 0) : u64(a, 8);
    uint32_t bytes = small ? 4 : 8;
    return sk_work_fill_value(target, bytes, u64(a, 16), bytes);
}

static sk_work stream_wait(const char* a) {
    bool small = u64(a, 0) != 0;
    return sk_work_wait(small ? u64(a, 0) : u64(a, 8), small ? 4 : 8, (uint32_t)u64(a, 24), u64(a, 16), u64(a, 32));
}

static sk_work stream_list(const char* a) {
    return (sk_work){.kind = SK_WORK_LIST, .source = u64(a, 0), .height = u32(a, 8)};
}

static sk_work hip_kernel(const char* name, const char* a, uint32_t bytes) {
    if (strcmp(name, "copyBuffer") == 0) return bytes == COPY_BYTES_5 ? copy_buffer_5(a) : copy_buffer(a);
    if (strcmp(name, "copyBufferAligned") == 0) return copy_buffer_aligned(a);
    if (strcmp(name, "fillBufferAligned") == 0) return bytes == FILL_BYTES_5 ? fill_buffer_5(a) : fill_buffer(a);
    if (strcmp(name, "fillBufferAligned2D") == 0) return fill_buffer_2d(a);
    if (strcmp(name, "copyBufferRect") == 0) return copy_rect(a, 1);
    if (strcmp(name, "copyBufferRectAligned") == 0) return copy_rect(a, aligned_unit(u64(a, 120)));
    if (strcmp(name, "streamOpsWrite") == 0) return stream_write(a);
    if (strcmp(name, "streamOpsWait") == 0) return stream_wait(a);
    if (strcmp(name, "batchMemOp") == 0) return stream_list(a);
    return (sk_work){.kind = SK_WORK_NONE};
}

// --- the HSA runtime's kernels ------------------------------------------------------------------------------------

// Each has the number of its work-items as its last argument, at a place of its own.
static sk_work runtime_kernel(const hsa_dispatch* packet) {
    uint32_t grid = packet->grid[0];
    const char* a = sk_memory_object(packet->arguments, 84);
    if (a != NULL && u32(a, 80) == grid && u64(a, 64) - u64(a, 0) == u64(a, 72) - u64(a, 8) && u64(a, 64) > u64(a, 0))
        return sk_work_copy(u64(a, 8), u64(a, 0), u64(a, 64) - u64(a, 0));
    a = sk_memory_object(packet->arguments, 52);
    if (a != NULL && u32(a, 48) == grid && u64(a, 32) - u64(a, 0) == u64(a, 40) - u64(a, 8) && u64(a, 32) > u64(a, 0))
        return sk_work_copy(u64(a, 8), u64(a, 0), u64(a, 32) - u64(a, 0));
    a = sk_memory_object(packet->arguments, 32);
    if (a != NULL && u32(a, 28) == grid && u64(a, 16) > u64(a, 0))
        return sk_work_fill_value(u64(a, 0), u64(a, 16) - u64(a, 0), u32(a, 24), 4);
    return (sk_work){.kind = SK_WORK_NONE};
}

sk_work sk_blit_of(const hsa_dispatch* packet, const sk_kernel* kernel, bool* by_runtime) {
    static const char PREFIX[] = "__amd_rocclr_";
    enum { PREFIX_LENGTH = sizeof PREFIX - 1, LONGEST_ARGUMENTS = 128 };
    *by_runtime = false;
    if (kernel->known) {
        if (strncmp(kernel->name, PREFIX, PREFIX_LENGTH) != 0) return (sk_work){.kind = SK_WORK_NONE};
        // Copied: the block may end before the longest form does.
        char arguments[LONGEST_ARGUMENTS] = {0};
        uint64_t bytes;
        const char* block = sk_memory_at(packet->arguments, &bytes);
        if (block == NULL) return (sk_work){.kind = SK_WORK_NONE};
        memcpy(arguments, block, bytes < sizeof arguments ? bytes : sizeof arguments);
        return hip_kernel(kernel->name + PREFIX_LENGTH, arguments, kernel->argument_bytes);
    }
    sk_work work = packet->workgroup[0] == 64 ? runtime_kernel(packet) : (sk_work){.kind = SK_WORK_NONE};
    *by_runtime = work.kind != SK_WORK_NONE;
    return work;
}
