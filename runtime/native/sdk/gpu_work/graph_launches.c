// See graph_launches.h.
#include "gpu_work/graph_launches.h"

#include <rocprofiler-sdk/buffer_tracing.h>
#include <rocprofiler-sdk/hip/runtime_api_id.h>

#include "engine/admission.h"
#include "gpu/graphs.h"
#include "gpu_work/work.h"
#include "threads/inside.h"

typedef rocprofiler_buffer_tracing_hip_graph_record_t record_t;

// As AMD's library (rocprofiler-sdk 1.3.0, `graph.cpp`): operation 0, no queue, no ancestor.
static void write_record(native_thread_t* thread, const native_graph_event_t* launch) {
    const rpj_work_origin origin = rpj_work_origin_of(thread);
    record_t* record = rpj_kept_claim(thread, 0, sizeof *record);
    if (record == NULL) return;
    record->kind = ROCPROFILER_BUFFER_TRACING_HIP_GRAPH;
    record->correlation_id.internal = origin.internal ? origin.internal : rpj_next_id(thread);
    record->correlation_id.external.value = origin.external;
    record->thread_id = origin.tid;
    record->start_timestamp = launch->start_ns;
    record->end_timestamp = launch->end_ns;
    record->agent_id.handle = launch->agent_id;
    record->graph_exec_id.handle = launch->id;
    record->kernel_dispatch_count = launch->kernels;
    rpj_kept_commit(record, sizeof *record);
}

void rpj_graph_launched(const native_graph_event_t* launch) {
    native_thread_t* thread = rpj_is_recording(rpj_work.graphs) ? rpj_admit_without_java() : NULL;
    if (thread == NULL) return;
    rpj_cancellation cancel = rpj_inside_begin(thread);
    rpj_kept_submitted(thread, 0);
    write_record(thread, launch);
    rpj_inside_end(thread, cancel);
}

// A function of the first HIP of the process.
static void replace(const rpj_hsa_table* table, uint64_t operation, void** own, void* ours) {
    void** place = rpj_function_place(table, operation);
    if (place == NULL || *place == NULL || *own != NULL) return;
    *own = *place;
    __atomic_store_n(place, ours, __ATOMIC_RELEASE);
}

#define REPLACE(function, field) \
    replace(table, ROCPROFILER_HIP_RUNTIME_API_ID_##function, &rpj_graphs.field, rpj_graphs.my_##field)

void rpj_graphs_follow(const rpj_hsa_table* table) {
    REPLACE(hipGraphInstantiate, instantiate);
    REPLACE(hipGraphInstantiateWithFlags, instantiate_flags);
    REPLACE(hipGraphInstantiateWithParams, instantiate_params);
    REPLACE(hipGraphExecDestroy, destroy);
    REPLACE(hipGraphLaunch, launch);
    REPLACE(hipGraphLaunch_spt, launch_spt);
}
