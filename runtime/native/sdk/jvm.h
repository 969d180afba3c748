// A JVM of our own in somebody else's process, and the first steps in any JVM.
#ifndef RPJ_JVM_H
#define RPJ_JVM_H

#include <stdarg.h>

#include "rpj.h"

// --- embed.c -------------------------------------------------------------------------------------------------------

// Creates a JVM of our own and returns the calling thread's JNIEnv*, or NULL after one line on stderr. Once
// per process.
void* rpj_create_jvm(const char* library_dir, const char* class_path);

// --- join.c, jni.c: in our own JVM and in the program's ------------------------------------------------------------

// Starts the engine's Java side through `env` (a JNIEnv*): in an embedded JVM its classes are on the class path, in a
// joined one they are loaded from the jars beside this library. Returns 0, or -1 after one line on stderr.
int rpj_start_engine(void* env, bool joined, const char* class_path);

// Give the engine's class Native its native methods, and make rpj_link's enter, exit and call ways into the class Boot
// that need no upcall stubs. `environment`: a JNIEnv* of the calling thread. False with an exception pending or for
// want of memory; at boot.
bool rpj_bind_natives(void* environment, void* native_class);
bool rpj_bind_entries(void* environment, void* boot_class);

// --- whether there is room for one: room.c, cgroup.c, sandbox.c ----------------------------------------------------

// Whether a JVM can be started here. NULL if so, `tight` if it has to be a small one; else what is missing. Any thread.
const char* rpj_room_for_jvm(bool* tight);

// Bytes of memory that the process's control groups leave to it, UINT64_MAX if they have no limit. Any thread.
uint64_t rpj_cgroup_memory(void);

// The name of a system call that this process may not make and no JVM can do without, NULL if there is none.
// Any thread.
const char* rpj_forbidden_call(void);

// --- what is put in the place of functions that libjvm calls; before the JVM is created ----------------------------

// lookup.c: makes libjvm's symbol look-ups independent of the loader's lock, which the thread that boots it may hold;
// where it cannot, the JVM is as it was. Makes it ask rpj_stack_for_jvm for stacks, too: false when it cannot.
bool rpj_free_lookups(void* libjvm);

// jvm_output.c: what a JVM prints goes to this function.
void rpj_jvm_says_to(void* libjvm, void (*says)(const char* format, va_list arguments));

// jvm_threads.c: has libjvm make its threads by rpj_create_thread, and leave the masks and the signals of the
// program as they are. Where that cannot be, the JVM is as it was. `suspend_signal`: the one by which it would
// interrupt threads.
void rpj_tame_jvm(void* libjvm, int suspend_signal);

// jvm_side_effects.c: brackets the creation of the JVM, on one thread. What it would change of the process stays
// the program's.
void rpj_side_effects_before_jvm(void* libjvm);
void rpj_side_effects_after_jvm(void);

#endif
