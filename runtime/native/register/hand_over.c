// Whether a thread is handing tables to a tool: what the tool itself registers keeps its tables, and forks of such a
// thread do not wait for it.
#include <stddef.h>

#include "register_internal.h"

// The address on this thread's stack from which it is handing tables to a tool, else null. Registrations by the
// tool's own code, further down that stack, keep their tables. A hand-over left by an exception or longjmp does not
// count for callers above it.
static _Thread_local const char* handing_over __attribute__((tls_model("initial-exec")));

void hand_over_begins(const char* frame) { handing_over = frame; }

void hand_over_ends(void) { handing_over = NULL; }

bool inside_hand_over(const char* here) { return handing_over != NULL && here < handing_over; }
