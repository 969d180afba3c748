// Which kernel is it? Names from a code object as the runtime loads it, and the copies and fills that are computed.
#define _GNU_SOURCE
#include "driver.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

// The runtime's list of loaded code objects.
__attribute__((visibility("default"))) struct r_debug _amdgpu_r_debug;

// An ELF file as it lies in memory: headers, symbols, their names, a hash table, descriptors of 64 bytes.
typedef struct {
    Elf64_Ehdr header;
    Elf64_Phdr segments[2];
    Elf64_Dyn dynamic[4];
    uint32_t hash[2];
    Elf64_Sym symbols[4];
    char strings[128];
    uint64_t descriptors[4][8];
} code_object;

static const char* const NAMES[] = {"", "__amd_rocclr_copyBuffer.kd", "__amd_rocclr_fillBufferAligned.kd",
                                    "slow_kernel.kd"};
static const uint32_t ARGUMENT_BYTES[] = {0, 48, 40, 8};

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
    code->hash[1] = 4;
    uint32_t at = 1;
    for (int i = 1; i < 4; i++) {
        code->symbols[i] = (Elf64_Sym){.st_name = at, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT)};
        code->symbols[i].st_value = offsetof(code_object, descriptors) + (size_t)i * 64;
        strcpy(code->strings + at, NAMES[i]);
        at += (uint32_t)strlen(NAMES[i]) + 1;
        code->descriptors[i][1] = ARGUMENT_BYTES[i];
    }
    map.l_addr = HANDLE(code);
    _amdgpu_r_debug.r_map = &map;
}

// Runs a kernel and returns how long it took.
static uint64_t run(uint64_t kernel_object, const void* arguments, uint32_t grid) {
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    p.kernel_object = kernel_object;
    p.arguments = HANDLE(arguments);
    p.workgroup[0] = 64;
    p.grid[0] = grid;
    submit(&q, &p, DISPATCH | AFTER_ALL);
    AWAIT(value_of(done) == 0);
    return done->end - done->start;
}

static uint64_t kernel(int i) { return HANDLE(&code->descriptors[i]); }

static void a_kernel_takes_the_time_that_its_name_has(void) {
    CHECK_EQUAL(50000, run(kernel(3), NULL, 64)); // ticks of 10 ns
    CHECK_EQUAL(1000, run(HANDLE(host_memory(64)), NULL, 64));
}

static void hips_own_copies_and_fills_are_computed(void) {
    char *from = host_memory(1 << 20), *to = gpu_memory(1 << 20, NULL), *arguments = host_memory(4096);
    for (int i = 0; i < 1 << 20; i++) from[i] = (char)(i / 7);
    memcpy(arguments, (uint64_t[]){HANDLE(from), HANDLE(to), (1 << 20) - 3}, 24);
    run(kernel(1), arguments, 4096);
    CHECK_EQUAL(0, memcmp(from, to, (1 << 20) - 3));
    CHECK_EQUAL(0, to[(1 << 20) - 1]);
    memcpy(from, "abc", 3);
    memcpy(arguments, (uint64_t[]){HANDLE(to), HANDLE(from), 3 | (uint64_t)1 << 32, HANDLE(to) + 100}, 32);
    char next = to[100];
    run(kernel(2), arguments, 64);
    for (int i = 0; i < 100; i++) CHECK_EQUAL("abc"[i % 3], to[i]);
    CHECK_EQUAL(next, to[100]);
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
    run(kernel(3), arguments, 512); // has a name
    run(HANDLE(host_memory(64)), arguments, 513);
    for (int i = 0; i < 1024; i++) CHECK_EQUAL(0, to[i]);
}

// As at the load of the next code object, which is announced by a packet.
static void a_name_changes_with_the_code(void) {
    strcpy(code->strings + code->symbols[3].st_name, "fast_kernel.kd");
    hsa_packet loaded = {.format = AMD_PACKET_PM4};
    submit(&q, &loaded, HSA_PACKET_VENDOR);
    CHECK_EQUAL(1000, run(kernel(3), NULL, 64));
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
    the_hsa_runtimes_own_copies_and_fills_are_computed();
    a_kernel_that_only_looks_like_one_of_them_is_left_alone();
    a_name_changes_with_the_code();
    destroy_queue(&q);
    return 0;
}
