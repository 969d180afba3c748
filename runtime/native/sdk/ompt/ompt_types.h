// The types of the OpenMP tools interface (OMPT).
#ifndef RPJ_OMPT_TYPES_H
#define RPJ_OMPT_TYPES_H

#define ROCPROFILER_SDK_OWN_TYPES 1
#include <rocprofiler-sdk/ompt.h>

#endif
