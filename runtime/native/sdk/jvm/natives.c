// Java methods that are restricted in our JVM: ending the process, and taking its signals. libjvm finds the C
// functions of these methods through lookup.c, which asks here first.
#include "jvm/natives.h"

#include <string.h>

static jclass tool_exit;
static jmethodID refuse;

// NativeThread.init and signal0: the signal that wakes a thread waiting for a file which another closes. In our JVM
// such threads keep waiting.
static void JNICALL no_wakeups(JNIEnv* env, jclass type) { (void)env, (void)type; }

static void JNICALL no_wakeup(JNIEnv* env, jclass type, jlong thread) { (void)env, (void)type, (void)thread; }

// Signal.handle0: returns "already used by VM or OS", for which Java throws an IllegalArgumentException.
static jlong JNICALL refuse_signal(JNIEnv* env, jclass type, jint signo, jlong handler) {
    (void)env, (void)type, (void)signo, (void)handler;
    return -1;
}

// Shutdown.halt0, which System.exit and Runtime.halt end in: the engine throws an exception instead, which leaves
// the tool's code.
static void JNICALL refuse_end(JNIEnv* env, jclass type, jint status) {
    (void)type;
    if (tool_exit != NULL) (*env)->CallStaticVoidMethod(env, tool_exit, refuse, status);
    else (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/Error"), "the process is not ended from here");
}

void rpj_refuse_ends(void* environment) {
    JNIEnv* env = environment;
    jclass local = (*env)->FindClass(env, "io/rocprofiler/sdk/internal/seam/ToolExit");
    refuse = local != NULL ? (*env)->GetStaticMethodID(env, local, "refuse", "(I)V") : NULL;
    if (refuse != NULL) tool_exit = (*env)->NewGlobalRef(env, local);
    if ((*env)->ExceptionCheck(env)) (*env)->ExceptionClear(env);
    if (local != NULL) (*env)->DeleteLocalRef(env, local);
}

void* rpj_native_instead(const char* name, void* own) {
    static const struct {
        const char* name;
        void* function;
    } instead[] = {
        {"Java_sun_nio_ch_NativeThread_init", (void*)no_wakeups},
        {"Java_sun_nio_ch_NativeThread_signal0", (void*)no_wakeup},
        {"Java_jdk_internal_misc_Signal_handle0", (void*)refuse_signal},
        {"Java_java_lang_Shutdown_halt0", (void*)refuse_end},
    };
    for (size_t i = 0; i < sizeof instead / sizeof *instead; i++)
        if (strcmp(name, instead[i].name) == 0) return instead[i].function;
    return own;
}
