// How long a thread waits for another one that tells tools of the GPU's work, or makes room for its records: within
// bounds, as that one may be in a tool's function that waits for the first.
//
// A second in which nothing is told is too long, unless the other one is ready to run and gets no processor, which goes
// on for half a minute at most. Time counts as far as it was asked for: where processors are rare, naps are longer.
#ifndef RPJ_PATIENCE_H
#define RPJ_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

// All 0 at first.
typedef struct {
    uint64_t told, waited_ns, all_ns; // since `told` has changed: since the last look at the other thread, and in all
} rpj_patience;

// Whether to go on waiting; says once that a thread does not. `told`: a number that changes as long as tools' functions
// return. `teller`: the other thread's id, 0 if it is not known. Any thread.
bool rpj_is_patient(rpj_patience* patience, uint64_t told, uint64_t teller);

// Waits until a word is no longer this, or for as long. Any thread.
void rpj_nap(rpj_patience* patience, const void* word, uint32_t value, uint64_t nanos);

#endif
