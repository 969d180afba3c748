// Signals in a process with our own JVM: they belong to the program.
#ifndef RPJ_SIGNALS_H
#define RPJ_SIGNALS_H

// The first and last bracket the creation of an embedded JVM. `env`: the creating thread's JNIEnv*, or NULL without
// a JVM. The second is called when the JVM has set an action: signals that a JVM takes but ours does not need are
// returned to the program, and so are faults that are not the JVM's.
void rpj_signals_before_jvm(void* libjvm);
void rpj_signals_jvm_has_set(int signo);
void rpj_signals_after_jvm(const void* env);

// Makes sure that faults still reach our handler, whatever the program has installed. Any thread.
void rpj_signals_look_again(void);

#endif
