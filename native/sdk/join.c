// The first steps inside the JVM: find the engine's classes and hand them rpj_link.
#include <jni.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rpj.h"

#define BOOT_CLASS "io/rocprofiler/sdk/engine/Boot"
#define OLDEST_JAVA 25

static int failed(JNIEnv* env, const char* step) {
    if ((*env)->ExceptionCheck(env)) {
        if (getenv("ROCPROFILER_DEBUG")) (*env)->ExceptionDescribe(env);
        (*env)->ExceptionClear(env);
    }
    rpj_complain("the engine did not start (%s); the program runs unprofiled. Is this installation complete?", step);
    return -1;
}

static int java_version(JNIEnv* env) {
    jclass runtime = (*env)->FindClass(env, "java/lang/Runtime");
    jmethodID version = runtime ? (*env)->GetStaticMethodID(env, runtime, "version", "()Ljava/lang/Runtime$Version;") : NULL;
    if (!version) {
        (*env)->ExceptionClear(env);
        return 8;
    }
    jobject object = (*env)->CallStaticObjectMethod(env, runtime, version);
    jclass type = object ? (*env)->GetObjectClass(env, object) : NULL;
    jmethodID feature = type ? (*env)->GetMethodID(env, type, "feature", "()I") : NULL;
    if (!feature) {
        (*env)->ExceptionClear(env);
        return 9;
    }
    return (*env)->CallIntMethod(env, object, feature);
}

// new File(path).toURI().toURL()
static jobject url_of(JNIEnv* env, const char* path) {
    jclass file_class = (*env)->FindClass(env, "java/io/File");
    jclass uri_class = (*env)->FindClass(env, "java/net/URI");
    jstring text = (*env)->NewStringUTF(env, path);
    jobject file = (*env)->NewObject(env, file_class, (*env)->GetMethodID(env, file_class, "<init>", "(Ljava/lang/String;)V"), text);
    jobject uri = (*env)->CallObjectMethod(env, file, (*env)->GetMethodID(env, file_class, "toURI", "()Ljava/net/URI;"));
    if ((*env)->ExceptionCheck(env)) return NULL;
    return (*env)->CallObjectMethod(env, uri, (*env)->GetMethodID(env, uri_class, "toURL", "()Ljava/net/URL;"));
}

// URLClassLoader.newInstance(urls of the class path)
static jobject engine_loader(JNIEnv* env, const char* class_path) {
    char path[4096];
    jsize entries = 1;
    for (const char* c = class_path; *c; c++) entries += *c == ':';
    jobjectArray urls = (*env)->NewObjectArray(env, entries, (*env)->FindClass(env, "java/net/URL"), NULL);
    if (!urls) return NULL;
    const char* from = class_path;
    for (jsize i = 0; i < entries; i++) {
        size_t length = strcspn(from, ":");
        if (length >= sizeof path) return NULL;
        memcpy(path, from, length);
        path[length] = 0;
        jobject url = url_of(env, path);
        if (!url) return NULL;
        (*env)->SetObjectArrayElement(env, urls, i, url);
        from += length + 1;
    }
    jclass loader_class = (*env)->FindClass(env, "java/net/URLClassLoader");
    jmethodID create = (*env)->GetStaticMethodID(env, loader_class, "newInstance", "([Ljava/net/URL;)Ljava/net/URLClassLoader;");
    return (*env)->CallStaticObjectMethod(env, loader_class, create, urls);
}

// The joined JVM was started without --enable-native-access for us. Granting it from here keeps the JVM from printing a
// warning into the program's output; a JVM without this method prints it and goes on.
static void grant_native_access(JNIEnv* env, jclass type) {
    jclass class_class = (*env)->FindClass(env, "java/lang/Class");
    jobject module = (*env)->CallObjectMethod(env, type, (*env)->GetMethodID(env, class_class, "getModule", "()Ljava/lang/Module;"));
    jclass module_class = (*env)->FindClass(env, "java/lang/Module");
    jmethodID grant = (*env)->GetMethodID(env, module_class, "implAddEnableNativeAccess", "()Ljava/lang/Module;");
    if (grant) (*env)->CallObjectMethod(env, module, grant);
    if ((*env)->ExceptionCheck(env)) (*env)->ExceptionClear(env);
}

static jclass load_with(JNIEnv* env, jobject loader) {
    jclass loader_class = (*env)->FindClass(env, "java/lang/ClassLoader");
    jmethodID load = (*env)->GetMethodID(env, loader_class, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
    jclass boot = (*env)->CallObjectMethod(env, loader, load, (*env)->NewStringUTF(env, "io.rocprofiler.sdk.engine.Boot"));
    if (!(*env)->ExceptionCheck(env)) return boot;
    (*env)->ExceptionClear(env);
    return NULL;
}

// A program that has the engine on its own class path (it uses the Java API) shares that copy; any other program gets the
// installed one in a class loader of its own.
static jclass load_joined(JNIEnv* env, const char* class_path) {
    jclass loader_class = (*env)->FindClass(env, "java/lang/ClassLoader");
    jmethodID system = (*env)->GetStaticMethodID(env, loader_class, "getSystemClassLoader", "()Ljava/lang/ClassLoader;");
    jclass boot = load_with(env, (*env)->CallStaticObjectMethod(env, loader_class, system));
    if (!boot) {
        jobject loader = engine_loader(env, class_path);
        if (!loader || (*env)->ExceptionCheck(env)) return NULL;
        boot = load_with(env, loader);
    }
    if (boot) grant_native_access(env, boot);
    return boot;
}

int rpj_start_engine(void* environment, bool joined, const char* class_path) {
    JNIEnv* env = environment;
    int version = java_version(env);
    if (version < OLDEST_JAVA && joined)
        rpj_complain("the JVM of this program is Java %d, profiling inside it needs Java %d or newer; it runs unprofiled",
                     version, OLDEST_JAVA);
    else if (version < OLDEST_JAVA)
        rpj_complain("ROCPROFILER_JAVA_HOME=%s is Java %d; the program runs unprofiled. Set it to a JDK %d or newer",
                     getenv("ROCPROFILER_JAVA_HOME"), version, OLDEST_JAVA);
    if (version < OLDEST_JAVA) return -1;
    if ((*env)->PushLocalFrame(env, 64) != 0) return failed(env, "no local references");
    jclass boot = joined ? load_joined(env, class_path) : (*env)->FindClass(env, BOOT_CLASS);
    if (!boot || (*env)->ExceptionCheck(env)) return failed(env, "its classes are not on the class path");
    jmethodID start = (*env)->GetStaticMethodID(env, boot, "start", "(J)V");
    if (!start) return failed(env, "its start method is missing");
    (*env)->CallStaticVoidMethod(env, boot, start, (jlong)(uintptr_t)&rpj_link);
    if ((*env)->ExceptionCheck(env) || !rpj_link.call) return failed(env, "its start failed");
    (*env)->PopLocalFrame(env, NULL);
    return 0;
}
