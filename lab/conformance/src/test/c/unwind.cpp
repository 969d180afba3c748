// unwind leave: exceptions, jumps and pthread_exit from the program's callbacks that a runtime calls inside its
// functions: HSA's own on the software GPU, and those of this program's HIP runtime, which calls them directly.
// unwind walk: how much deeper a stack is inside a traced call, and whether it still ends in main, for each
// unwinder; 0 for an untraced call.
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <unwind.h>

#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk/hip/runtime_api_id.h>

extern "C" int main(int argc, char** argv);

namespace {
enum { ROUNDS = 1000, SLOTS = ROCPROFILER_HIP_RUNTIME_API_ID_LAST };

struct Table {
    uint64_t size;
    void* slots[SLOTS];
} table;

// --- the runtime ---------------------------------------------------------------------------------------------------

hipError_t launch_host_function(hipStream_t, hipHostFn_t function, void* data) {
    function(data);
    return hipSuccess;
}

hipError_t add_callback(hipStream_t stream, hipStreamCallback_t callback, void* data, unsigned) {
    callback(stream, hipSuccess, data);
    return hipSuccess;
}

hipError_t nothing() { return hipSuccess; }

uint32_t import() { return 1; }

void announce() {
    table.size = sizeof table;
    for (auto& slot : table.slots) slot = reinterpret_cast<void*>(nothing);
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipLaunchHostFunc] = reinterpret_cast<void*>(launch_host_function);
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipStreamAddCallback] = reinterpret_cast<void*>(add_callback);
    void* tables[] = {&table};
    rocprofiler_register_library_indentifier_t id{};
    rocprofiler_register_library_api_table("hip", import, 70000, tables, 1, &id);
}

hipError_t hip_launch(hipHostFn_t function, void* data) {
    auto slot = table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipLaunchHostFunc];
    return reinterpret_cast<decltype(&launch_host_function)>(slot)(nullptr, function, data);
}

hipError_t hip_add(hipStreamCallback_t callback, void* data) {
    auto slot = table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipStreamAddCallback];
    return reinterpret_cast<decltype(&add_callback)>(slot)(nullptr, callback, data, 0);
}

// --- leaving -------------------------------------------------------------------------------------------------------

int destroyed;

struct Witness {
    ~Witness() { destroyed++; }
};

enum Way { RETURN, THROW, JUMP, END_THREAD };

struct Leaving {
    Way way;
    jmp_buf back;
};

void leave(Leaving& how) {
    if (how.way == THROW) throw std::runtime_error("from a callback");
    if (how.way == JUMP) longjmp(how.back, 7);
    if (how.way == END_THREAD) pthread_exit(nullptr);
}

// A jump runs no destructors, so it must not leave objects to destroy.
void with_witness(Leaving& how) {
    if (how.way == JUMP) leave(how);
    Witness witness;
    leave(how);
}

hsa_status_t on_agent(hsa_agent_t, void* how) {
    with_witness(*static_cast<Leaving*>(how));
    return HSA_STATUS_INFO_BREAK;
}

void on_host(void* how) { with_witness(*static_cast<Leaving*>(how)); }

void on_stream(hipStream_t, hipError_t, void* how) { with_witness(*static_cast<Leaving*>(how)); }

// Two traced calls deep.
void on_outer(void* how) { hip_add(on_stream, how); }

void call(int route, Leaving& how) {
    switch (route) {
        case 0: hsa_iterate_agents(on_agent, &how); break;
        case 1: hip_launch(on_host, &how); break;
        case 2: hip_add(on_stream, &how); break;
        default: hip_launch(on_outer, &how);
    }
}

__attribute__((noinline)) bool jump_once(int route) {
    Leaving how{JUMP, {}};
    if (setjmp(how.back) == 7) return true;
    call(route, how);
    return false;
}

bool throw_once(int route) {
    Leaving how{THROW, {}};
    try {
        call(route, how);
    } catch (const std::runtime_error& error) {
        return !strcmp(error.what(), "from a callback") && !std::uncaught_exceptions();
    }
    return false;
}

void end_thread(int route) {
    std::thread([route] {
        Leaving how{END_THREAD, {}};
        call(route, how);
        printf("the thread goes on\n");
    }).join();
}

