// Collects the handles of HSA's iterations.
#ifndef RPJ_COLLECT_H
#define RPJ_COLLECT_H

#include "base/rpj.h"

// Callbacks for agents and pools; loaded code objects; symbols. They append the handle to a native_list_t,
// followed by its `capacity` handles, and continue counting beyond that. Always return 0, "continue". Any thread,
// one per list.
uint64_t rpj_collect(uint64_t handle, native_list_t* list);
uint32_t rpj_collect_object(uint64_t executable, uint64_t object, native_list_t* list);
uint32_t rpj_collect_symbol(uint64_t executable, uint64_t agent, uint64_t symbol, native_list_t* list);

#endif
