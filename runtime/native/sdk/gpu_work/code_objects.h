// The code that the HSA runtime has loaded, from the freeze of an executable to its destruction. The recorder gives
// code objects and kernels their ids, and records what the runtime says of them while they are there.
#ifndef RPJ_CODE_OBJECTS_H
#define RPJ_CODE_OBJECTS_H

#include "base/rpj.h"
#include "rpj_hsa.h"

// Stand in for the runtime's functions. Any thread.
hsa_status_t rpj_my_freeze(uint64_t executable, const char* options);
hsa_status_t rpj_my_destroy(uint64_t executable);

enum { RPJ_KERNEL_NAME_BYTES = 1024 };

// Writes the name of a kernel that is loaded, for a message; a text with its id for any other. Any thread outside.
void rpj_kernel_name(uint64_t id, char name[RPJ_KERNEL_NAME_BYTES]);

#endif
