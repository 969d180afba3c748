// Wraps the tables of runtimes as the image says.
#ifndef RPJ_RECORDER_WRAP_H
#define RPJ_RECORDER_WRAP_H

#include "base/rpj.h"

// Points the functions of a runtime's tables for which the image has plans at thunks. A table begins with its size:
// functions beyond it do not exist, functions beyond those that the image knows stay as they are, as do those that are
// NULL. One thread at a time.
void rpj_wrap(const native_image_t* image, const char* library, uint64_t instance, void** tables, uint64_t count);

#endif
