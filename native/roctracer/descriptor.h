/// How our other libraries find functions of libroctracer64 that it does not export: its list of exports is AMD's, to the
/// letter. They stand in a descriptor that lies behind the exported object HSA_AMD_TOOL_PRIORITY, in read-only memory and
/// without relocations, as that object must.
#ifndef RT_DESCRIPTOR_H
#define RT_DESCRIPTOR_H

#include <stdint.h>

#define RT_DESCRIPTOR_MAGIC UINT64_C(0x31636172742d6a70)

/// Offsets count from the field itself.
struct rt_descriptor {
    uint32_t priority; ///< what is exported
    uint32_t bytes;    ///< of the descriptor
    uint64_t magic;
    int32_t configure; ///< rocprofiler_configure_func_t
    int32_t appeared;  ///< void (*)(void): a runtime has come
};

/// The function at an offset.
static inline void* rt_descriptor_function(const int32_t* offset) {
    return (void*) ((uintptr_t) offset + (uintptr_t) (intptr_t) *offset);
}

#endif
