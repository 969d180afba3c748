// The first steps inside the JVM: finds the engine's classes and passes them rpj_link.
#include <jni.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../environment.h"
#include "base/engine.h"
#include "jvm/jvm.h"
#include "jvm/natives.h"
#include "system/complain.h"

#define BOOT_CLASS "io.rocprofiler.sdk.internal.boot.Boot"
#define BOOT_PATH "io/rocprofiler/sdk/internal/boot/Boot"
#define NATIVE_CLASS "io.rocprofiler.sdk.internal.seam.Native"
#define OLDEST_JAVA 25

static int failed(JNIEnv* env, const char* step) {
    if ((*env)->ExceptionCheck(env)) {
        if (rpj_environment("ROCPROFILER_DEBUG") != NULL) (*env)->ExceptionDescribe(env);
        (*env)->ExceptionClear(env);
    }
    rpj_complain("the engine did not start (%s); the program runs unprofiled. Is this installation complete?", step);
    return -1;
}

// Calls Java methods that return an object, with class and method by name, and arguments. NULL after an exception,
// which stays pending: the caller fails or clears it.
static jobject finish_call(JNIEnv* env, jobject result) { return (*env)->ExceptionCheck(env) ? NULL : result; }

static jobject call(JNIEnv* env, jobject object, const char* class_name, const char* method, const char* signature,
                    ...) {
    jclass type = (*env)->FindClass(env, class_name);
    jmethodID id = type != NULL ? (*env)->GetMethodID(env, type, method, signature) : NULL;
    if (id == NULL) return NULL;
    va_list arguments;
    va_start(arguments, signature);
    jobject result = (*env)->CallObjectMethodV(env, object, id, arguments);
    va_end(arguments);
    return finish_call(env, result);
}

static jobject call_static(JNIEnv* env, const char* class_name, const char* method, const char* signature, ...) {
    jclass type = (*env)->FindClass(env, class_name);
    jmethodID id = type != NULL ? (*env)->GetStaticMethodID(env, type, method, signature) : NULL;
    if (id == NULL) return NULL;
    va_list arguments;
    va_start(arguments, signature);
    jobject result = (*env)->CallStaticObjectMethodV(env, type, id, arguments);
    va_end(arguments);
    return finish_call(env, result);
}

static void clear(JNIEnv* env) {
    if ((*env)->ExceptionCheck(env)) (*env)->ExceptionClear(env);
}

// Calls Runtime.version().feature(); both came with later versions.
static int java_version(JNIEnv* env) {
    int version = 8;
    jobject object = call_static(env, "java/lang/Runtime", "version", "()Ljava/lang/Runtime$Version;");
    jclass type = object != NULL ? (*env)->GetObjectClass(env, object) : NULL;
    jmethodID feature = type != NULL ? (*env)->GetMethodID(env, type, "feature", "()I") : NULL;
    if (feature != NULL) version = (*env)->CallIntMethod(env, object, feature);
    clear(env);
    return version;
}

// new File(path).toURI().toURL()
static jobject url_of(JNIEnv* env, const char* path) {
    jclass file_class = (*env)->FindClass(env, "java/io/File");
    jmethodID create =
        file_class != NULL ? (*env)->GetMethodID(env, file_class, "<init>", "(Ljava/lang/String;)V") : NULL;
    jstring text = create != NULL ? (*env)->NewStringUTF(env, path) : NULL;
    jobject file = text != NULL ? finish_call(env, (*env)->NewObject(env, file_class, create, text)) : NULL;
    jobject uri = file != NULL ? call(env, file, "java/io/File", "toURI", "()Ljava/net/URI;") : NULL;
    return uri != NULL ? call(env, uri, "java/net/URI", "toURL", "()Ljava/net/URL;") : NULL;
}

static jobjectArray urls_of(JNIEnv* env, const char* class_path) {
    char path[4096];
    jsize entries = 1;
    for (const char* c = class_path; *c; c++) entries += *c == ':';
    jclass url_class = (*env)->FindClass(env, "java/net/URL");
    jobjectArray urls = url_class != NULL ? (*env)->NewObjectArray(env, entries, url_class, NULL) : NULL;
    const char* from = class_path;
    for (jsize i = 0; urls != NULL && i < entries; i++) {
        size_t length = strcspn(from, ":");
        if (length >= sizeof path) return NULL;
        memcpy(path, from, length);
        path[length] = 0;
        jobject url = url_of(env, path);
        if (url == NULL) return NULL;
        (*env)->SetObjectArrayElement(env, urls, i, url);
        from += length + 1;
    }
    return urls;
}

// URLClassLoader.newInstance(urls of the class path)
static jobject engine_loader(JNIEnv* env, const char* class_path) {
    jobjectArray urls = urls_of(env, class_path);
    return urls != NULL ? call_static(env, "java/net/URLClassLoader", "newInstance",
                                      "([Ljava/net/URL;)Ljava/net/URLClassLoader;", urls)
                        : NULL;
}

