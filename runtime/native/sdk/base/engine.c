#include "base/engine.h"

native_link_t rpj_link;

int rpj_state = RPJ_NEW;
bool rpj_ended;
volatile int rpj_forked;

// On a separate page, which the kernel wipes in a child: not every fork calls handlers (_Fork, clone), and a
// handler of the program may run before ours.
rpj_process_t rpj_process __attribute__((aligned(RPJ_PAGE)));
