// Boots the engine once: in an existing JVM of the process, or else in our own.
#include "boot/boot.h"

#include <errno.h>
#include <jni.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../../floating_point.h"
#include "../../namespace.h"
#include "boot/engine_link.h"
#include "engine/after_engine.h"
#include "engine/engine_call.h"
#include "engine/without_java.h"
#include "java/helper_thread.h"
#include "java/java_side.h"
#include "java/stacks.h"
#include "jvm/jvm.h"
#include "jvm/rpj_jvm_options.h"
#include "process/process.h"
#include "stacks/spare_stack.h"
#include "system/complain.h"
#include "system/own_threads.h"
#include "threads/thread_life.h"
#include "tools/starts.h"

// The maximum time for which a second registering thread waits for the first one's boot: the first may need the
// loader's lock that the second one holds.
enum { BOOT_WAIT_MILLIS = 10000 };

// --- an existing JVM -----------------------------------------------------------------------------------------------

static uint64_t existing_jvm(uint64_t unused, uint64_t also_unused) {
    (void)unused, (void)also_unused;
    return (uint64_t)rpj_programs_jvm();
}

static uint64_t join(uint64_t address, uint64_t unused) {
    JavaVM* vm = (JavaVM*)address;
    JNIEnv* env = rpj_side_attach(vm);
    (void)unused;
    if (env == NULL) {
        rpj_complain("cannot attach to the JVM of this program; it runs unprofiled");
        return false;
    }
    rpj_prepare_link(true);
    rpj_side_learn(vm, env, rpj_programs_libjvm());
    rpj_side_learn_attached();
    char path[RPJ_CLASS_PATH_MAX];
    rpj_class_path(path, sizeof path, rpj_library_dir());
    return rpj_start_engine(env, true, path) == 0;
}

// Joins from another thread if this thread's stack has no room for Java.
static bool join_with_room(uint64_t vm) {
    native_thread_t* thread = rpj_thread();
    uint64_t here = (uint64_t)&thread;
    if (thread == NULL) return false;
    bool own = rpj_on_own_stack(thread, here);
    if (own && here - thread->stack_low >= RPJ_MIN_STACK_BYTES) return join(vm, 0);
    return rpj_on_helper_thread(thread, join, vm, 0, false);
}

// --- our own JVM ----------------------------------------------------------------------------------------------------

static uint64_t embed(uint64_t unused, uint64_t also_unused) {
    (void)unused, (void)also_unused;
    if (!rpj_is_in_base_namespace((const void*)rpj_engine_boot)) {
        rpj_complain(
            "this copy of librocprofiler-sdk lies in a namespace of its own (dlmopen), which cannot hold a JVM; what uses it "
            "is not profiled. Open the library with dlopen");
        return false;
    }
    char class_path[RPJ_CLASS_PATH_MAX];
    rpj_class_path(class_path, sizeof class_path, rpj_library_dir());
    void* env = rpj_create_jvm(rpj_library_dir(), class_path);
    if (env == NULL) return false;
    rpj_prepare_link(false);
    return rpj_start_engine(env, false, class_path) == 0;
}

// --- booting once --------------------------------------------------------------------------------------------------

static pid_t booting_thread;

// Cancellation is disabled in a booting thread, but code it calls may end it.
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
    rpj_learn_creation();
    uint64_t vm = rpj_on_spare_stack(existing_jvm, 0, 0);
    bool up = vm ? join_with_room(vm)
                 : rpj_on_spare_stack(rpj_jvm_has_room, 0, 0) && rpj_boot_on_java_stack(rpj_thread(), embed);
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
    rpj_floating_point floating_point = rpj_floating_point_default();
    bool up = boot();
    rpj_floating_point_restore(floating_point);
    __atomic_store_n(&rpj_state, up ? RPJ_READY : RPJ_GONE, __ATOMIC_RELEASE);
    booting_here = false;
    rpj_cancel_again(cancel);
    return up;
}

// Returns the checksum of the files from which both halves of the engine were generated: Java of another build must
// not access rpj_link. Any thread, at any time; never fails.
RPJ_EXPORT uint64_t rocprofiler_java_layout(void);

uint64_t rocprofiler_java_layout(void) { return RPJ_LAYOUT; }

// Learns from the JVM; the calling thread is attached to it.
static void learn_from_program(void) {
    JavaVM* vm = (JavaVM*)existing_jvm(0, 0);
    void* env = NULL;
    if (vm == NULL || (*vm)->GetEnv(vm, &env, JNI_VERSION_10) != JNI_OK) return;
    rpj_side_learn(vm, env, rpj_programs_libjvm());
    rpj_side_learn_attached();
}

// For a Java program that registers its own tool: the engine is on its class path, and requests the link itself.
RPJ_EXPORT native_link_t* rocprofiler_java_attach(void);

native_link_t* rocprofiler_java_attach(void) {
    int expected = RPJ_NEW;
    if (rpj_forked) return NULL;
    if (!__atomic_compare_exchange_n(&rpj_state, &expected, RPJ_BOOTING, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        if (expected == RPJ_BOOTING) wait_for_boot(); // the booting copy may be the caller's
        return NULL;
    }
    rpj_start_begins();
    rpj_find_cancel_word();
    rpj_fork_hook();
    rpj_learn_creation();
    learn_from_program();
    rpj_prepare_link(true);
    rpj_exit_hook();
    __atomic_store_n(&rpj_state, RPJ_READY, __ATOMIC_RELEASE);
    rpj_start_ends();
    return &rpj_link;
}

// Checked first: even measuring the stack may use system calls that a sandbox denies.
static bool is_sandboxed(void) {
    int expected = RPJ_NEW;
    const char* call = rpj_forbidden_call();
    if (call == NULL) return false;
    if (__atomic_compare_exchange_n(&rpj_state, &expected, RPJ_GONE, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        rpj_complain(
            "no room for a Java runtime in this process: a sandbox forbids it to call %s; the program runs unprofiled",
            call);
    return true;
}

uint64_t rpj_call(uint32_t function, const uint64_t* args, uint64_t fallback) {
    if (RPJ_LIKELY(rpj_engine_ready())) return rpj_call_engine(function, args, fallback);
    if (RPJ_UNLIKELY(!rpj_in_full())) rpj_notice_fork();
    if (rpj_engine_over()) return rpj_after_engine(function, args, fallback);
    if (__atomic_load_n(&rpj_state, __ATOMIC_RELAXED) == RPJ_NEW && is_sandboxed())
        return rpj_after_engine(function, args, fallback);
    const native_thread_t* thread = rpj_thread();
    if (thread == NULL || thread->inside || rpj_in_allocators_handler() || rpj_cancel_interrupted()) return fallback;
    rpj_start_begins();
    bool up = rpj_engine_boot();
    uint64_t answer = up ? rpj_call_engine(function, args, fallback) : rpj_after_engine(function, args, fallback);
    rpj_start_ends();
    return answer;
}
