// Replaced C functions of Java methods in our own JVM.
#ifndef RPJ_NATIVES_H
#define RPJ_NATIVES_H

#include <jni.h>

// Returns the function for the Java method of this (mangled) name: nearly always `own`, the JDK's. Any thread.
void* rpj_native_instead(const char* name, void* own);

// From now on our JVM cannot end the process: attempts get an exception of the engine. At boot, once its classes
// can be found. `environment`: the calling thread's JNIEnv*.
void rpj_refuse_ends(void* environment);

#endif
