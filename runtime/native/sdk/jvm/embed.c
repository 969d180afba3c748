// Our own JVM, inside a program that did not ask for one.
//
// A JVM that cannot start prints to stdout and ends the process. Three hooks of the invocation API protect the
// program: the JVM's messages are collected for our one line, and where it would abort or exit on the creating
// thread, that thread leaves the creation (creation.c).
#include <dlfcn.h>
#include <jni.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../environment.h"
#include "java/java_side.h"
#include "java/signals.h"
#include "java/stacks.h"
#include "jvm/jvm.h"
#include "jvm/rpj_jvm_options.h"
#include "process/last_thread.h"
#include "process/sandbox_watch.h"
#include "signals/signal_routes.h"
#include "stacks/rescue.h"
#include "system/complain.h"
#include "tools/starts.h"

extern char** environ;

static char jvm_said[512];

// Only users who passed options to the JVM see its output while it runs; all other programs have no foreign output.
static void on_text(const char* format, va_list arguments) {
    size_t used = strlen(jvm_said);
    bool creating = rpj_jvm_in_creation();
    if (creating && used < sizeof jvm_said - 1) vsnprintf(jvm_said + used, sizeof jvm_said - used, format, arguments);
    if (!creating && rpj_environment(RPJ_JAVA_OPTIONS) != NULL) vdprintf(STDERR_FILENO, format, arguments);
}

static jint JNICALL on_message(FILE* file, const char* format, va_list arguments) {
    (void)file;
    on_text(format, arguments);
    return 1;
}

static void JNICALL on_abort(void) {
    rpj_leave_creation();
    rpj_jvm_gave_up();
}

static void JNICALL on_exit_of_jvm(jint code) {
    (void)code;
    rpj_leave_creation();
}

// Variables that a JVM reads itself: they are meant for the user's Java programs, and it announces them on stderr.
// They are hidden in place while ours starts: nothing is allocated and other threads' getenv stays valid. The
// signal's variable is obeyed, but not in a program with more privileges than its parent.
enum { SUSPEND_SIGNAL = 3, HIDDEN };
static const char* const user_options[HIDDEN] = {
    "JAVA_TOOL_OPTIONS=", "_JAVA_OPTIONS=", "JDK_AOT_VM_OPTIONS=", "_JAVA_SR_SIGNUM="};

static void hide(char* hidden[], const char* name, size_t i) {
    hidden[i] = NULL;
    for (char** entry = environ; entry != NULL && *entry != NULL; entry++) {
        if (strncmp(*entry, name, strlen(name)) != 0) continue;
        hidden[i] = *entry;
        (*entry)[0] = '~';
        return;
    }
}

static void* fail(const char* where, const char* why) {
    for (char* c = jvm_said; *c; c++)
        if (*c == '\n') *c = ' ';
    if (rpj_jvm_has_given_up()) return NULL; // already reported
    rpj_complain("no usable Java runtime at %s (%s%s%s); the program runs unprofiled. Reinstall rocprofiler, or set "
                 "ROCPROFILER_JAVA_HOME to a JDK 25 or newer",
                 where, why, *jvm_said ? ": " : "", jvm_said);
    return NULL;
}

typedef struct {
    jint (*create)(JavaVM**, void**, void*); // JNI_CreateJavaVM
    JavaVMInitArgs* arguments;
    JNIEnv* env;
} creation;

static bool create_vm(void* address) {
    creation* c = address;
    JavaVM* vm = NULL;
    return c->create(&vm, (void**)&c->env, c->arguments) == JNI_OK;
}

static JNIEnv* create(creation* c) {
    char* hidden[HIDDEN] = {NULL};
    bool named = rpj_environment("_JAVA_SR_SIGNUM") != NULL;
    for (size_t i = 0; i < (named ? SUSPEND_SIGNAL : HIDDEN); i++) hide(hidden, user_options[i], i);
    setenv("_JAVA_SR_SIGNUM", RPJ_JVM_SUSPEND_SIGNAL, 0); // not SIGUSR2: that one is the program's
    bool created = rpj_create_leavable(create_vm, c);
    if (!named) unsetenv("_JAVA_SR_SIGNUM");
    for (size_t i = 0; i < HIDDEN; i++)
        if (hidden[i] != NULL) hidden[i][0] = user_options[i][0];
    return created ? c->env : NULL;
}

