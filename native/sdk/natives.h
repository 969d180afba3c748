// The C functions of Java methods that are ours in a JVM of our own. Not installed.
#ifndef RPJ_NATIVES_H
#define RPJ_NATIVES_H

#include <jni.h>

// The function for the Java method of this (mangled) name: `own`, the JDK's, for nearly all. Any thread.
void* rpj_native_instead(const char* name, void* own);

#endif