void leave_all(int route, const char* name) {
    int caught = 0, jumped = 0, ended = 0;
    destroyed = 0;
    for (int i = 0; i < ROUNDS; i++) {
        caught += throw_once(route);
        jumped += jump_once(route);
        Leaving back{RETURN, {}};
        call(route, back);
    }
    printf("%s: caught %d, jumped %d, destroyed %d, ", name, caught, jumped, destroyed);
    destroyed = 0;
    for (; ended < 10; ended++) end_thread(route);
    printf("threads ended %d, destroyed %d\n", ended, destroyed);
}

// --- walking -------------------------------------------------------------------------------------------------------

struct Walk {
    int frames;
    bool reached_main;
};

void see(Walk& walk, void* address) {
    Dl_info info;
    walk.frames++;
    if (dladdr(address, &info) && info.dli_saddr == reinterpret_cast<void*>(&main)) walk.reached_main = true;
}

_Unwind_Reason_Code on_frame(_Unwind_Context* context, void* walk) {
    see(*static_cast<Walk*>(walk), reinterpret_cast<void*>(_Unwind_GetIP(context)));
    return _URC_NO_REASON;
}

void with_unwind(void* walk) { _Unwind_Backtrace(on_frame, walk); }

void with_backtrace(void* walk) {
    void* addresses[256];
    int count = backtrace(addresses, 256);
    for (int i = 0; i < count; i++) see(*static_cast<Walk*>(walk), addresses[i]);
}

// Uses libunwind without its headers: a context and a cursor larger than those of any version.
void with_libunwind(void* walk) {
    static void* library = dlopen("libunwind.so.8", RTLD_NOW);
    static auto get_context = reinterpret_cast<int (*)(void*)>(dlsym(library, "_Ux86_64_getcontext"));
    static auto begin = reinterpret_cast<int (*)(void*, void*)>(dlsym(library, "_ULx86_64_init_local"));
    static auto step = reinterpret_cast<int (*)(void*)>(dlsym(library, "_ULx86_64_step"));
    static auto get_register = reinterpret_cast<int (*)(void*, int, uint64_t*)>(dlsym(library, "_ULx86_64_get_reg"));
    alignas(16) char context[4096], cursor[8192];
    const int instruction_pointer = 16;
    if (get_context(context) || begin(cursor, context)) return;
    do {
        uint64_t address = 0;
        get_register(cursor, instruction_pointer, &address);
        see(*static_cast<Walk*>(walk), reinterpret_cast<void*>(address));
    } while (step(cursor) > 0);
}

__attribute__((noinline)) Walk walk_from(hipError_t (*launch)(hipStream_t, hipHostFn_t, void*), hipHostFn_t how) {
    Walk walk{0, false};
    launch(nullptr, how, &walk);
    return walk;
}

void walk(const char* name, hipHostFn_t how) {
    walk_from(launch_host_function, how); // does one-time initialisation first
    auto slot = table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipLaunchHostFunc];
    Walk untraced = walk_from(launch_host_function, how);
    Walk traced = walk_from(reinterpret_cast<decltype(&launch_host_function)>(slot), how);
    printf("%s: %s, %d frames more\n", name, untraced.reached_main && traced.reached_main ? "main" : "not main",
           traced.frames - untraced.frames);
}

// A debugger's breakpoint.
extern "C" __attribute__((noinline)) void at_the_bottom(void*) { __asm__ volatile(""); }

void walk_all() {
    walk("_Unwind_Backtrace", with_unwind);
    walk("backtrace", with_backtrace);
    if (dlopen("libunwind.so.8", RTLD_NOW)) walk("libunwind", with_libunwind);
    else printf("no libunwind\n");
    hip_launch(at_the_bottom, nullptr);
}
} // namespace

extern "C" int main(int argc, char** argv) {
    if (argc != 2) return 2;
    announce();
    if (!strcmp(argv[1], "walk")) {
        walk_all();
        return 0;
    }
    hsa_init();
    leave_all(0, "hsa_iterate_agents");
    leave_all(1, "hipLaunchHostFunc");
    leave_all(2, "hipStreamAddCallback");
    leave_all(3, "both");
    hsa_shut_down();
    return 0;
}
