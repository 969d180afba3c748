// Boots the engine once: in the JVM that is already in the process, or else in one of our own.
#include <dlfcn.h>
#include <errno.h>
#include <jni.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../environment.h"
#include "../namespace.h"
#include "../standard_error.h"
#include "java_side.h"
#include "kept.h"
#include "rpj.h"
#include "rpj_jvm_options.h"
#include "rpj_ompt.h"
#include "seal.h"

native_link_t rpj_link;

// Nothing else is in its cache lines, which threads that trace take from each other.
static union {
    uint64_t latest;
    char alone[128];
} correlation __attribute__((aligned(128)));

// Written by the engine, and by records.c without it.
static native_stream_t streams[RPJ_STREAM_ENTRIES];

int rpj_state = RPJ_NEW;
bool rpj_ended;

// A second registering thread waits at most this long for the first one's boot: the first may need the loader's lock
// that the second one holds.
enum { BOOT_WAIT_MILLIS = 10000 };

typedef jint (*created_vms)(JavaVM**, jsize, jsize*);

void rpj_complain(const char* format, ...) {
    char line[1024] = "rocprofiler: ";
    size_t used = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + used, sizeof line - used - 1, format, arguments);
    va_end(arguments);
    used = strlen(line);
    line[used++] = '\n';
    rpj_say(line, used);
}

static const char* library_dir(void) {
    static char directory[4096];
    Dl_info info;
    if (!directory[0] && dladdr((void*)rpj_engine_boot, &info) && info.dli_fname) {
        char* real = realpath(info.dli_fname, NULL);
        char* slash = real ? strrchr(real, '/') : NULL;
        if (slash && (size_t)(slash - real) < sizeof directory) {
            *slash = 0;
            strcpy(directory, real);
        }
        free(real);
    }
    return directory;
}

static uint64_t boottime_offset(void) {
    // The smallest of a few differences: the pair of reads that was interrupted least.
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < 5; i++) {
        struct timespec mono, boot;
        clock_gettime(CLOCK_MONOTONIC, &mono);
        clock_gettime(CLOCK_BOOTTIME, &boot);
        uint64_t difference =
            (uint64_t)((boot.tv_sec - mono.tv_sec) * 1000000000ll + boot.tv_nsec - mono.tv_nsec);
        if (difference < best) best = difference;
    }
    return best;
}

static void prepare_link(bool joined) {
    rpj_link.slots = rpj_slots;
    rpj_link.thunks = (void*)rpj_thunks;
    rpj_link.correlation = &correlation.latest;
    rpj_link.threads = &rpj_threads;
    rpj_link.discover = (void*)rpj_discover;
    rpj_link.finalize_client = (void*)rpj_finalize_client;
    rpj_link.disable = (void*)rpj_go_on_without_java;
    rpj_link.thread = (void*)rpj_thread;
    rpj_link.readable = (void*)rpj_readable;
    rpj_link.invoke_many = (void*)rpj_guarded_invoke_many;
    rpj_link.safe_read = (void*)rpj_safe_read;
    rpj_link.safe_read_string = (void*)rpj_safe_read_string;
    rpj_link.environment = (void*)rpj_environment;
    rpj_link.force_load = (void*)rpj_force_load;
    rpj_link.end = (void*)rpj_engine_end;
    rpj_link.seal = (void*)rpj_seal;
    rpj_link.library_dir = (void*)library_dir();
    rpj_link.boottime_offset = boottime_offset();
    rpj_link.joined = joined;
    rpj_link.enter_native = (void*)rpj_enter;
    rpj_link.enter_callbacks = (void*)rpj_enter_callbacks;
    rpj_link.exit_callbacks = (void*)rpj_exit_callbacks;
    rpj_link.enter_records = (void*)rpj_enter_records;
    rpj_link.exit_records = (void*)rpj_exit_records;
    rpj_link.exit_delivered = (void*)rpj_exit_delivered;
    rpj_link.enter_mark = (void*)rpj_enter_mark;
    rpj_link.enter_push = (void*)rpj_enter_push;
    rpj_link.exit_push = (void*)rpj_exit_push;
    rpj_link.enter_pop = (void*)rpj_enter_pop;
    rpj_link.exit_pop = (void*)rpj_exit_pop;
    rpj_link.enter_start = (void*)rpj_enter_start;
    rpj_link.exit_start = (void*)rpj_exit_start;
    rpj_link.enter_stop = (void*)rpj_enter_stop;
    rpj_link.exit_native = (void*)rpj_exit;
    rpj_link.externals = (void*)rpj_externals;
    rpj_link.thread_of = (void*)rpj_thread_of;
    rpj_link.collect_object = (void*)rpj_collect_object;
    rpj_link.collect_symbol = (void*)rpj_collect_symbol;
    rpj_link.collect = (void*)rpj_collect;
    rpj_link.kfd_version = (void*)rpj_kfd_version;
    rpj_link.kfd_start = (void*)rpj_kfd_start;
    rpj_link.kfd_next = (void*)rpj_kfd_next;
    rpj_link.kfd_stop = (void*)rpj_kfd_stop;
    rpj_link.ompt = &rpj_ompt;
    rpj_link.gpu = &rpj_gpu;
    rpj_link.streams = streams;
    rpj_link.keep = (void*)rpj_keep;
    rpj_link.keep_refill = (void*)rpj_keep_refill;
}

