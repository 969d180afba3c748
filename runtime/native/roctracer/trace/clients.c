#include "trace/clients.h"

#include <dlfcn.h>

static atomic_bool made;

// Functions that are in libraries, so that one that is registered again and again is looked for once.
enum { KNOWN = 16 };
static _Atomic(void (*)(void)) known[KNOWN];

void rt_note_client(void (*function)(void)) {
    Dl_info info;
    if (function == NULL || atomic_load_explicit(&made, memory_order_relaxed)) return;
    _Atomic(void (*)(void))* place = &known[(uintptr_t)function / 16 % KNOWN];
    if (atomic_load_explicit(place, memory_order_relaxed) == function) return;
    if (dladdr(*(void**)&function, &info) == 0) atomic_store(&made, true);
    else atomic_store_explicit(place, function, memory_order_relaxed);
}

bool rt_has_made_clients(void) { return atomic_load(&made); }
