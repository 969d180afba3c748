#include "engine.h"

native_link_t rpj_link;

int rpj_state = RPJ_NEW;
bool rpj_ended;
volatile int rpj_forked;

// A page of its own, which the kernel wipes in a child: not every fork calls handlers (_Fork, clone), and a handler of
// the program's may come before ours.
rpj_process_t rpj_process __attribute__((aligned(RPJ_PAGE)));
