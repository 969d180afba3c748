// See java_side.h. HotSpot describes its own structs for debuggers (gHotSpotVMStructs), including the field of a
// thread that says whether it runs native code, Java or the JVM's own. A thread's JNIEnv is a part of that struct;
// its offset follows from java.lang.Thread's field for the struct.
#include "java/java_side.h"

#include <dlfcn.h>
#include <jni.h>
#include <signal.h>
#include <string.h>

#include "../../floating_point.h"
#include "base/engine.h"
#include "java/signals.h"
#include "signals/signal_mask.h"
#include "signals/stray_signals.h"
#include "system/own_threads.h"
#include "system/quiet.h"
#include "system/thread_data.h"

__thread rpj_side_t rpj_side;
int32_t rpj_in_native = 4;

static JavaVM* machine;
static ptrdiff_t env_offset, state_offset; // in the JVM's struct for a thread
static ptrdiff_t frame_offset;             // likewise: its last Java frame while it is out of Java; 0 if unknown
static bool states_known;

// --- masks ---------------------------------------------------------------------------------------------------------

// Sets the mask of blocked signals from now on.
static void restore_mask(uint64_t mask) {
    rpj_change_mask(SIG_SETMASK, mask);
    rpj_side.faults_blocked = mask & rpj_fault_signals();
    if (rpj_side.faults_blocked) rpj_give_sent(mask);
}

uint64_t rpj_hold_mask(void) {
    uint64_t mask = rpj_signal_mask();
    rpj_hold_sent(mask);
    return mask;
}

void rpj_unblock_faults(rpj_visit* visit) {
    visit->mask = rpj_hold_mask();
    rpj_change_mask(SIG_UNBLOCK, rpj_fault_signals());
}

void rpj_block_again(const rpj_visit* visit) { restore_mask(visit->mask); }

// --- who may enter -------------------------------------------------------------------------------------------------

// The first words of these structs, by which the JVM tells its sorts of threads apart, for those that run Java: most
// are of one sort, but the one in which agents are attached is not, nor are compilers, which run none.
enum { MOST_SORTS = 8 };

static const void* java_sorts[MOST_SORTS];

// Two threads that learn at once may use a place each, or the same.
static bool is_java_sort(const void* sort) {
    for (int i = 0; i < MOST_SORTS; i++)
        if (__atomic_load_n(&java_sorts[i], __ATOMIC_RELAXED) == sort) return true;
    return false;
}

