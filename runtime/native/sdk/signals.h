// Signals in a process with a JVM of ours: they stay the program's.
#ifndef RPJ_SIGNALS_H
#define RPJ_SIGNALS_H

// Brackets the creation of an embedded JVM. `env`: the creating thread's JNIEnv*, or NULL if there is no JVM. In
// between, the JVM has set an action: the signals that a JVM takes but ours does not need are the program's again, and
// so are faults that are not the JVM's.
void rpj_signals_before_jvm(void* libjvm);
void rpj_signals_jvm_has_set(int signo);
void rpj_signals_after_jvm(const void* env);

// Sees to it that faults come here still, whatever the program has set. Any thread.
void rpj_signals_look_again(void);

#endif
