// The plan image: what a process without the engine records, compiled by the command (PlanImage.java).
#ifndef RPJ_IMAGE_H
#define RPJ_IMAGE_H

#include "base/rpj.h"

// Maps the image of the run and makes its offsets addresses; NULL if it is missing, as where the run's directory has
// been moved, and after one line on stderr if it cannot be read, is damaged, or of another build. Once.
native_image_t* rpj_image_map(const char* path);

// What lies at an offset of the image.
static inline void* rpj_image_at(const native_image_t* image, uint64_t offset) { return (char*)image + offset; }

#endif