static void learn_sort(const void* sort) {
    for (int i = 0; i < MOST_SORTS && !is_java_sort(sort); i++) {
        const void* none = NULL;
        __atomic_compare_exchange_n(&java_sorts[i], &none, sort, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
}

// Whether the thread may run Java: its sort does, it has been attached, or Java has called out of it just now.
static bool runs_java(const char* thread) {
    const void* sort = *(const void* const*)thread;
    if (is_java_sort(sort)) return true;
    bool called = frame_offset && *(const void* const*)(thread + frame_offset) != NULL;
    if (called || rpj_side.attached) learn_sort(sort);
    return called || rpj_side.attached;
}

static bool outside(JNIEnv* env) {
    if (!states_known) {
        rpj_side.state = &rpj_in_native;
        return true;
    }
    const char* thread = (const char*)env - env_offset;
    if (!runs_java(thread)) return false;
    rpj_side.state = (const int32_t*)(thread + state_offset);
    return __atomic_load_n(rpj_side.state, __ATOMIC_RELAXED) == rpj_in_native;
}

// Blocks signals meanwhile, because the JVM changes the mask of a thread that it attaches.
void* rpj_side_attach(void* vm) {
    JNIEnv* env = NULL;
    JavaVM* to = vm;
    if ((*to)->GetEnv(to, (void**)&env, JNI_VERSION_10) == JNI_OK) return env;
    uint64_t before = rpj_hold_mask();
    rpj_change_mask(SIG_SETMASK, ~0ull);
    jint result = (*to)->AttachCurrentThreadAsDaemon(to, (void**)&env, NULL);
    rpj_side_made(before);
    rpj_side.attached = result == JNI_OK;
    return result == JNI_OK ? env : NULL;
}

void rpj_side_made(uint64_t before) {
    restore_mask(before);
    rpj_side.attached = true;
}

static bool attach(void) {
    // The thread may have been interrupted anywhere, even in malloc, which a JVM calls for each thread that
    // it attaches.
    if (rpj_in_signal_handler()) return false;
    JNIEnv* env = rpj_side_attach(machine);
    rpj_side.refused = env == NULL; // a thread of the JVM's own
    return env != NULL && outside(env);
}

static bool ask_jvm(void) {
    JNIEnv* env = NULL;
    if (rpj_side.refused) return false;
    if (machine == NULL) return outside(NULL);
    if ((*machine)->GetEnv(machine, (void**)&env, JNI_VERSION_10) != JNI_OK) return attach();
    rpj_side.faults_blocked = rpj_signal_mask() & rpj_fault_signals();
    return outside(env);
}

// A thread checks at each of its first visits, then at every 256th: programs install their signal handlers early.
enum { OFTEN = 32 };

bool rpj_side_ask(native_thread_t* thread) {
    int* error = thread->errno_address;
    int saved = *error;
    uint32_t inside = thread->inside;
    rpj_cancellation cancel = rpj_cancel_off();
    rpj_floating_point floating_point = rpj_floating_point_default();
    rpj_set_inside(thread, 1);
    rpj_signals_look_again();
    rpj_side.visits = rpj_side.asked < OFTEN && ++rpj_side.asked ? UINT8_MAX : 0;
    bool admitted = ask_jvm();
    rpj_set_inside(thread, inside);
    rpj_floating_point_restore(floating_point);
    rpj_cancel_again(cancel);
    *error = saved;
    return admitted;
}

bool rpj_side_is_javas(void) {
    JNIEnv* env = NULL;
    if (!rpj_link.joined || rpj_side.attached || machine == NULL) return false;
    return (*machine)->GetEnv(machine, (void**)&env, JNI_VERSION_10) == JNI_OK;
}

bool rpj_side_detach(void* vm) {
    uint64_t before = rpj_hold_mask();
    rpj_change_mask(SIG_SETMASK, ~rpj_fault_signals());
    rpj_floating_point floating_point = rpj_floating_point_default();
    bool done = (*(JavaVM*)vm)->DetachCurrentThread(vm) == JNI_OK;
    rpj_floating_point_restore(floating_point);
    restore_mask(before);
    rpj_side = (rpj_side_t){0};
    return done;
}

void rpj_side_forget(native_thread_t* thread) {
    if (!rpj_side.attached || machine == NULL || rpj_engine_over() || rpj_is_quiet()) return;
    rpj_set_inside(thread, 1);
    rpj_side_detach(machine);
    rpj_set_inside(thread, 0);
}

void rpj_end_thread(void) { pthread_exit(PTHREAD_CANCELED); }

// --- the JVM's thread states ---------------------------------------------------------------------------------------

// Reads a table of the JVM's description of itself: rows of `stride` bytes up to one without a name.
static uint64_t number(void* libjvm, const char* name) {
    const uint64_t* value = dlsym(libjvm, name);
    return value != NULL ? *value : 0;
}

static const char* text_at(const char* row, uint64_t offset) { return *(const char* const*)(row + offset); }

// Adds the offset of a field of one of the JVM's structs.
static bool add_offset(void* libjvm, const char* of, const char* name, ptrdiff_t* offset) {
    const char* row = (const char*)number(libjvm, "gHotSpotVMStructs");
    uint64_t type = number(libjvm, "gHotSpotVMStructEntryTypeNameOffset"),
             field = number(libjvm, "gHotSpotVMStructEntryFieldNameOffset");
    uint64_t value = number(libjvm, "gHotSpotVMStructEntryOffsetOffset"),
             stride = number(libjvm, "gHotSpotVMStructEntryArrayStride");
    for (; row != NULL && stride && text_at(row, type) != NULL; row += stride) {
        if (strcmp(text_at(row, type), of) != 0 || strcmp(text_at(row, field), name) != 0) continue;
        *offset += (ptrdiff_t) * (const uint64_t*)(row + value);
        return true;
    }
    return false;
}

static bool find_state_offset(void* libjvm) {
    state_offset = 0;
    return add_offset(libjvm, "JavaThread", "_thread_state", &state_offset);
}

static void find_frame_offset(void* libjvm) {
    ptrdiff_t offset = 0;
    if (add_offset(libjvm, "JavaThread", "_anchor", &offset)
        && add_offset(libjvm, "JavaFrameAnchor", "_last_Java_sp", &offset))
        frame_offset = offset;
}

static bool find_in_native(void* libjvm) {
    const char* row = (const char*)number(libjvm, "gHotSpotVMIntConstants");
    uint64_t name = number(libjvm, "gHotSpotVMIntConstantEntryNameOffset"),
             value = number(libjvm, "gHotSpotVMIntConstantEntryValueOffset");
    uint64_t stride = number(libjvm, "gHotSpotVMIntConstantEntryArrayStride");
    for (; row != NULL && stride && text_at(row, name) != NULL; row += stride) {
        if (strcmp(text_at(row, name), "_thread_in_native") != 0) continue;
        rpj_in_native = *(const int32_t*)(row + value);
        return true;
    }
    return false;
}

// Thread.currentCarrierThread().eetop: a virtual thread has none.
static const char* own_struct(JNIEnv* env) {
    jclass type = (*env)->FindClass(env, "java/lang/Thread");
    jmethodID current =
        type != NULL ? (*env)->GetStaticMethodID(env, type, "currentCarrierThread", "()Ljava/lang/Thread;") : NULL;
    jfieldID field = current != NULL ? (*env)->GetFieldID(env, type, "eetop", "J") : NULL;
    jobject thread = field != NULL ? (*env)->CallStaticObjectMethod(env, type, current) : NULL;
    if ((*env)->ExceptionCheck(env)) thread = NULL;
    jlong address = thread != NULL ? (*env)->GetLongField(env, thread, field) : 0;
    if ((*env)->ExceptionCheck(env)) (*env)->ExceptionClear(env);
    if (thread != NULL) (*env)->DeleteLocalRef(env, thread);
    if (type != NULL) (*env)->DeleteLocalRef(env, type);
    return (const char*)(uintptr_t)address;
}

void rpj_side_learn(void* vm, void* env, void* libjvm) {
    const char* thread = libjvm != NULL && find_state_offset(libjvm) && find_in_native(libjvm) ? own_struct(env) : NULL;
    machine = vm;
    rpj_handlers_learn(SIGSEGV); // for which the JVM has installed a handler
    if (libjvm != NULL) rpj_know_thread_data(libjvm);
    if (thread == NULL) return;
    env_offset = (const char*)env - thread;
    learn_sort(*(const void* const*)thread);
    find_frame_offset(libjvm);
    states_known = *(const int32_t*)(thread + state_offset) == rpj_in_native;
}

static void* learn_attached(void* unused) {
    JNIEnv* env = rpj_side_attach(machine);
    (void)unused;
    if (env == NULL) return NULL;
    outside(env);
    rpj_side_detach(machine);
    return NULL;
}

void rpj_side_learn_attached(void) {
    pthread_t attached;
    if (states_known && rpj_create_thread(&attached, NULL, learn_attached, NULL) == 0) pthread_join(attached, NULL);
}
