#include "segment/untold_calls.h"

#include "base/engine.h"
#include "base/slots.h"
#include "system/complain.h"

static rpj_fork_gate own;
static rpj_fork_gate* in_use = &own;

rpj_fork_gate* rpj_gate(void) { return __atomic_load_n(&in_use, __ATOMIC_ACQUIRE); }

void rpj_use_gate(rpj_fork_gate* theirs) { __atomic_store_n(&in_use, theirs, __ATOMIC_RELEASE); }

bool rpj_gate_is_own(void) { return rpj_gate() == &own; }

void rpj_count_untold(void) { rpj_untold_count(&rpj_gate()->untold); }

void rpj_note_unseen(void) { rpj_untold_unseen(&rpj_gate()->untold); }

// Declines: the thunk goes on to the function. Any thread.
static int count_call(native_slot_t* slot, native_frame_t* frame) {
    (void)slot, (void)frame;
    rpj_count_untold();
    return 0;
}

static native_plan_t counting = {.enter = (void*)count_call, .known = RPJ_COUNTED};

void rpj_count_untold_of(native_slot_t* slot) {
    __atomic_store_n((native_plan_t**)&slot->plan, &counting, __ATOMIC_RELEASE);
    __atomic_store_n(&slot->active, RPJ_COUNTED, __ATOMIC_RELEASE);
}

// A child by _Fork has run no handler, by which the count would know it.
void rpj_say_untold(void) {
    char text[RPJ_UNTOLD_BYTES];
    rpj_untold* untold = &rpj_gate()->untold;
    if (!rpj_forked == !untold->forked && rpj_untold_text(untold, text)) rpj_complain("%s", text);
}
