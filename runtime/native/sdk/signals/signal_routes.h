// Programs' calls of sigaction and its like, where our signal library is not in front of the C library's: whoever
// installs a handler for a fault then takes the JVM's faults as well, until a thread notices (signals.h).
#ifndef RPJ_SIGNAL_ROUTES_H
#define RPJ_SIGNAL_ROUTES_H

// Opens our signal library, from the folder, and makes all libraries of the process call its functions; those that come
// later do so from the first dlsym on that any library calls afterwards. Does nothing where a library of the kind is in
// front already, where another one's sigaction is, or without the file. Once, before the JVM is created.
void rpj_route_signals(const char* library_dir);

// The signal library's function that a JVM looks for; NULL if signals are not routed, or for other names. Any thread.
void* rpj_signal_function_for_jvm(const char* name);

// The same for another function of the signal library, also where that is in front of the C library. Any thread.
void* rpj_signal_library_function(const char* name);

#endif
