// Events in streams.
#ifndef SOFTGPU_HIP_EVENT_RECORD_H
#define SOFTGPU_HIP_EVENT_RECORD_H

#include "hip.h"

hipError_t sg_event_record(hipEvent_t event, hipStream_t stream);

#endif
