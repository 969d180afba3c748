// mock CASE: the test's own HIP runtime, in a table that it registers itself: functions that throw, that jump, that
// take structs, floats and many arguments; short and long tables; a second instance. Prints the arguments that the
// functions got.
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk/hip/runtime_api_id.h>

namespace {
enum { KNOWN = ROCPROFILER_HIP_RUNTIME_API_ID_LAST };

// The layout of the runtime's table: its size, then one pointer per function in the order of the operations.
struct Table {
    uint64_t size;
    void* slots[KNOWN + 64];
};

jmp_buf jump;
Table table;

hipError_t nothing() { return hipErrorNotSupported; }

hipError_t throws(void*) { throw std::runtime_error("from the runtime"); }

hipError_t jumps(void*) { longjmp(jump, 7); }

hipError_t many(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                hipMemcpyKind kind) {
    printf("hipMemcpy2D %p %zu %p %zu %zu %zu %d\n", dst, dpitch, src, spitch, width, height, int(kind));
    return hipSuccess;
}

hipError_t structs(hipPitchedPtr p, int value, hipExtent e) {
    printf("hipMemset3D %p %zu %zu %zu, %d, %zu %zu %zu\n", p.ptr, p.pitch, p.xsize, p.ysize, value, e.width, e.height,
           e.depth);
    return hipErrorInvalidValue;
}

hipError_t dims(const void* f, dim3 grid, dim3 block, void** args, size_t shared, hipStream_t stream) {
    printf("hipLaunchKernel %p %u %u %u, %u %u %u, %p %zu %p\n", f, grid.x, grid.y, grid.z, block.x, block.y, block.z,
           (void*)args, shared, (void*)stream);
    return hipSuccess;
}

hipError_t floats(textureReference* t, float low, float high) {
    printf("hipTexRefSetMipmapLevelClamp %p %g %g\n", (void*)t, low, high);
    return hipSuccess;
}

uint32_t import() { return 1; }

template <typename F> F slot(int operation) { return reinterpret_cast<F>(table.slots[operation]); }

void fill(size_t slots) {
    table.size = sizeof(uint64_t) * (1 + slots);
    for (auto& s : table.slots) s = reinterpret_cast<void*>(nothing);
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipFree] = reinterpret_cast<void*>(throws);
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipFreeArray] = reinterpret_cast<void*>(jumps);
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpy2D] = reinterpret_cast<void*>(many);
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipMemset3D] = reinterpret_cast<void*>(structs);
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipLaunchKernel] = reinterpret_cast<void*>(dims);
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipTexRefSetMipmapLevelClamp] = reinterpret_cast<void*>(floats);
}

void announce() {
    void* tables[] = {&table};
    rocprofiler_register_library_indentifier_t id{};
    int code = rocprofiler_register_library_api_table("hip", import, 70000, tables, 1, &id);
    int changed = 0;
    for (auto s : table.slots)
        changed += s != (void*)nothing && s != (void*)throws && s != (void*)jumps && s != (void*)many
                && s != (void*)structs && s != (void*)dims && s != (void*)floats;
    printf("registered: %d, handle %lu, %s\n", code, (unsigned long)id.handle,
           changed == 0       ? "nothing wrapped"
           : changed == KNOWN ? "all known slots wrapped"
                              : std::to_string(changed).c_str());
}

// A separate frame, so that the jump changes no variable of the caller.
__attribute__((noinline)) bool jump_once() {
    if (setjmp(jump) == 7) return true;
    slot<hipError_t (*)(void*)>(ROCPROFILER_HIP_RUNTIME_API_ID_hipFreeArray)(nullptr);
    return false;
}

void leave() {
    int caught = 0, jumped = 0;
    for (int i = 0; i < 1000; i++) {
        try {
            slot<hipError_t (*)(void*)>(ROCPROFILER_HIP_RUNTIME_API_ID_hipFree)(nullptr);
        } catch (const std::runtime_error& e) {
            caught += !strcmp(e.what(), "from the runtime");
        }
        jumped += jump_once();
    }
    printf("caught %d, jumped %d\n", caught, jumped);
}

void arguments() {
    auto p = [](uintptr_t v) { return reinterpret_cast<void*>(v); };
    int a = slot<decltype(&many)>(ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpy2D)(p(0x1001), 2, p(0x1003), 4, 5, 6,
                                                                              hipMemcpyDeviceToDevice);
    int b = slot<decltype(&structs)>(ROCPROFILER_HIP_RUNTIME_API_ID_hipMemset3D)({p(0x1001), 12, 13, 14}, -15,
                                                                                 {16, 17, 18});
    int c = slot<decltype(&dims)>(ROCPROFILER_HIP_RUNTIME_API_ID_hipLaunchKernel)(
        p(0x1001), dim3{21, 22, 23}, dim3{24, 25, 26}, (void**)p(0x1027), 28, (hipStream_t)p(0x1029));
    int d = slot<decltype(&floats)>(ROCPROFILER_HIP_RUNTIME_API_ID_hipTexRefSetMipmapLevelClamp)(
        (textureReference*)p(0x1031), 0.25f, 1.5f);
    printf("returned %d %d %d %d\n", a, b, c, d);
}
} // namespace

int main(int argc, char** argv) {
    std::string what = argc > 1 ? argv[1] : "";
    setvbuf(stdout, nullptr, _IOLBF, 0);
    if (what == "short") fill(5);
    else if (what == "long") fill(KNOWN + 64);
    else fill(KNOWN);
    announce();
    if (what == "leave") leave();
    if (what == "second") {
        fill(KNOWN);
        announce();
    }
    if (what != "short") arguments();
    return 0;
}
