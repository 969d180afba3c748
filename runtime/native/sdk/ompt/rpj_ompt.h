// Definitions for the generated callbacks of the OpenMP tools interface (rpj_ompt_callbacks.c).
#ifndef RPJ_OMPT_H
#define RPJ_OMPT_H

#include <string.h>

#include "ompt/ompt_data.h"
#include "ompt/ompt_events.h"
#include "ompt/ompt_types.h"

// Indexed by operation. `event` is the number for ompt_set_callback, 0 for an operation that is not a callback;
// `keeps` are the operations (a bit each) whose data words end with this callback, so that it is needed for
// them, too.
typedef struct {
    int event;
    void (*function)(void);
    uint64_t keeps;
} rpj_ompt_callback;

extern const rpj_ompt_callback rpj_ompt_callbacks[RPJ_OMPT_OPERATIONS];

// The names of the functions in rocprofiler_ompt_callback_functions_t, in its order.
enum { RPJ_OMPT_FUNCTIONS = sizeof(rocprofiler_ompt_callback_functions_t) / sizeof(void*) };
extern const char* const rpj_ompt_functions[RPJ_OMPT_FUNCTIONS];

_Static_assert(sizeof((native_ompt_t*)0)->functions == sizeof(rocprofiler_ompt_callback_functions_t), "functions");

#endif
