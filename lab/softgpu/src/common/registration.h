// Registration of a runtime's API table with rocprofiler-register, once, at its first use.
#ifndef SOFTGPU_REGISTRATION_H
#define SOFTGPU_REGISTRATION_H

#include "base.h"

typedef struct sg_registration {
    const char* name;             // the common name it registers by: "hip", "hip_compiler", "hsa"
    uint32_t version;             // 10000*major + 100*minor + patch
    uint32_t (*import)(void);     // the exported rocprofiler_register_import_<name>
    void* copy;                   // the table that tools may change, also later
    const void* original;         // the table that is never changed
    bool has_tool;                // rocprofiler-register found a tool for it; constant once registered
    _Atomic(const void*) current; // NULL until registered, then the copy
    _Atomic(int) owner;           // tid of the thread that is registering
    pthread_mutex_t lock;
} sg_registration;

// Any thread. Returns the table to call through. The first call registers; others wait for it, except calls
// that the registering thread itself makes meanwhile (a tool that uses the runtime during its set-up): they get
// the original.
const void* sg_registered_table(sg_registration* registration);

// Any thread. Sets the table up without registering it.
void sg_unregistered_table(sg_registration* registration);

#endif
