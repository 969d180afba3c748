// Threads that extend a segment one piece ahead of need, where C extends it and a program records much: the first
// begins with the first MiB. The kernel lets one thread at a time extend a file; where the program's threads outrun it,
// each further one has a file of its own beside the segment, of the same form (an annex).
#ifndef RPJ_MAKERS_H
#define RPJ_MAKERS_H

#include "rpj_segment.h"
#include "system/file.h"

// What the makers work for. Its functions are called by any of their threads.
typedef struct {
    const char* (*path)(void);       // of the segment
    void* (*extend)(uint64_t bytes); // the segment; NULL: it stays as it is, which has been said
    void (*meanwhile)(bool full);    // seals what is full, or everything; notes names
} rpj_maker_work;

// Starts the first thread, once. False, and not again, if it cannot be started. Any thread that may create threads.
bool rpj_makers_begin(const rpj_maker_work* work);

// Whether there is one. Any thread.
bool rpj_makers_run(void);

// Takes a piece that is ready; NULL if there is none now. Its size goes to `bytes`. Any thread.
void* rpj_makers_take(uint64_t* bytes);

// Gives back a piece that nobody needed. Any thread.
void rpj_makers_give_back(void* piece, uint64_t bytes);

// Waits until something has changed since `seen`, for a moment at most: a piece is ready, or has been given to those
// that wait for memory (rpj_makers_given). Any thread.
uint32_t rpj_makers_seen(void);
void rpj_makers_wait(uint32_t seen);
void rpj_makers_given(void);

// In a forked child, which has none.
void rpj_makers_forked(void);

#endif
