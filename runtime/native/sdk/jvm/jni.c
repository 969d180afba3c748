// The engine's two JNI interfaces: the methods of Native that C implements, and calls of Boot's two entries while
// they have no upcall stubs.
//
// A stub is the fastest way into Java, but the first one of a process makes the JVM generate some sixty classes.
// Most traced programs enter Java a few dozen times, because C does the frequent work. So every process begins
// here, and Java makes the stubs (Upcalls) once a plan goes through Java or the calls become many.
#include <jni.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include "base/engine.h"
#include "java/java_side.h"
#include "jvm/jvm.h"
#include "rpj_calls.h"
#include "tools/invoke.h"

enum { STEP, CALL, ENTRIES };

// This many calls justify the stubs; Java makes them on a separate thread.
enum { MANY_CALLS = 2000 };

static JavaVM* machine;
static jclass boot;
static jmethodID entries[ENTRIES];

// --- Java calls C --------------------------------------------------------------------------------------------------

static jlong JNICALL invoke(JNIEnv* env, jclass type, jlong function, jlong a0, jlong a1, jlong a2, jlong a3, jlong a4,
                            jlong a5) {
    (void)env, (void)type;
    return (jlong)rpj_invoke((rpj_function)function, (uint64_t)a0, (uint64_t)a1, (uint64_t)a2, (uint64_t)a3,
                             (uint64_t)a4, (uint64_t)a5);
}

static void JNICALL callback(JNIEnv* env, jclass type, jlong function, jlong record, jlong user_data, jlong argument) {
    (void)env, (void)type;
    rpj_callback((void*)function, (const void*)record, (void*)user_data, (void*)argument);
}

// Exchanges the map in java.lang.ApplicationShutdownHooks, for which Java only has addShutdownHook. False when this
// JVM has no such map, or none any more: the shutdown has begun.
static jboolean JNICALL exchange_hooks(JNIEnv* env, jclass type, jobject hooks) {
    (void)type;
    bool done = false;
    jclass owner = (*env)->FindClass(env, "java/lang/ApplicationShutdownHooks");
    jfieldID field =
        owner != NULL ? (*env)->GetStaticFieldID(env, owner, "hooks", "Ljava/util/IdentityHashMap;") : NULL;
    jclass map = field != NULL ? (*env)->GetObjectClass(env, hooks) : NULL;
    jmethodID put_all = map != NULL ? (*env)->GetMethodID(env, map, "putAll", "(Ljava/util/Map;)V") : NULL;
    if (put_all != NULL && (*env)->MonitorEnter(env, owner) == JNI_OK) {
        jobject known = (*env)->GetStaticObjectField(env, owner, field);
        if (known != NULL) (*env)->CallVoidMethod(env, hooks, put_all, known);
        done = known != NULL && !(*env)->ExceptionCheck(env);
        if (done) (*env)->SetStaticObjectField(env, owner, field, hooks);
        (*env)->MonitorExit(env, owner);
    }
    if ((*env)->ExceptionCheck(env)) (*env)->ExceptionClear(env);
    return done;
}

bool rpj_bind_natives(void* environment, void* native) {
    static const JNINativeMethod methods[] = {
        {(char*)"invokeNative", (char*)"(JJJJJJJ)J", (void*)invoke},
        {(char*)"callbackNative", (char*)"(JJJJ)V", (void*)callback},
        {(char*)"exchangeHooks", (char*)"(Ljava/util/IdentityHashMap;)Z", (void*)exchange_hooks}};
    JNIEnv* env = environment;
    return (*env)->RegisterNatives(env, native, methods, sizeof methods / sizeof *methods) == JNI_OK;
}

// A Java program that registers its own tool loads this library from its copy of Native. Any other class that loads
// it gets nothing.
RPJ_EXPORT jint JNICALL JNI_OnLoad(JavaVM* vm, void* reserved);

jint JNICALL JNI_OnLoad(JavaVM* vm, void* reserved) {
    (void)reserved;
    JNIEnv* env = NULL;
    if ((*vm)->GetEnv(vm, (void**)&env, JNI_VERSION_10) != JNI_OK) return JNI_VERSION_10;
    jclass native = (*env)->FindClass(env, "io/rocprofiler/sdk/internal/seam/Native");
    if (native != NULL) rpj_bind_natives(env, native);
    if ((*env)->ExceptionCheck(env)) (*env)->ExceptionClear(env);
    return JNI_VERSION_10;
}

// --- C calls Java --------------------------------------------------------------------------------------------------

static uint64_t enter_java(int entry, uint64_t a, uint64_t b, uint64_t otherwise) {
    JNIEnv* env = rpj_side_attach(machine);
    if (env == NULL) return otherwise;
    // Native code of a Java program may call a runtime with a pending exception.
    jthrowable pending = (*env)->ExceptionOccurred(env);
    if (RPJ_UNLIKELY(pending != NULL)) (*env)->ExceptionClear(env);
    jvalue arguments[2] = {{.j = (jlong)a}, {.j = (jlong)b}};
    uint64_t result = (uint64_t)(*env)->CallStaticLongMethodA(env, boot, entries[entry], arguments);
    if (RPJ_UNLIKELY((*env)->ExceptionCheck(env))) { // no stack was left to catch it
        (*env)->ExceptionClear(env);
        result = otherwise;
    }
    if (RPJ_UNLIKELY(pending != NULL)) (*env)->Throw(env, pending), (*env)->DeleteLocalRef(env, pending);
    return result;
}

static void count_call(void) {
    static uint32_t calls;
    uint64_t none[4] = {0};
    if (__atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED) == MANY_CALLS)
        enter_java(CALL, RPJ_CALL_MANY, (uint64_t)none, 0);
}

static uint64_t step(uint64_t what, uint64_t frame) {
    count_call();
    return enter_java(STEP, what, frame, 0);
}

static uint64_t call(uint64_t function, uint64_t arguments) {
    count_call();
    return enter_java(CALL, function, arguments, ROCPROFILER_STATUS_ERROR);
}

bool rpj_bind_entries(void* environment, void* boot_class) {
    static const char* const names[ENTRIES] = {"step", "call"};
    JNIEnv* env = environment;
    if ((*env)->GetJavaVM(env, &machine) != JNI_OK) return false;
    boot = (*env)->NewGlobalRef(env, boot_class);
    for (int i = 0; i < ENTRIES; i++) {
        entries[i] = boot != NULL ? (*env)->GetStaticMethodID(env, boot, names[i], "(JJ)J") : NULL;
        if (entries[i] == NULL) return false;
    }
    rpj_link.step = (void*)step;
    rpj_link.call = (void*)call;
    return true;
}
