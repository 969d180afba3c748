// The tests' JVM sets no handlers: what signals.c does about them is nothing here.
#ifndef RPJ_TEST_NO_JVM_SIGNALS_H
#define RPJ_TEST_NO_JVM_SIGNALS_H

extern "C" void rpj_signals_look_again(void) {}
extern "C" void rpj_signals_jvm_has_set(int) {}

// The thread sanitizer keeps signals back, and calls their handlers from its own functions: no stack says so, and where it does there is
// no allocator to interrupt.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() { return "signal:rpj_has_room_for_thread_data\n"; }

#endif
