// Which kernel is it? Names from a code object as the runtime loads it, and the copies and fills that are computed.
#define _GNU_SOURCE
#include "driver.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

// The runtime's list of loaded code objects.
__attribute__((visibility("default"))) struct r_debug _amdgpu_r_debug;

enum { COUNT = 12 };

// An ELF file as it lies in memory: headers, symbols, their names, a hash table, descriptors of 64 bytes.
typedef struct {
    Elf64_Ehdr header;
    Elf64_Phdr segments[2];
    Elf64_Dyn dynamic[4];
    uint32_t hash[2];
    Elf64_Sym symbols[COUNT];
    char strings[1024];
    uint64_t descriptors[COUNT][8];
} code_object;

enum { COPY = 1, FILL, SLOW, RECT, RECT_ALIGNED, FILL_2D, WRITE, WAIT, LIST, COPY_5, FILL_5 };

static const struct {
    const char* name;
    uint32_t argument_bytes;
} KERNELS[COUNT] = {[COPY] = {"__amd_rocclr_copyBuffer.kd", 48},
                    [FILL] = {"__amd_rocclr_fillBufferAligned.kd", 40},
                    [SLOW] = {"slow_kernel.kd", 8},
                    [RECT] = {"__amd_rocclr_copyBufferRect.kd", 128},
                    [RECT_ALIGNED] = {"__amd_rocclr_copyBufferRectAligned.kd", 128},
                    [FILL_2D] = {"__amd_rocclr_fillBufferAligned2D.kd", 80},
                    [WRITE] = {"__amd_rocclr_streamOpsWrite.kd", 24},
                    [WAIT] = {"__amd_rocclr_streamOpsWait.kd", 40},
                    [LIST] = {"__amd_rocclr_batchMemOp.kd", 16},
                    [COPY_5] = {"__amd_rocclr_copyBuffer.kd", 104},
                    [FILL_5] = {"__amd_rocclr_fillBufferAligned.kd", 120}};

static struct link_map map;
static code_object* code;
static queue q;

static void load(void) {
    code = gpu_memory(sizeof *code, NULL);
    memcpy(code->header.e_ident, ELFMAG, SELFMAG);
    code->header.e_phoff = offsetof(code_object, segments);
    code->header.e_phnum = 2;
    code->segments[0] = (Elf64_Phdr){.p_type = PT_LOAD, .p_memsz = sizeof *code};
    code->segments[1] =
        (Elf64_Phdr){.p_type = PT_DYNAMIC, .p_vaddr = offsetof(code_object, dynamic), .p_memsz = sizeof code->dynamic};
    code->dynamic[0] = (Elf64_Dyn){.d_tag = DT_SYMTAB, .d_un.d_ptr = offsetof(code_object, symbols)};
    code->dynamic[1] = (Elf64_Dyn){.d_tag = DT_STRTAB, .d_un.d_ptr = offsetof(code_object, strings)};
    code->dynamic[2] = (Elf64_Dyn){.d_tag = DT_HASH, .d_un.d_ptr = offsetof(code_object, hash)};
    code->hash[1] = COUNT;
    uint32_t at = 1;
    for (int i = 1; i < COUNT; i++) {
        code->symbols[i] = (Elf64_Sym){.st_name = at, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT)};
        code->symbols[i].st_value = offsetof(code_object, descriptors) + (size_t)i * 64;
        strcpy(code->strings + at, KERNELS[i].name);
        at += (uint32_t)strlen(KERNELS[i].name) + 1;
        code->descriptors[i][1] = KERNELS[i].argument_bytes;
    }
    map.l_addr = HANDLE(code);
    _amdgpu_r_debug.r_map = &map;
}

static amd_signal* start(uint64_t kernel_object, const void* arguments, uint32_t grid) {
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    p.kernel_object = kernel_object;
    p.arguments = HANDLE(arguments);
    p.workgroup[0] = 64;
    p.grid[0] = grid;
    submit(&q, &p, DISPATCH | AFTER_ALL);
    return done;
}

// Runs a kernel and returns how long it took.
static uint64_t run(uint64_t kernel_object, const void* arguments, uint32_t grid) {
    amd_signal* done = start(kernel_object, arguments, grid);
    AWAIT(value_of(done) == 0);
    return done->end - done->start;
}

static uint64_t kernel(int i) { return HANDLE(&code->descriptors[i]); }

static void a_kernel_takes_the_time_that_its_name_has(void) {
    CHECK_EQUAL(50000, run(kernel(SLOW), NULL, 64)); // ticks of 10 ns
    CHECK_EQUAL(1000, run(HANDLE(host_memory(64)), NULL, 64));
}

