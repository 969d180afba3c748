// Enters the engine's Java half, for an admitted thread.
#ifndef RPJ_ASK_ENGINE_H
#define RPJ_ASK_ENGINE_H

#include "base/rpj.h"
#include "rpj_calls.h"

// Calls the engine for an admitted thread: function number `function` of the C API, or an RPJ_CALL_*, with the
// address of its arguments. `from`: an address in the frame of the calling C function. Returns `fallback` where the
// thread is in the JVM in an unknown way, or in a handler that must not enter. Its own block.
uint64_t rpj_visit_engine(native_thread_t* thread, uint64_t from, uint64_t function, uint64_t arguments,
                          uint64_t fallback);

// The same as the thread whose block the caller uses: its own, or on a helper thread. Returns 0 where it
// cannot enter.
uint64_t rpj_visit_engine_as_current(uint64_t function, uint64_t arguments);

// Asks the engine during a call that C traces itself. The result depends on `function` (RPJ_CALL_*); 0 on failure.
// Keeps the program's errno. For a thread that counts as inside the engine, with its own block.
uint64_t rpj_ask_engine(native_thread_t* thread, uint32_t function, uint64_t a0, uint64_t a1, uint64_t a2);

#endif
