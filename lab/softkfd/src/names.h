// The names of kernels, from the code objects that the runtime has loaded.
#ifndef SOFTKFD_NAMES_H
#define SOFTKFD_NAMES_H

#include "base.h"

typedef struct {
    const char* name;        // without ".kd"; "?" for code that is in no code object; never freed
    bool known;              // whether it is in a code object
    uint32_t argument_bytes; // of the kernel's descriptor
} sk_kernel;

// Looks for the runtime's list of code objects. In a thread of the program, as it takes the dynamic loader's lock.
void sk_names_find(void);

// The kernel of an AQL packet's kernel object. On the engine's thread, with its lock.
const sk_kernel* sk_kernel_of(uint64_t kernel_object);

// Code has been loaded or unloaded: what is known may be wrong.
void sk_names_forget(void);

void sk_names_after_fork(void);

#endif
