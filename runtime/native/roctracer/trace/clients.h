// Whose functions the clients' are.
#ifndef RT_CLIENTS_H
#define RT_CLIENTS_H

#include "base/rt.h"

// Notes a function that a client has registered, NULL for none: is it in a library, or has a JVM made it? Takes the
// loader's locks while holding none of ours.
void rt_note_client(void (*function)(void));

// Whether some client's function is in no library, so that it may be Java's. Any thread.
bool rt_has_made_clients(void);

#endif
