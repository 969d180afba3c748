// Declarations and definitions of a test with its own engine, instead of embed.c, join.c and signals.c.
#ifndef RPJ_TEST_WITHOUT_JVM_H
#define RPJ_TEST_WITHOUT_JVM_H

extern "C" uint64_t rpj_jvm_has_room(uint64_t, uint64_t);
extern "C" uint64_t rpj_jvm_has_room(uint64_t, uint64_t) { return 1; }
extern "C" void* rpj_create_jvm(const char*, const char*);
extern "C" int rpj_start_engine(void*, bool, const char*);

// Replaces rpj_complain, through the linker, and gets its lines.
extern "C" void __wrap_rpj_complain(const char*, ...);

// Its JVM installs no handlers, so these functions of signals.c do nothing here.

extern "C" void rpj_signals_look_again(void) {}
extern "C" void rpj_signals_jvm_has_set(int) {}

// The thread sanitizer delays signals, and calls their handlers from its own functions: the stack does not show it,
// and where it does there is no allocator to interrupt.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() { return "signal:rpj_has_room_for_thread_data\n"; }

#endif
