// A tool with two contexts for OpenMP, callbacks and records, that two threads start and stop all the time. At the
// end, prints whether each scope had its end, in the same context and with its own data words.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <rocprofiler-sdk/ompt.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static atomic_long enters, exits, records, wrong, stops;
static atomic_int over;
static rocprofiler_context_id_t with_callbacks, with_records;
static rocprofiler_buffer_id_t buffer;
static pthread_t threads[2];

static void must(rocprofiler_status_t status) {
    if (status == ROCPROFILER_STATUS_SUCCESS) return;
    fprintf(stderr, "%s\n", rocprofiler_get_status_name(status));
    abort();
}

// The tool's data word of a task is the id of the task's scope while that is open.
static void check_task(const rocprofiler_callback_tracing_record_t* record, ompt_data_t* task) {
    uint64_t id = record->correlation_id.internal;
    if (record->phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        wrong += task->value != 0;
        task->value = id;
    } else {
        wrong += task->value != id;
    }
}

static void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user_data, void* argument) {
    const rocprofiler_callback_tracing_ompt_data_t* data = record.payload;
    (void)argument;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        enters++;
        wrong += user_data->value != 0;
        user_data->value = record.correlation_id.internal;
    } else if (record.phase == ROCPROFILER_CALLBACK_PHASE_EXIT) {
        exits++;
        wrong += user_data->value != record.correlation_id.internal;
    }
    if (record.operation == ROCPROFILER_OMPT_ID_implicit_task) check_task(&record, data->args.implicit_task.task_data);
}

static void on_records(rocprofiler_context_id_t from, rocprofiler_buffer_id_t id, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    (void)from, (void)id, (void)data, (void)dropped;
    for (size_t i = 0; i < count; i++) {
        const rocprofiler_buffer_tracing_ompt_record_t* record = headers[i]->payload;
        wrong += record->size != sizeof *record || record->start_timestamp > record->end_timestamp;
        records++;
    }
}

static void* toggle(void* unused) {
    while (!over) {
        // The other thread may have stopped it first.
        if (rocprofiler_stop_context(with_callbacks) == ROCPROFILER_STATUS_SUCCESS) stops++;
        rocprofiler_start_context(with_callbacks);
        rocprofiler_stop_context(with_records);
        rocprofiler_start_context(with_records);
    }
    return unused;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    must(rocprofiler_create_context(&with_callbacks));
    must(rocprofiler_create_context(&with_records));
    must(rocprofiler_configure_callback_tracing_service(with_callbacks, ROCPROFILER_CALLBACK_TRACING_OMPT, NULL, 0,
                                                        on_event, NULL));
    must(rocprofiler_create_buffer(with_records, 1 << 20, 1 << 19, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL,
                                   &buffer));
    must(rocprofiler_configure_buffer_tracing_service(with_records, ROCPROFILER_BUFFER_TRACING_OMPT, NULL, 0, buffer));
    must(rocprofiler_start_context(with_callbacks));
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, toggle, NULL);
    return 0;
}

static void finalize(void* data) {
    (void)data;
    over = 1;
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    must(rocprofiler_flush_buffer(buffer));
    fprintf(stderr, "enters - exits: %ld, wrong: %ld, some events: %d, some records: %d, some stops: %d\n",
            enters - exits, wrong, enters > 0, records > 0, stops > 0);
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime_version, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    (void)version, (void)runtime_version, (void)priority;
    id->name = "ompt storm";
    return &result;
}
