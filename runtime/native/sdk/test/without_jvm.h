// What a test declares and defines that is the engine itself: in the place of embed.c, join.c and signals.c.
#ifndef RPJ_TEST_WITHOUT_JVM_H
#define RPJ_TEST_WITHOUT_JVM_H

extern "C" void* rpj_create_jvm(const char*, const char*);
extern "C" int rpj_start_engine(void*, bool, const char*);

// What would be a line on standard error; the linker puts it in the place of rpj_complain.
extern "C" void __wrap_rpj_complain(const char*, ...);

// Its JVM sets no handlers: what signals.c does about them does nothing here.

extern "C" void rpj_signals_look_again(void) {}
extern "C" void rpj_signals_jvm_has_set(int) {}

// The thread sanitizer keeps signals back, and calls their handlers from its own functions: no stack says so, and where
// it does there is no allocator to interrupt.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() { return "signal:rpj_has_room_for_thread_data\n"; }

#endif