static void hips_own_copies_and_fills_are_computed(void) {
    char *from = host_memory(1 << 20), *to = gpu_memory(1 << 20, NULL), *arguments = host_memory(4096);
    for (int i = 0; i < 1 << 20; i++) from[i] = (char)(i / 7);
    memcpy(arguments, (uint64_t[]){HANDLE(from), HANDLE(to), (1 << 20) - 3}, 24);
    run(kernel(COPY), arguments, 4096);
    CHECK_EQUAL(0, memcmp(from, to, (1 << 20) - 3));
    CHECK_EQUAL(0, to[(1 << 20) - 1]);
    memcpy(from, "abc", 3);
    memcpy(arguments, (uint64_t[]){HANDLE(to), HANDLE(from), 3 | (uint64_t)1 << 32, HANDLE(to) + 100}, 32);
    char next = to[100];
    run(kernel(FILL), arguments, 64);
    for (int i = 0; i < 100; i++) CHECK_EQUAL("abc"[i % 3], to[i]);
    CHECK_EQUAL(next, to[100]);
}

static void those_of_hip_5_have_their_arguments_in_another_order(void) {
    char *from = host_memory(4096), *to = host_memory(4096), *arguments = host_memory(4096);
    for (int i = 0; i < 4096; i++) from[i] = (char)(i * 3);
    // 25 words, the last of which has two bytes; then 7 bytes.
    memcpy(arguments, (uint64_t[]){HANDLE(from), HANDLE(to), 8, 16, 25, 2}, 48);
    run(kernel(COPY_5), arguments, 64);
    CHECK_EQUAL(0, memcmp(from + 8, to + 16, 98));
    CHECK_EQUAL(0, to[16 + 98]);
    memcpy(arguments, (uint64_t[]){HANDLE(from), HANDLE(to), 0, 1024, 7, 8}, 48);
    run(kernel(COPY_5), arguments, 64);
    CHECK_EQUAL(0, memcmp(from, to + 1024, 7));
    CHECK_EQUAL(0, to[1024 + 7]);
    // Words from the second one on, five times a pattern of two.
    uint32_t* words = host_memory(4096);
    memcpy(from, (uint32_t[]){0xaaaaaaaa, 0xbbbbbbbb}, 8);
    memcpy(arguments, (uint64_t[]){0, 0, HANDLE(words), 0, HANDLE(from), 2, 1, 5}, 64);
    run(kernel(FILL_5), arguments, 64);
    for (int i = 0; i < 10; i++) CHECK_EQUAL(i % 2 ? 0xbbbbbbbb : 0xaaaaaaaa, words[1 + i]);
    CHECK(words[0] == 0 && words[11] == 0);
}

// 5 x 3 x 2 units, from the second of rows of 16 and slices of 64 to the first of rows of 8 and slices of 32.
static void a_box_is_copied(int which, uint32_t unit) {
    char *from = host_memory(65536), *to = host_memory(65536), *arguments = host_memory(4096);
    for (int i = 0; i < 65536; i++) from[i] = (char)(i * 7 + i / 256);
    memcpy(arguments, (uint64_t[]){HANDLE(from), HANDLE(to), 0, 0, 16, 64, 1, 0, 8, 32, 0, 0, 5, 3, 2, unit}, 128);
    run(kernel(which), arguments, 64);
    uint32_t copied = 0;
    for (uint32_t z = 0; z < 2; z++)
        for (uint32_t y = 0; y < 3; y++, copied += 5)
            CHECK_EQUAL(0, memcmp(from + (z * 64 + y * 16 + 1) * unit, to + (z * 32 + y * 8) * unit, 5 * unit));
    CHECK_EQUAL(30, copied);
    for (uint32_t i = 5 * unit; i < 8 * unit; i++) CHECK_EQUAL(0, to[i]);
}

static void boxes_are_copied_and_filled(void) {
    a_box_is_copied(RECT, 1);
    a_box_is_copied(RECT_ALIGNED, 4);
    a_box_is_copied(RECT_ALIGNED, 16);
    uint16_t* to = host_memory(4096);
    char* arguments = host_memory(4096);
    uint16_t* pattern = host_memory(4096);
    pattern[0] = 0x1234;
    memcpy(arguments, (uint64_t[]){0, HANDLE(to), 0, 0, HANDLE(pattern), 1, 2, 3, 4, 10}, 80);
    run(kernel(FILL_2D), arguments, 64);
    for (int i = 0; i < 60; i++) CHECK_EQUAL(i < 40 && i % 10 >= 2 && i % 10 < 5 ? 0x1234 : 0, to[i]);
}

// Words 0 to 3 are waited for in the four ways; `hit` is what ends the wait.
static void stream_values_are_written_and_waited_for(void) {
    uint64_t* values = host_memory(4096);
    char* arguments = host_memory(4096);
    memcpy(arguments, (uint64_t[]){0, HANDLE(&values[0]), (uint64_t)1 << 40}, 24);
    run(kernel(WRITE), arguments, 64);
    CHECK_EQUAL((uint64_t)1 << 40, values[0]);
    memcpy(arguments, (uint64_t[]){HANDLE(&values[0]), 0, 5}, 24);
    run(kernel(WRITE), arguments, 64);
    CHECK_EQUAL(((uint64_t)1 << 40) + 5, values[0]);
    static const uint64_t cases[4][3] = {{5, 4, 9}, {5, 6, 5}, {0xc, 0x10, 0x14}, {0xc, 0x3, 0xd}}; // value, miss, hit
    for (uint64_t how = 0; how < 4; how++) {
        _Atomic(uint32_t)* watched = (_Atomic(uint32_t)*)&values[how + 1];
        atomic_store(watched, (uint32_t)cases[how][1]);
        memcpy(arguments, (uint64_t[]){HANDLE(watched), 0, cases[how][0], how, how == 3 ? 0xf : 0xff}, 40);
        amd_signal* done = start(kernel(WAIT), arguments, 64);
        for (int i = 0; i < 10; i++) nap();
        CHECK_EQUAL(1, value_of(done));
        atomic_store(watched, (uint32_t)cases[how][2]);
        AWAIT(value_of(done) == 0);
    }
}

