// A program's kernels as a compiler puts them in: a bundle of code objects in the program's own section, registered
// before main. The addresses of the stubs are the kernels' names for the host.
#include "hip.h"

__asm__(".pushsection .hip_fatbin, \"a\"\n"
        ".balign 4096\n"
        "rocm_bundle: .incbin \"kernels.hipfb\"\n"
        ".popsection\n");
extern const char rocm_bundle[];

const char vector_add_stub, scale_stub, fill_stub, empty_stub;
int table[64];

// What __hipRegisterFatBinary gets (hip_fatbin.h of ROCm's clang): "HIPF".
enum { MAGIC = 0x48495046 };
__attribute__((section(".hipFatBinSegment"))) static const struct wrapper {
    unsigned int magic, version;
    const void* bundle;
    void* unused;
} wrapper = {MAGIC, 1, rocm_bundle, NULL};

static void** module;

static void add(const char* stub, char* name) {
    __hipRegisterFunction(module, stub, name, name, 0xffffffff, NULL, NULL, NULL, NULL, NULL);
}

static void forget(void) { __hipUnregisterFatBinary(module); }

__attribute__((constructor)) static void register_kernels(void) {
    module = __hipRegisterFatBinary(&wrapper);
    add(&vector_add_stub, "vector_add");
    add(&scale_stub, "_Z5scalePff");
    add(&fill_stub, "_ZN6matrix4fillIiLi4EEEvPT_S1_");
    add(&empty_stub, "empty");
    __hipRegisterVar(module, table, "table", "table", 0, sizeof table, 0, 0);
    atexit(forget);
}
