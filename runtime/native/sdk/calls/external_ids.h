// External correlation ids: tools push them for threads, and thereby for the threads' calls.
#ifndef RPJ_EXTERNAL_IDS_H
#define RPJ_EXTERNAL_IDS_H

#include <rocprofiler-sdk/external_correlation.h>

#include "base/rpj.h"

// Fills in the external correlation ids of an event's entries (`frame->external`), sending requests to the
// tools that handle them, and marks them as present in `frame->externals`; `again`: after the ENTER callbacks,
// for entries without requests, whether or not the ids have been filled in before. frame->internal_id is set.
// Any thread.
void rpj_externals(const native_plan_t* plan, native_frame_t* frame, uint64_t entries, uint64_t again);

// Answers with the id that the calling thread's kernels have (native_thread_t.kernel_id, or its virtual thread's), and
// the stream of its call from bit `stream_shift` up, if that is not 0. Calls no tool. Any thread.
int rpj_kernel_id_request(rocprofiler_thread_id_t tid, rocprofiler_context_id_t context,
                          rocprofiler_external_correlation_id_request_kind_t kind,
                          rocprofiler_tracing_operation_t operation, uint64_t internal, rocprofiler_user_data_t* answer,
                          void* stream_shift);

#endif