// Grants the engine native access from here, since the program's options concern only the program. A named module
// gets it for itself, an unnamed one only together with all others. A JVM without these methods warns or refuses,
// depending on its options.
static void grant_native_access(JNIEnv* env, jclass boot) {
    jobject module = call(env, boot, "java/lang/Class", "getModule", "()Ljava/lang/Module;");
    jclass type = module != NULL ? (*env)->GetObjectClass(env, module) : NULL;
    jmethodID is_named = type != NULL ? (*env)->GetMethodID(env, type, "isNamed", "()Z") : NULL;
    bool named = is_named != NULL && (*env)->CallBooleanMethod(env, module, is_named);
    clear(env);
    if (named) {
        call(env, module, "java/lang/Module", "implAddEnableNativeAccess", "()Ljava/lang/Module;");
    } else if (type != NULL) {
        jmethodID all = (*env)->GetStaticMethodID(env, type, "implAddEnableNativeAccessToAllUnnamed", "()V");
        if (all != NULL) (*env)->CallStaticVoidMethod(env, type, all);
    }
    clear(env);
}

static jclass load_with(JNIEnv* env, jobject loader, const char* class_name) {
    jstring name = (*env)->NewStringUTF(env, class_name);
    return name != NULL
             ? call(env, loader, "java/lang/ClassLoader", "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", name)
             : NULL;
}

// Whether a copy of the engine is of this build: Java of another one must not access rpj_link.
static bool fits(JNIEnv* env, jclass boot) {
    jmethodID layout = (*env)->GetStaticMethodID(env, boot, "layout", "()J");
    bool same = layout != NULL && (uint64_t)(*env)->CallStaticLongMethod(env, boot, layout) == RPJ_LAYOUT;
    clear(env);
    return same;
}

// Loads the engine from the program's class path, which has it if the program uses the Java API; NULL without a
// fitting one.
static jclass load_programs(JNIEnv* env) {
    jobject system = call_static(env, "java/lang/ClassLoader", "getSystemClassLoader", "()Ljava/lang/ClassLoader;");
    jclass boot = system != NULL ? load_with(env, system, BOOT_CLASS) : NULL;
    clear(env);
    return boot != NULL && fits(env, boot) ? boot : NULL;
}

// Loads the installed engine in separate modules; where the JVM does not allow that, in a separate class loader.
static jclass load_installed(JNIEnv* env, const char* class_path) {
    jobject loader = engine_loader(env, class_path);
    jclass layer = loader != NULL ? load_with(env, loader, "io.rocprofiler.sdk.internal.boot.EngineLayer") : NULL;
    jmethodID find =
        layer != NULL ? (*env)->GetStaticMethodID(env, layer, "boot", "(Ljava/lang/String;)Ljava/lang/Class;") : NULL;
    jstring jars = find != NULL ? (*env)->NewStringUTF(env, class_path) : NULL;
    jclass boot = jars != NULL ? finish_call(env, (*env)->CallStaticObjectMethod(env, layer, find, jars)) : NULL;
    clear(env);
    if (boot == NULL && loader != NULL) boot = load_with(env, loader, BOOT_CLASS);
    return boot;
}

static jclass load_joined(JNIEnv* env, const char* class_path) {
    jclass boot = load_programs(env);
    if (boot == NULL) boot = load_installed(env, class_path);
    if (boot != NULL) grant_native_access(env, boot);
    return boot;
}

// Finds Native through Boot's class loader.
static bool bind(JNIEnv* env, jclass boot) {
    jobject loader = call(env, boot, "java/lang/Class", "getClassLoader", "()Ljava/lang/ClassLoader;");
    jclass native = loader != NULL ? load_with(env, loader, NATIVE_CLASS) : NULL;
    return native != NULL && rpj_bind_natives(env, native) && rpj_bind_entries(env, boot);
}

int rpj_start_engine(void* environment, bool joined, const char* class_path) {
    JNIEnv* env = environment;
    int version = java_version(env);
    if (version < OLDEST_JAVA && joined)
        rpj_complain(
            "the JVM of this program is Java %d; tracing inside it needs Java %d or newer: it runs untraced. `rocprof "
            "--hip-trace --roctx-trace` traces it without Java",
            version, OLDEST_JAVA);
    else if (version < OLDEST_JAVA)
        rpj_complain("ROCPROFILER_JAVA_HOME=%s is Java %d; the program runs unprofiled. Set it to a JDK %d or newer",
                     rpj_environment("ROCPROFILER_JAVA_HOME"), version, OLDEST_JAVA);
    if (version < OLDEST_JAVA) return -1;
    if ((*env)->PushLocalFrame(env, 64) != 0) return failed(env, "no local references");
    jclass boot = joined ? load_joined(env, class_path) : (*env)->FindClass(env, BOOT_PATH);
    if (boot == NULL || (*env)->ExceptionCheck(env)) return failed(env, "its classes are not on the class path");
    if (!joined) rpj_refuse_ends(env);
    if (!bind(env, boot)) return failed(env, "its classes are of another version");
    jmethodID start = (*env)->GetStaticMethodID(env, boot, "start", "(J)V");
    if (start == NULL) return failed(env, "its start method is missing");
    (*env)->CallStaticVoidMethod(env, boot, start, (jlong)(uintptr_t)&rpj_link);
    if ((*env)->ExceptionCheck(env) || rpj_link.call == NULL) return failed(env, "its start failed");
    (*env)->PopLocalFrame(env, NULL);
    return 0;
}
