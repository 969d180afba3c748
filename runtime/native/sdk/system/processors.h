// The processors on which our threads run.
#ifndef RPJ_PROCESSORS_H
#define RPJ_PROCESSORS_H

// Lets the calling thread, one of ours, use all processors that the program may use, also if the thread that created it
// may not. Does nothing where the kernel forbids it.
void rpj_use_all_processors(void);

// How many these are, at least one. Any thread.
int rpj_processors(void);

// How many these are if the calling thread may use fewer of them; else 0.
int rpj_more_processors(void);

#endif
