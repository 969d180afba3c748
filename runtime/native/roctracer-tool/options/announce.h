// The lines about HSA and HIP that users see on standard output.
#ifndef RT_TOOL_ANNOUNCE_H
#define RT_TOOL_ANNOUNCE_H

#include "base/rt_tool.h"

// HSA and HIP are enabled: from now on there is something to announce.
void announce_ready(bool hsa_filtered, bool hip_filtered);
// Prints the lines, once, when there is something to announce.
void announce(void);

#endif