// --- the JVM that is already there ---------------------------------------------------------------------------------

static int find_libjvm(struct dl_phdr_info* info, size_t size, void* path) {
    (void)size;
    const char* base = info->dlpi_name ? strrchr(info->dlpi_name, '/') : NULL;
    if (!base || strcmp(base, "/libjvm.so") != 0) return 0;
    snprintf(path, 4096, "%s", info->dlpi_name);
    return 1;
}

static void* program_libjvm;

// A JavaVM*, NULL when there is none.
static uint64_t existing_jvm(uint64_t unused, uint64_t also_unused) {
    (void)unused, (void)also_unused;
    char path[4096];
    if (!dl_iterate_phdr(find_libjvm, path)) return 0;
    program_libjvm = dlopen(path, RTLD_NOLOAD | RTLD_LAZY);
    created_vms get = program_libjvm ? (created_vms)dlsym(program_libjvm, "JNI_GetCreatedJavaVMs") : NULL;
    JavaVM* vm = NULL;
    jsize count = 0;
    if (!get || get(&vm, 1, &count) != JNI_OK || count < 1) return 0;
    return (uint64_t)vm;
}

static uint64_t join(uint64_t address, uint64_t unused) {
    JavaVM* vm = (JavaVM*)address;
    JNIEnv* env = rpj_side_attach(vm);
    (void)unused;
    if (!env) {
        rpj_complain("cannot attach to the JVM of this program; it runs unprofiled");
        return false;
    }
    prepare_link(true);
    rpj_side_learn(vm, env, program_libjvm);
    char path[RPJ_CLASS_PATH_MAX];
    rpj_class_path(path, sizeof path, library_dir());
    return rpj_start_engine(env, true, path) == 0;
}

// Where the thread's stack has no room for Java, another one joins.
static bool join_with_room(uint64_t vm) {
    native_thread_t* thread = rpj_thread();
    uint64_t here = (uint64_t)&thread;
    if (!thread) return false;
    bool own = rpj_on_own_stack(thread, here);
    if (own && here - thread->stack_low >= RPJ_MIN_STACK_BYTES) return join(vm, 0);
    return rpj_on_helper_thread(thread, join, vm, 0, false);
}

// --- a JVM of our own ----------------------------------------------------------------------------------------------

static uint64_t embed(uint64_t unused, uint64_t also_unused) {
    (void)unused, (void)also_unused;
    if (!rpj_is_in_base_namespace((const void*)rpj_engine_boot)) {
        rpj_complain("this copy of librocprofiler-sdk lies in a namespace of its own (dlmopen), which cannot hold a JVM; what uses it "
                     "is not profiled. Open the library with dlopen");
        return false;
    }
    char class_path[RPJ_CLASS_PATH_MAX];
    rpj_class_path(class_path, sizeof class_path, library_dir());
    void* env = rpj_create_jvm(library_dir(), class_path);
    if (!env) return false;
    prepare_link(false);
    return rpj_start_engine(env, false, class_path) == 0;
}

// --- once ----------------------------------------------------------------------------------------------------------

void rpj_engine_end(void) {
    rpj_ended = true;
    __atomic_store_n(&rpj_state, RPJ_GONE, __ATOMIC_RELEASE);
    rpj_go_on_without_java();
}

static pid_t booting_thread;

// A thread that boots cannot be cancelled, but what it calls may end it.
static bool boots_still(void) {
    pid_t thread = __atomic_load_n(&booting_thread, __ATOMIC_ACQUIRE);
    bool gone = thread && syscall(SYS_tgkill, getpid(), thread, 0) != 0 && errno == ESRCH;
    return !gone && __atomic_load_n(&rpj_state, __ATOMIC_ACQUIRE) == RPJ_BOOTING;
}

static bool wait_for_boot(void) {
    struct timespec millisecond = {0, 1000000};
    int saved = errno;
    rpj_cancellation cancel = rpj_cancel_off();
    for (int i = 0; i < BOOT_WAIT_MILLIS && boots_still(); i++) nanosleep(&millisecond, NULL);
    errno = saved;
    rpj_cancel_again(cancel);
    return rpj_engine_ready();
}

