// Our own JVM in another program's process, and the first steps in any JVM.
#ifndef RPJ_JVM_H
#define RPJ_JVM_H

#include <stdarg.h>

#include "base/rpj.h"

// --- embed.c -------------------------------------------------------------------------------------------------------

// Whether there is room for a JVM in this process: 1, or 0 after one line on stderr. What it takes for a moment it
// gives back. The arguments are unused. Any thread.
uint64_t rpj_jvm_has_room(uint64_t unused, uint64_t also_unused);

// Creates our own JVM, for which there is room, and returns the calling thread's JNIEnv*, or NULL after one line on
// stderr. Once per process.
void* rpj_create_jvm(const char* library_dir, const char* class_path);

// --- join.c, jni.c: in our own JVM and in the program's ------------------------------------------------------------

// Starts the engine's Java side through `env` (a JNIEnv*): in an embedded JVM its classes are on the class path, in a
// joined one they are loaded from the jars beside this library. Returns 0, or -1 after one line on stderr.
int rpj_start_engine(void* env, bool joined, const char* class_path);

// Bind the native methods of the engine's class Native, and make rpj_link's enter, exit and call entries of the
// class Boot that need no upcall stubs. `environment`: a JNIEnv* of the calling thread. False with an exception
// pending or without memory; at boot.
bool rpj_bind_natives(void* environment, void* native_class);
bool rpj_bind_entries(void* environment, void* boot_class);

// --- resources for a JVM: room.c, cgroup.c, sandbox.c --------------------------------------------------------------

// Whether a JVM can be started here. NULL if so, with `tight` if it must be a small one; else the missing resource.
// Any thread.
const char* rpj_room_for_jvm(bool* tight);

// Returns the memory that the process's control groups leave to it, in bytes; UINT64_MAX without a limit.
// Any thread.
uint64_t rpj_cgroup_memory(void);

// Returns the name of a system call that a JVM needs and this process may not make; NULL without one. Any thread.
const char* rpj_forbidden_call(void);

// --- replacements of functions that libjvm calls; before the JVM is created ----------------------------------------

// lookup.c: makes libjvm's symbol look-ups independent of the loader's lock, which the booting thread may hold; on
// failure the JVM is unchanged. Also makes it call rpj_stack_for_jvm for stacks: false when it cannot.
bool rpj_free_lookups(void* libjvm);

// jvm_output.c: redirects the JVM's output to this function.
void rpj_jvm_says_to(void* libjvm, void (*says)(const char* format, va_list arguments));

// jvm_threads.c: makes libjvm create its threads by rpj_create_thread, and leave the program's masks and signals
// unchanged. On failure the JVM is unchanged. `suspend_signal`: the one with which it would interrupt threads.
void rpj_tame_jvm(void* libjvm, int suspend_signal);

// jvm_memory.c: makes libjvm map memory that never has huge pages by itself. On failure the JVM is unchanged.
void rpj_small_pages_for_jvm(void* libjvm);

// jvm_side_effects.c: brackets the creation of the JVM, on one thread, and prevents its changes of the process.
void rpj_side_effects_before_jvm(void* libjvm);
void rpj_side_effects_after_jvm(void);

// --- gave_up.c -----------------------------------------------------------------------------------------------------

// The JVM gives up: the engine ends and the program's threads leave the JVM, including this one; a thread of the
// JVM itself never returns. Any thread.
void rpj_jvm_gave_up(void) __attribute__((noreturn));

// Whether a sandbox allows what the locks of the C library need, which ends the process otherwise. Any thread.
bool rpj_may_futex(void);

// The JVM of the program (JavaVM*), NULL without one; then its library. Any thread that may take the loader's locks.
void* rpj_programs_jvm(void);
void* rpj_programs_libjvm(void);

// Whether that is of a version whose threads the engine can join, as far as JNI says: 24 or later. After the first.
bool rpj_programs_jvm_is_new(void);

#endif
