// The data for the engine at its start: rpj_link.
#ifndef RPJ_ENGINE_LINK_H
#define RPJ_ENGINE_LINK_H

#include <stdbool.h>

// The folder of this library, without symbolic links; "" if unknown. One thread at a time the first time.
const char* rpj_library_dir(void);

// Fills in rpj_link. `joined`: the JVM is the program's own. Once.
void rpj_prepare_link(bool joined);

#endif