static bool boot(void) {
    rpj_fork_hook();
    uint64_t vm = rpj_on_spare_stack(existing_jvm, 0, 0);
    bool up = vm ? join_with_room(vm) : rpj_boot_on_java_stack(embed);
    if (up) rpj_exit_hook();
    return up;
}

bool rpj_engine_boot(void) {
    static __thread bool booting_here __attribute__((tls_model("initial-exec")));
    int expected = RPJ_NEW;
    if (rpj_forked) return false;
    rpj_cancellation cancel = rpj_cancel_off();
    if (!__atomic_compare_exchange_n(&rpj_state, &expected, RPJ_BOOTING, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        rpj_cancel_again(cancel);
        if (expected != RPJ_BOOTING) return expected == RPJ_READY;
        return booting_here ? false : wait_for_boot();
    }
    booting_here = true;
    rpj_find_cancel_word();
    __atomic_store_n(&booting_thread, (pid_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
    bool up = boot();
    __atomic_store_n(&rpj_state, up ? RPJ_READY : RPJ_GONE, __ATOMIC_RELEASE);
    booting_here = false;
    rpj_cancel_again(cancel);
    return up;
}

// The number of what both halves of the engine were generated from: Java of another build must not touch rpj_link.
// Any thread, at any time; never fails.
RPJ_EXPORT uint64_t rocprofiler_java_layout(void);

uint64_t rocprofiler_java_layout(void) { return RPJ_LAYOUT; }

// The calling thread is one of the JVM's.
static void learn_from_program(void) {
    JavaVM* vm = (JavaVM*)existing_jvm(0, 0);
    void* env = NULL;
    if (vm && (*vm)->GetEnv(vm, &env, JNI_VERSION_10) == JNI_OK) rpj_side_learn(vm, env, program_libjvm);
}

// A Java program that registers a tool of its own: the engine is on its class path, and asks for the link itself.
RPJ_EXPORT native_link_t* rocprofiler_java_attach(void);

native_link_t* rocprofiler_java_attach(void) {
    int expected = RPJ_NEW;
    if (rpj_forked) return NULL;
    if (!__atomic_compare_exchange_n(&rpj_state, &expected, RPJ_BOOTING, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        if (expected == RPJ_BOOTING) wait_for_boot();  // it may be the caller's own copy that boots
        return NULL;
    }
    rpj_fork_hook();
    learn_from_program();
    prepare_link(true);
    rpj_exit_hook();
    __atomic_store_n(&rpj_state, RPJ_READY, __ATOMIC_RELEASE);
    return &rpj_link;
}

static uint64_t call_here(native_thread_t* thread, uint64_t function, uint64_t args, uint64_t fallback) {
    rpj_visit visit;
    if (!rpj_visit_begin(thread, &visit, rpj_handler_here(thread))) return fallback;
    uint64_t result = rpj_java(thread, rpj_link.call, function, args);
    rpj_visit_end(thread, &visit);
    return result;
}

// On another thread, which acts for the caller (helper_thread.c) and has its block.
static uint64_t call_there(uint64_t function, uint64_t args) { return call_here(rpj_current, function, args, 0); }

// Before anything else: even to look at the stack may take what a sandbox forbids.
static bool is_sandboxed(void) {
    int expected = RPJ_NEW;
    const char* call = rpj_forbidden_call();
    if (!call) return false;
    if (__atomic_compare_exchange_n(&rpj_state, &expected, RPJ_GONE, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        rpj_complain("no room for a Java runtime in this process: a sandbox forbids it to call %s; the program runs unprofiled", call);
    return true;
}

uint64_t rpj_call(uint32_t function, const uint64_t* args, uint64_t fallback) {
    if (RPJ_UNLIKELY(!rpj_has_java())) rpj_notice_fork();
    if (rpj_engine_over()) return rpj_after_engine(function, args, fallback);
    if (RPJ_UNLIKELY(__atomic_load_n(&rpj_state, __ATOMIC_RELAXED) == RPJ_NEW) && is_sandboxed())
        return rpj_after_engine(function, args, fallback);
    native_thread_t* thread = rpj_thread();
    if (!thread || thread->inside) return fallback;
    if (!rpj_engine_ready() && (rpj_in_allocators_handler() || rpj_cancel_interrupted())) return fallback;
    if (!rpj_engine_ready() && !rpj_engine_boot()) return rpj_after_engine(function, args, fallback);
    if (!rpj_link.call) return fallback;
    if (RPJ_LIKELY(rpj_java_admits(thread, (uint64_t)&thread))) return call_here(thread, function, (uint64_t)args, fallback);
    return rpj_on_helper_thread(thread, call_there, function, (uint64_t)args, fallback);
}
