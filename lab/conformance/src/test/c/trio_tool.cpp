// A tool that counts callbacks in one context and records in another, both of HIP and markers. Writes the counts to
// the file NAME.txt in the working directory, where NAME.so is its own file.
//
// TRIO_NAME=HOW: it does something forbidden to tools at a place that HOW names:
//   throw-PLACE      a C++ exception: configure, initialize, thread (callback of internal threads), callback,
//                    records, finalize
//   garbage-WHAT     in the result of configure: result, initialize, finalize, size, name
//   block-PLACE      callback: each thread's first callback until a share of all callbacks has arrived; records: until
//                    all have; finalize, ever: in finalize and in the records' callback, until the process exits
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

namespace {
std::atomic<long> enters, exits, records, drops;
std::string own_name, how;
rocprofiler_context_id_t called, recorded;
rocprofiler_buffer_id_t buffer;

bool is(const char* what) { return how == what; }

void maybe_throw(const char* place) {
    if (how == std::string("throw-") + place) throw std::runtime_error(place);
}

void for_ever() {
    for (;;) pause();
}

long expected() { return atol(getenv("TRIO_CALLS")); }

void must(const char* what, rocprofiler_status_t status) {
    if (status) fprintf(stderr, "%s: %s: %s\n", own_name.c_str(), what, rocprofiler_get_status_name(status));
}
#define MUST(call) must(#call, call)

void on_event(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*, void*) {
    thread_local bool first = true;
    bool enter = record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
    (enter ? enters : exits)++;
    if (is("block-callback") && first && record.thread_id != (uint64_t)getpid()) {
        first = false;
        // The last thread continues at once.
        static std::atomic<int> waiting;
        if (++waiting < atoi(getenv("TRIO_THREADS")))
            while (enters < expected() / (2 * atoi(getenv("TRIO_THREADS")))) sched_yield();
    }
    maybe_throw("callback");
}

void on_records(rocprofiler_context_id_t, rocprofiler_buffer_id_t, rocprofiler_record_header_t**, size_t count, void*,
                uint64_t dropped) {
    records += (long)count;
    drops = (long)dropped;
    if (is("block-records"))
        while (exits < expected()) sched_yield();
    if (is("block-ever")) for_ever();
    maybe_throw("records");
}

void on_thread(rocprofiler_runtime_library_t, void*) { maybe_throw("thread"); }

void services() {
    static const rocprofiler_callback_tracing_kind_t callbacks[] = {ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API,
                                                                    ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API};
    static const rocprofiler_buffer_tracing_kind_t buffered[] = {ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API,
                                                                 ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API};
    MUST(rocprofiler_create_context(&called));
    MUST(rocprofiler_create_context(&recorded));
    // Large enough for all records, so that only a blocking tool waits; a low watermark, so that much is
    // delivered early.
    MUST(rocprofiler_create_buffer(recorded, 1 << 20, 1 << 14, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, nullptr,
                                   &buffer));
    for (auto kind : callbacks)
        MUST(rocprofiler_configure_callback_tracing_service(called, kind, nullptr, 0, on_event, nullptr));
    for (auto kind : buffered) MUST(rocprofiler_configure_buffer_tracing_service(recorded, kind, nullptr, 0, buffer));
    MUST(rocprofiler_start_context(called));
    MUST(rocprofiler_start_context(recorded));
}

int initialize(rocprofiler_client_finalize_t, void*) {
    services();
    maybe_throw("initialize");
    return 0;
}

void finalize(void*) {
    if (is("block-finalize")) for_ever();
    MUST(rocprofiler_flush_buffer(buffer));
    if (FILE* out = fopen((own_name + ".txt").c_str(), "w")) {
        fprintf(out, "%ld enters, %ld exits, %ld records, %ld dropped\n", enters.load(), exits.load(), records.load(),
                drops.load());
        fclose(out);
    }
    maybe_throw("finalize");
}

void find_own_name() {
    Dl_info info;
    if (!dladdr(reinterpret_cast<void*>(finalize), &info)) return;
    std::string path = info.dli_fname;
    size_t begin = path.rfind('/') + 1;
    own_name = path.substr(begin, path.rfind('.') - begin);
    if (const char* value = getenv(("TRIO_" + own_name).c_str())) how = value;
}
} // namespace

extern "C" __attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t, const char*, uint32_t, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, nullptr};
    find_own_name();
    id->name = own_name.c_str();
    void* nothing = reinterpret_cast<void*>(0x123456789000);
    MUST(rocprofiler_at_internal_thread_create(on_thread, on_thread, ROCPROFILER_LIBRARY, nullptr));
    if (is("garbage-result")) return static_cast<rocprofiler_tool_configure_result_t*>(nothing);
    if (is("garbage-initialize")) memcpy(&result.initialize, &nothing, sizeof nothing);
    if (is("garbage-finalize")) memcpy(&result.finalize, &nothing, sizeof nothing);
    if (is("garbage-size")) result.size = SIZE_MAX;
    if (is("garbage-name")) id->name = static_cast<const char*>(nothing);
    if (is("garbage-data")) result.initialize = reinterpret_cast<decltype(result.initialize)>(&result);
    maybe_throw("configure");
    return &result;
}
