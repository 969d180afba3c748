// Children that were forked in the middle of a registration: nothing can take tables there, and calls are counted.
#include "register_internal.h"

static rpj_fork_gate gate;

rpj_fork_gate* fork_gate(void) { return &gate; }

int rpj_forked_in_registration(void) { return gate.untold.torn != 0; }

void rpj_untold_call(void) { rpj_untold_count(&gate.untold); }

void untold_calls(void) { rpj_untold_unseen(&gate.untold); }
