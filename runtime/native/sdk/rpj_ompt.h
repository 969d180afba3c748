// The OpenMP tools interface (OMPT): what its generated callbacks need. Not installed.
#ifndef RPJ_OMPT_H
#define RPJ_OMPT_H

#include <string.h>

#define ROCPROFILER_SDK_OWN_TYPES 1
#include <rocprofiler-sdk/ompt.h>

#include "rpj.h"

// --- rpj_ompt_callbacks.c (generated) ------------------------------------------------------------------------------

// By operation. `event` is the number that ompt_set_callback knows, 0 for an operation that is no callback; `keeps` are the
// operations (a bit each) whose data words end with this callback: it is needed for them, too.
typedef struct {
    int event;
    void (*function)(void);
    uint64_t keeps;
} rpj_ompt_callback;

extern const rpj_ompt_callback rpj_ompt_callbacks[RPJ_OMPT_OPERATIONS];

// The names of the functions in rocprofiler_ompt_callback_functions_t, in its order.
enum { RPJ_OMPT_FUNCTIONS = sizeof(rocprofiler_ompt_callback_functions_t) / sizeof(void*) };
extern const char* const rpj_ompt_functions[RPJ_OMPT_FUNCTIONS];

_Static_assert(sizeof ((native_ompt_t*)0)->functions == sizeof(rocprofiler_ompt_callback_functions_t), "functions");

// --- ompt.c --------------------------------------------------------------------------------------------------------

// What the engine and the callbacks share.
extern native_ompt_t rpj_ompt;

// How many scopes the thread has open that the engine wants to see the end of.
extern __thread uint64_t rpj_ompt_open __attribute__((tls_model("initial-exec"), visibility("hidden")));

// True when the engine has something to do with a call of this operation: a context is active, or the call may end a
// scope that one saw begin. Any thread.
static inline bool rpj_ompt_wanted(unsigned operation, bool ends) {
    return __atomic_load_n((const uint64_t*)rpj_ompt.active[operation], __ATOMIC_ACQUIRE) || (ends && rpj_ompt_open);
}

// Hands the engine one call. Does nothing where the thread may not enter it (then it is counted). Any thread.
void rpj_ompt_event(native_ompt_event_t* event);

// --- ompt_data.c ---------------------------------------------------------------------------------------------------
//
// An OpenMP runtime keeps one word for its tool with each thread, parallel region, task and target operation. Several tools
// share it: in the runtime's word stands the address of a block with a word for each of them.

// Makes room for blocks with this many words, once, before any other of these functions. Returns 1, or 0 when there is no
// memory: then all blocks are one and the same.
uint64_t rpj_ompt_data_prepare(uint64_t clients);

// The first tool's word behind a word of the runtime, made on first use; the others follow it. NULL for NULL.
// Any thread, async-signal-safe: an inquiry function may be called from a signal handler.
ompt_data_t* rpj_ompt_data(ompt_data_t* word);

// The word of one tool by its index.
ompt_data_t* rpj_ompt_client_data(ompt_data_t* word, unsigned client);

// The value that stands for `id` with one tool: an id that the runtime has from a word is the word's value.
uint64_t rpj_ompt_client_id(uint64_t id, unsigned client);

// What the word belongs to begins: whatever it holds is not ours. It ends: the block is used again. NULL is nothing.
void rpj_ompt_data_begins(ompt_data_t* word);
void rpj_ompt_data_ends(ompt_data_t* word);

// True for a task whose creation was traced: its block has a correlation id.
bool rpj_ompt_is_traced(const ompt_data_t* task);

#endif
