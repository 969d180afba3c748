// The blocks behind OMPT's data words.
//
// An OpenMP runtime keeps one word for its tool with each thread, parallel region, task and target operation. Several
// tools share it: in the runtime's word stands the address of a block with a word for each of them.
#ifndef RPJ_OMPT_DATA_H
#define RPJ_OMPT_DATA_H

#include "ompt_types.h"
#include "rpj.h"

// Makes room for blocks with this many words, once, before any other of these functions. Returns 1, or 0 when there is
// no memory: then all blocks are one and the same.
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
