// Collection periods: recording that the clock switches on and off.
#ifndef RPJ_PERIODS_H
#define RPJ_PERIODS_H

#include "base/rpj.h"

// Begins the periods of the image on a thread; after the last one, recording stays off. Without periods, or a thread
// for them, it is always on. Once, before anything is recorded.
void rpj_periods_begin(const native_image_t* image);

#endif
