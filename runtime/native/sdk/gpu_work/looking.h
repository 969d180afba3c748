// The thread of the recorder that looks for completed dispatches, of which nobody may learn otherwise. It begins with
// the first dispatch, and sleeps while nothing is pending.
#ifndef RPJ_LOOKING_H
#define RPJ_LOOKING_H

#include <stdbool.h>

// Begins the thread, or wakes it, after dispatches have been sent while it slept. False where that is to be tried
// again. Any thread.
bool rpj_looking_wakes(void);

#endif