static int suspend_signal(void) {
    const char* chosen = rpj_environment("_JAVA_SR_SIGNUM");
    return atoi(chosen != NULL ? chosen : RPJ_JVM_SUSPEND_SIGNAL);
}

// A JVM opens this library when it first inflates a class, and ends where it does not find it: by then the program may
// have another root.
static void open_inflater(void* libjvm) {
    void* (*open_it)(void) = (void* (*)(void))dlsym(libjvm, "JVM_LoadZipLibrary");
    if (open_it != NULL) open_it();
}

static void use(JNIEnv* env, void* libjvm) {
    JavaVM* vm = NULL;
    open_inflater(libjvm);
    if ((*env)->GetJavaVM(env, &vm) != JNI_OK) return;
    rpj_stacks_use(vm);
    rpj_side_learn(vm, env, libjvm);
}

static bool tight;

uint64_t rpj_jvm_has_room(uint64_t unused, uint64_t also_unused) {
    const char* missing = rpj_room_for_jvm(&tight);
    (void)unused, (void)also_unused;
    if (missing != NULL)
        rpj_complain("no room for a Java runtime in this process: %s; the program runs unprofiled", missing);
    return missing == NULL;
}

typedef char option_text[RPJ_CLASS_PATH_MAX + 64];

void* rpj_create_jvm(const char* library_dir, const char* class_path) {
    char home[4096], library[4200];
    const char* chosen = rpj_environment("ROCPROFILER_JAVA_HOME");
    bool own = chosen == NULL || !*chosen;
    snprintf(home, sizeof home, "%s%s", own ? library_dir : chosen, own ? "/runtime" : "");

    snprintf(library, sizeof library, "%s/lib/server/libjvm.so", home);
    void* libjvm = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    if (libjvm == NULL) return fail(home, dlerror());
    creation c = {.create = (jint(*)(JavaVM**, void**, void*))dlsym(libjvm, "JNI_CreateJavaVM")};
    if (c.create == NULL) return fail(home, "its libjvm.so has no JNI_CreateJavaVM");
    if (!rpj_free_lookups(libjvm)) return fail(home, "its libjvm.so is not HotSpot's");
    rpj_jvm_says_to(libjvm, on_text);
    rpj_side_effects_before_jvm(libjvm);

    JavaVMOption options[RPJ_MAX_OPTIONS] = {{(char*)"vfprintf", (void*)on_message},
                                             {(char*)"abort", (void*)on_abort},
                                             {(char*)"exit", (void*)on_exit_of_jvm}};
    // Not in the library's own data, for which a program with a limit would need room even without a JVM.
    option_text* texts =
        mmap(NULL, RPJ_MAX_OPTIONS * sizeof *texts, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (texts == MAP_FAILED) return fail(home, "there is no memory for its options");
    int count = rpj_jvm_options(texts, home, class_path, own, tight);
    for (int i = 0; i < count; i++) options[3 + i].optionString = texts[i];
    JavaVMInitArgs arguments = {JNI_VERSION_10, 3 + count, options, JNI_FALSE};
    rpj_route_signals(library_dir); // by a library that holds a lock during forks
    rpj_forks_wait_first();
    rpj_signals_before_jvm(libjvm);
    uint64_t mask = rpj_hold_mask();
    rpj_tame_jvm(libjvm, suspend_signal());
    rpj_small_pages_for_jvm(libjvm);
    c.arguments = &arguments;
    JNIEnv* env = create(&c);
    rpj_side_effects_after_jvm();
    rpj_signals_after_jvm(env);
    rpj_side_made(mask);
    if (env == NULL) return fail(home, "it did not start");
    use(env, libjvm);
    rpj_end_with_program();
    rpj_watch_sandboxes();
    return env;
}
