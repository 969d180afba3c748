// The tool in the program of the twins: prints every field of its events, but of times only their order.
//
// Its services are a list such as `0:callbacks:hip,1:records:range`, or `none`: of which context (0 and 1 are started,
// 2 never is), what (callbacks, records, requests for external ids), and of which kind. `1:size:4096` before the first
// records of a context is the size of its buffer.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

extern "C" {
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>
}

#include "twins.h"

namespace twins {

namespace {

enum { ALL_CONTEXTS = CONTEXTS + 1 };

struct Record {
    int context;
    uint32_t category, kind;
    std::vector<char> bytes;
};

std::string log_text; // of callbacks and the program, in turn
std::mutex lock;
std::vector<Record> records;
rocprofiler_context_id_t contexts[ALL_CONTEXTS];
rocprofiler_buffer_id_t buffers[ALL_CONTEXTS];
size_t sizes[ALL_CONTEXTS] = {1 << 20, 1 << 20, 1 << 20};
std::vector<rocprofiler_external_correlation_id_request_kind_t> requests[ALL_CONTEXTS];
std::string services;

void must(const char* what, rocprofiler_status_t status) {
    if (status) note("%s: %s", what, rocprofiler_get_status_name(status));
}
#define MUST(call) must(#call, call)

std::string hex(const void* from, size_t bytes) {
    static const char digits[] = "0123456789abcdef";
    std::string text;
    for (size_t i = 0; i < bytes; i++) {
        auto byte = ((const unsigned char*)from)[i];
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

// --- events --------------------------------------------------------------------------------------------------------

uint64_t stamp(uint64_t id, uint64_t context) { return id * 0x9e3779b97f4a7c15u ^ context; }

// Attaches an id within some callbacks; the event's EXIT and its record keep the state at the event's begin.
void attach_within(uint64_t id, int context) {
    if (id % 13 == 0) attach(context, id);
    else if (id % 17 == 0) detach(context);
}

void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    int context = (int)(uintptr_t)argument;
    uint64_t size = *(uint64_t*)record.payload, id = record.correlation_id.internal;
    note("thread %d context %d%s kind %d operation %d phase %d ids %lu %lu %lu user %lx payload %s",
         number_of(record.thread_id), context, record.context_id.handle == contexts[context].handle ? "" : " (another)",
         (int)record.kind, (int)record.operation, (int)record.phase, id, record.correlation_id.external.value,
         record.correlation_id.ancestor, user->value, hex(record.payload, size).c_str());
    if (record.phase != ROCPROFILER_CALLBACK_PHASE_ENTER) return;
    user->value = stamp(id, (uint64_t)context);
    attach_within(id, context);
}

void on_records(rocprofiler_context_id_t, rocprofiler_buffer_id_t, rocprofiler_record_header_t** headers, size_t count,
                void* argument, uint64_t dropped) {
    std::lock_guard<std::mutex> guard(lock);
    for (size_t i = 0; i < count; i++) {
        auto* bytes = (const char*)headers[i]->payload;
        uint64_t size = *(const uint64_t*)bytes;
        records.push_back({(int)(uintptr_t)argument, headers[i]->category, headers[i]->kind, {bytes, bytes + size}});
    }
    if (dropped) fprintf(stderr, "%lu dropped\n", dropped);
}

int answer(rocprofiler_thread_id_t, rocprofiler_context_id_t, rocprofiler_external_correlation_id_request_kind_t kind,
           rocprofiler_tracing_operation_t operation, uint64_t internal, rocprofiler_user_data_t* external,
           void* argument) {
    external->value = internal * 1000003 + (uint64_t)kind * 7919 + (uint64_t)operation + (uintptr_t)argument;
    return internal % 5 == 0; // refuses the request
}

// --- services ------------------------------------------------------------------------------------------------------

void callbacks(int context, rocprofiler_callback_tracing_kind_t kind) {
    MUST(rocprofiler_configure_callback_tracing_service(contexts[context], kind, nullptr, 0, on_call,
                                                        (void*)(uintptr_t)context));
}

struct Kind {
    const char* name;
    rocprofiler_callback_tracing_kind_t callbacks;
    rocprofiler_buffer_tracing_kind_t records;
    rocprofiler_external_correlation_id_request_kind_t requests;
};
const Kind kinds[] = {
    {"hip", ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API,
     ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HIP_RUNTIME_API},
    {"core", ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API, ROCPROFILER_BUFFER_TRACING_HSA_CORE_API,
     ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_HSA_CORE_API},
    {"marker", ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API,
     ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MARKER_CORE_API},
    {"range", ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_RANGE_API, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API,
     ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_MARKER_CORE_RANGE_API},
    {"stream", ROCPROFILER_CALLBACK_TRACING_HIP_STREAM, ROCPROFILER_BUFFER_TRACING_HIP_STREAM,
     ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_NONE},
    {"retirement", ROCPROFILER_CALLBACK_TRACING_NONE, ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT,
     ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_NONE},
};

void buffered(int context, rocprofiler_buffer_tracing_kind_t kind) {
    rocprofiler_buffer_id_t& buffer = buffers[context];
    if (!buffer.handle)
        MUST(rocprofiler_create_buffer(contexts[context], sizes[context], sizes[context] / 2,
                                       ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, (void*)(uintptr_t)context,
                                       &buffer));
    MUST(rocprofiler_configure_buffer_tracing_service(contexts[context], kind, nullptr, 0, buffer));
}

void ask_for(int context, const std::string& what, const std::string& kind) {
    if (!contexts[context].handle) MUST(rocprofiler_create_context(&contexts[context]));
    if (what == "size") sizes[context] = (size_t)atoi(kind.c_str());
    for (const Kind& one : kinds) {
        if (kind != one.name) continue;
        if (what == "callbacks") callbacks(context, one.callbacks);
        else if (what == "records") buffered(context, one.records);
        else requests[context].push_back(one.requests);
    }
}

int initialize(rocprofiler_client_finalize_t, void*) {
    std::istringstream list(services == "none" ? "" : services);
    for (std::string service; std::getline(list, service, ',');) {
        size_t end = service.find(':', 2);
        ask_for(service[0] - '0', service.substr(2, end - 2), service.substr(end + 1));
    }
    for (int i = 0; i < CONTEXTS; i++) {
        if (!requests[i].empty())
            MUST(rocprofiler_configure_external_correlation_id_request_service(contexts[i], requests[i].data(),
                                                                               requests[i].size(), answer, (void*)5));
        if (contexts[i].handle) MUST(rocprofiler_start_context(contexts[i]));
    }
    return 0;
}

void flush() {
    for (int i = 0; i < CONTEXTS; i++)
        if (buffers[i].handle) MUST(rocprofiler_flush_buffer(buffers[i]));
}

// At the engine's end, where the program goes on.
void finalize(void*) { flush(); }

// --- output --------------------------------------------------------------------------------------------------------

using Timed = rocprofiler_buffer_tracing_hip_api_record_t; // all records here begin like this

Timed as_timed(const Record& record) {
    Timed timed;
    memcpy(&timed, record.bytes.data(), sizeof timed);
    return timed;
}

bool retires(const Record& record) { return record.kind == ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT; }

rocprofiler_buffer_tracing_correlation_id_retirement_record_t as_retirement(const Record& record) {
    rocprofiler_buffer_tracing_correlation_id_retirement_record_t retirement;
    memcpy(&retirement, record.bytes.data(), sizeof retirement);
    return retirement;
}

uint64_t id_of(const Record& record) {
    return retires(record) ? as_retirement(record).internal_correlation_id : as_timed(record).correlation_id.internal;
}

// Returns all times in order: threads take turns, so that the order is deterministic.
std::vector<uint64_t> all_times() {
    std::vector<uint64_t> times;
    for (auto& record : records) {
        times.push_back(retires(record) ? as_retirement(record).timestamp : as_timed(record).start_timestamp);
        times.push_back(retires(record) ? as_retirement(record).timestamp : as_timed(record).end_timestamp);
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

void print(const Record& record, const std::vector<uint64_t>& times) {
    auto place = [&times](uint64_t time) {
        return (size_t)(std::lower_bound(times.begin(), times.end(), time) - times.begin());
    };
    if (retires(record)) {
        auto retirement = as_retirement(record);
        printf("retired for context %d: %lu time %zu\n", record.context, retirement.internal_correlation_id,
               place(retirement.timestamp));
        return;
    }
    Timed timed = as_timed(record);
    size_t known = sizeof timed;
    printf(
        "record of context %d category %u kind %u: kind %d operation %d ids %lu %lu %lu times %zu %zu thread %d, %zu bytes %s\n",
        record.context, record.category, record.kind, (int)timed.kind, (int)timed.operation,
        timed.correlation_id.internal, timed.correlation_id.external.value, timed.correlation_id.ancestor,
        place(timed.start_timestamp), place(timed.end_timestamp), number_of(timed.thread_id), record.bytes.size(),
        hex(record.bytes.data() + known, record.bytes.size() - known).c_str());
}

} // namespace

void configure_tool(const char* which) { services = which; }

bool has_contexts() { return contexts[0].handle || contexts[1].handle; }

void toggle(int context, bool start) {
    if (!contexts[context].handle) return;
    note("%s context %d: %d", start ? "start" : "stop", context,
         (int)(start ? rocprofiler_start_context(contexts[context]) : rocprofiler_stop_context(contexts[context])));
}

void attach(int context, uint64_t id) {
    rocprofiler_thread_id_t thread;
    if (!contexts[context].handle) return;
    rocprofiler_get_thread_id(&thread);
    MUST(rocprofiler_push_external_correlation_id(contexts[context], thread, {.value = id}));
}

void detach(int context) {
    rocprofiler_thread_id_t thread;
    rocprofiler_user_data_t id{};
    if (!contexts[context].handle) return;
    rocprofiler_get_thread_id(&thread);
    auto status = rocprofiler_pop_external_correlation_id(contexts[context], thread, &id);
    note("detached from context %d: %d %lx", context, (int)status, id.value);
}

void note(const char* format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    std::string line((size_t)vsnprintf(nullptr, 0, format, arguments) + 1, 0);
    vsnprintf(&line[0], line.size(), format, again);
    line.back() = '\n';
    log_text += line;
    va_end(again);
    va_end(arguments);
}

void forget() { log_text.clear(); }

void finish() {
    for (int i = 0; i < CONTEXTS; i++)
        if (contexts[i].handle) rocprofiler_stop_context(contexts[i]);
    flush();
    fputs(log_text.c_str(), stdout);
    std::lock_guard<std::mutex> guard(lock);
    std::stable_sort(records.begin(), records.end(),
                     [](const Record& a, const Record& b) { return id_of(a) < id_of(b); });
    auto times = all_times();
    for (auto& record : records) print(record, times);
}

} // namespace twins

extern "C" __attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t, const char*, uint32_t, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, twins::initialize, twins::finalize, nullptr};
    id->name = "twins";
    return &result;
}
