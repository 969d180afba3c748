// The boot of the engine, at the first call that needs it.
#ifndef RPJ_BOOT_H
#define RPJ_BOOT_H

#include "base/engine.h"
#include "rpj_calls.h"

// Boots a JVM (or joins the existing one) and the engine in it, once. False if that is not possible, after one line
// on stderr; it then stays false. Any thread; a second thread waits for the first, within bounds.
bool rpj_engine_boot(void);

// Calls the engine, as rpj_call_engine does, after booting it if necessary. Any thread.
uint64_t rpj_call(uint32_t function, const uint64_t* args, uint64_t fallback);

#endif
