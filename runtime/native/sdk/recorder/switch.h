// Pausing and resuming what the recorder records.
#ifndef RPJ_RECORDER_SWITCH_H
#define RPJ_RECORDER_SWITCH_H

#include "base/rpj.h"

// Makes room for the words. False without memory. Once.
bool rpj_recorder_has_words(void);

// Sets these bits of an active word while recording is on, from now on. One thread at a time.
void rpj_recorder_watch(uint64_t* active, uint64_t bits);

// Starts or stops recording. Any thread.
void rpj_recorder_switch(bool on);

#endif
