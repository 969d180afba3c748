// The blocks behind OMPT's data words.
//
// An OpenMP runtime stores one word for its tool with each thread, parallel region, task and target operation.
// Several tools share it: the runtime's word holds the address of a block with a word for each of them.
#ifndef RPJ_OMPT_DATA_H
#define RPJ_OMPT_DATA_H

#include "base/rpj.h"
#include "ompt/ompt_types.h"

// Reserves memory for blocks with this many words, once, before any other of these functions. Returns 1, or 0
// without memory: then all blocks are the same one.
uint64_t rpj_ompt_data_prepare(uint64_t clients);

// Returns the first tool's word behind a word of the runtime, made on first use; the others follow it. NULL for
// NULL. Any thread, async-signal-safe: an inquiry function may be called from a signal handler.
ompt_data_t* rpj_ompt_data(ompt_data_t* word);

// Returns the word of one tool by its index.
ompt_data_t* rpj_ompt_client_data(ompt_data_t* word, unsigned client);

// Returns the value of `id` for one tool: an id that the runtime took from a word is the word's value.
uint64_t rpj_ompt_client_id(uint64_t id, unsigned client);

// Called at the begin of a word's owner: its present value is not ours. Called at its end: releases the block. NULL
// has no effect.
void rpj_ompt_data_begins(ompt_data_t* word);
void rpj_ompt_data_ends(ompt_data_t* word);

// True for a task whose creation was traced: its block has a correlation id.
bool rpj_ompt_is_traced(const ompt_data_t* task);

#endif
