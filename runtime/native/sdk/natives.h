// The C functions of Java methods that are ours in a JVM of our own.
#ifndef RPJ_NATIVES_H
#define RPJ_NATIVES_H

#include <jni.h>

// The function for the Java method of this (mangled) name: `own`, the JDK's, for nearly all. Any thread.
void* rpj_native_instead(const char* name, void* own);

// From now on nobody in our JVM ends the process: who tries gets an exception of the engine's. At boot, once its
// classes can be found. `environment`: the calling thread's JNIEnv*.
void rpj_refuse_ends(void* environment);

#endif
