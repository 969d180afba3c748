// The SDK as the tool of an OpenMP runtime; the engine decides which callbacks it registers.
#ifndef RPJ_OMPT_LISTENING_H
#define RPJ_OMPT_LISTENING_H

#include "base/rpj.h"

// The data shared by the engine and the callbacks, with functions for the engine to listen.
native_ompt_t* rpj_ompt_for_engine(void);

#endif
