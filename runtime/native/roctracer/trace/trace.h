// From a runtime's events to the clients.
#ifndef RT_TRACE_H
#define RT_TRACE_H

#include <roctracer/roctracer.h>

#include "base/rt.h"
#include "rt_limits.h"

// The tracer function of the protocol. 0: wanted, or accepted; -1: not.
//
// `data` NULL or (void*) 1 asks whether the operation is enabled. Otherwise, by domain:
//   HSA_API, HIP_API   a `rt_td`: gets an id, and the functions to call around the call
//   HSA_OPS, HIP_OPS   an activity_record_t that is complete: goes to the pool of its operation
//   HSA_EVT, ROCTX     the data for the callback
// Any thread.
int rt_trace(uint32_t domain, uint32_t op, void* data);

// Writes a complete record of HSA_OPS or HIP_OPS, of work that was recorded when it began. Any thread.
void rt_deliver(const activity_record_t* record);

// Whether records of an operation of HSA_OPS or HIP_OPS are wanted now. Any thread.
bool rt_is_recorded(uint32_t domain, uint32_t op);

// A runtime's function that registers a tracer (`activity_domain_t` is a uint32_t to the ABI); NULL:
// unregisters it.
typedef void (*rt_register_tracer)(int (*tracer)(uint32_t domain, uint32_t op, void* data));

// A runtime's data on its stack during a call: its hip_api_data_t or hsa_api_data_t, which begins with the id and
// the phase and ends with `phase_data`, and then these four fields. Their offset depends on the size of the former:
// RT_HSA_TAIL, RT_HIP_TAIL, RT_HIP5_TAIL.
struct rt_td_tail {
    uint64_t* client_data; // `phase_data` of the API data: points to the client's own word during the call
    uint64_t enter_timestamp;
    uint64_t phase_data;
    void (*phase_enter)(uint32_t op, void* td);
    void (*phase_exit)(uint32_t op, void* td);
};

enum {
    RT_HSA_TD_BYTES = RT_HSA_TAIL + sizeof(struct rt_td_tail),
    RT_HIP_TD_BYTES = RT_HIP_TAIL + sizeof(struct rt_td_tail),
};

// The first fields of all API data.
struct rt_td_head {
    uint64_t correlation_id;
    uint32_t phase;
};

// The offset of the tail of HIP's trace data: RT_HIP_TAIL, unless hip.c has found a HIP 5.
uint32_t rt_hip_tail(void);
void rt_use_hip_tail(uint32_t offset);

// Called before each event, unless NULL: looks for a runtime of which something is wanted and which has not come.
extern _Atomic(void (*)(void)) rt_before_events;

// Whether tracing is stopped by roctracer_stop.
extern _Atomic bool rt_stopped;

#endif
