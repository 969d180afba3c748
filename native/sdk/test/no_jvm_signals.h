// The tests' JVM sets no handlers: what signals.c does about them is nothing here.
#ifndef RPJ_TEST_NO_JVM_SIGNALS_H
#define RPJ_TEST_NO_JVM_SIGNALS_H

extern "C" void rpj_signals_look_again(void) {}
extern "C" void rpj_signals_jvm_has_set(int) {}

#endif