static void a_list_of_values_is_worked_through_in_order(void) {
    uint64_t *values = host_memory(4096), *list = host_memory(4096);
    char* arguments = host_memory(4096);
    memcpy(list,
           (uint64_t[]){2, HANDLE(&values[0]), 11, 0, 0, 0, 1, HANDLE(&values[1]), 7, 1, 0, 0, 5, HANDLE(&values[2]),
                        (uint64_t)1 << 50, 0, 0, 0},
           144);
    memcpy(arguments, (uint64_t[]){HANDLE(list), 3}, 16);
    amd_signal* done = start(kernel(LIST), arguments, 64);
    AWAIT(__atomic_load_n(&values[0], __ATOMIC_SEQ_CST) == 11);
    for (int i = 0; i < 10; i++) nap();
    CHECK_EQUAL(1, value_of(done));
    CHECK_EQUAL(0, __atomic_load_n(&values[2], __ATOMIC_SEQ_CST));
    __atomic_store_n((uint32_t*)&values[1], 7, __ATOMIC_SEQ_CST);
    AWAIT(value_of(done) == 0);
    CHECK_EQUAL((uint64_t)1 << 50, values[2]);
}

// They are in no code object, and known by their arguments.
static void the_hsa_runtimes_own_copies_and_fills_are_computed(void) {
    uint64_t code_without_name = HANDLE(host_memory(64));
    uint32_t *from = host_memory(65536), *to = host_memory(65536), *arguments = host_memory(4096);
    for (uint32_t i = 0; i < 16384; i++) from[i] = i;
    memcpy(arguments,
           (uint64_t[]){HANDLE(from), HANDLE(to), 0, 0, 0, 0, 0, 0, HANDLE(from) + 65536, HANDLE(to) + 65536}, 80);
    arguments[20] = 1024;
    run(code_without_name, arguments, 1024);
    CHECK_EQUAL(0, memcmp(from, to, 65536));
    memset(to, 0, 65536);
    memcpy(arguments, (uint64_t[]){HANDLE(from) + 1, HANDLE(to), 0, 0, HANDLE(from) + 1001, HANDLE(to) + 1000}, 48);
    arguments[12] = 2048;
    run(code_without_name, arguments, 2048);
    CHECK_EQUAL(0, memcmp((char*)from + 1, to, 1000));
    CHECK_EQUAL(0, to[250]);
    memcpy(arguments, (uint64_t[]){HANDLE(to), 0, HANDLE(to) + 4000}, 24);
    arguments[6] = 0xdeadbeef;
    arguments[7] = 512;
    run(code_without_name, arguments, 512);
    for (int i = 0; i < 1000; i++) CHECK_EQUAL(0xdeadbeef, to[i]);
    CHECK_EQUAL(0, to[1000]);
}

static void a_kernel_that_only_looks_like_one_of_them_is_left_alone(void) {
    uint32_t *to = host_memory(4096), *arguments = host_memory(4096);
    memcpy(arguments, (uint64_t[]){HANDLE(to), 0, HANDLE(to) + 4096}, 24);
    arguments[6] = 1;
    arguments[7] = 512;
    run(kernel(SLOW), arguments, 512); // has a name
    run(HANDLE(host_memory(64)), arguments, 513);
    for (int i = 0; i < 1024; i++) CHECK_EQUAL(0, to[i]);
}

// As at the load of the next code object, which is announced by a packet.
static void a_name_changes_with_the_code(void) {
    strcpy(code->strings + code->symbols[SLOW].st_name, "fast_kernel.kd");
    hsa_packet loaded = {.format = AMD_PACKET_PM4};
    submit(&q, &loaded, HSA_PACKET_VENDOR);
    CHECK_EQUAL(1000, run(kernel(SLOW), NULL, 64));
}

int main(int count, char** arguments) {
    (void)count;
    with_settings(arguments, "SOFTKFD_KERNEL_NS=slow*=500000,10000", NULL);
    open_driver();
    load();
    q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    set_profiling(&q, true);
    a_kernel_takes_the_time_that_its_name_has();
    hips_own_copies_and_fills_are_computed();
    those_of_hip_5_have_their_arguments_in_another_order();
    boxes_are_copied_and_filled();
    stream_values_are_written_and_waited_for();
    a_list_of_values_is_worked_through_in_order();
    the_hsa_runtimes_own_copies_and_fills_are_computed();
    a_kernel_that_only_looks_like_one_of_them_is_left_alone();
    a_name_changes_with_the_code();
    destroy_queue(&q);
    return 0;
}
