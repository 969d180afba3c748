// Recording on and off: the program pauses and resumes it, and collection periods begin and end.
#ifndef RPJ_RECORDER_SWITCH_H
#define RPJ_RECORDER_SWITCH_H

#include "base/rpj.h"

// Makes room for the words. False without memory. Once.
bool rpj_recorder_has_words(void);

// Sets these bits of an active word while recording is on, from now on. One thread at a time.
void rpj_recorder_watch(uint64_t* active, uint64_t bits);

// Why recording is off.
enum { RPJ_OFF_PAUSED = 1, RPJ_OFF_BETWEEN_PERIODS = 2 };

// Switches recording off for a reason, or on again as far as that reason goes. Any thread.
void rpj_recorder_off(uint32_t why, bool off);

#endif
