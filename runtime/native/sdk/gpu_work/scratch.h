// What HSA tells, through its table for tools, when it provides a queue's scratch memory or reclaims it: the beginning
// and the end of an event on the same thread.
#ifndef RPJ_SCRATCH_H
#define RPJ_SCRATCH_H

#include "hsa/own_functions.h"

// Puts functions of ours in the place of those of HSA's table for tools. One thread at a time.
void rpj_scratch_follow(const rpj_hsa_table* table);

#endif
