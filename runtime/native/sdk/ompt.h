// The SDK as the tool of an OpenMP runtime: what it listens to is the engine's decision.
#ifndef RPJ_OMPT_LISTENING_H
#define RPJ_OMPT_LISTENING_H

#include "rpj.h"

// What the engine and the callbacks share, with what the engine uses to listen.
native_ompt_t* rpj_ompt_for_engine(void);

#endif
