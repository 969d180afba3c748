// The contexts by name. Each service has one of its own, callbacks and records apart; one more records all kinds
// in one buffer, so that their order is seen.
#include <cstdio>
#include <cstdlib>

#include "everything.h"

#define CALLBACK(kind) ROCPROFILER_CALLBACK_TRACING_##kind
#define BUFFER(kind) ROCPROFILER_BUFFER_TRACING_##kind

namespace everything {
namespace {
constexpr size_t page = 4096;

Context callbacks(const char* name, std::vector<rocprofiler_callback_tracing_kind_t> kinds) {
    Context made;
    made.name = name;
    made.callbacks = std::move(kinds);
    return made;
}

Context records(const char* name, std::vector<rocprofiler_buffer_tracing_kind_t> kinds, size_t pages, size_t watermark,
                bool own_thread) {
    Context made;
    made.name = name;
    made.records = std::move(kinds);
    made.buffer_bytes = pages * page;
    made.watermark = watermark;
    made.own_thread = own_thread;
    return made;
}

std::vector<rocprofiler_buffer_tracing_kind_t> all_records() {
    std::vector<rocprofiler_buffer_tracing_kind_t> kinds;
    for (int kind = BUFFER(NONE) + 1; kind < BUFFER(LAST); kind++)
        if ((kind < BUFFER(KFD_EVENT_PAGE_MIGRATE) || kind > BUFFER(KFD_QUEUE)) && kind != BUFFER(HIP_GRAPH)
            && kind != BUFFER(HIP_EVENT))
            kinds.push_back(static_cast<rocprofiler_buffer_tracing_kind_t>(kind));
    return kinds;
}

std::vector<Context> services() {
    std::vector<Context> all = {
        callbacks("runtime initialization callbacks", {CALLBACK(RUNTIME_INITIALIZATION)}),
        callbacks("hsa callbacks", {CALLBACK(HSA_CORE_API), CALLBACK(HSA_AMD_EXT_API), CALLBACK(HSA_IMAGE_EXT_API),
                                    CALLBACK(HSA_FINALIZE_EXT_API)}),
        callbacks("hip callbacks", {CALLBACK(HIP_RUNTIME_API), CALLBACK(HIP_COMPILER_API)}),
        callbacks("marker callbacks", {CALLBACK(MARKER_CORE_API), CALLBACK(MARKER_CONTROL_API),
                                       CALLBACK(MARKER_NAME_API), CALLBACK(MARKER_CORE_RANGE_API)}),
        callbacks("control", {CALLBACK(MARKER_CONTROL_API)}),
        callbacks("code object callbacks", {CALLBACK(CODE_OBJECT)}),
        callbacks("dispatch callbacks", {CALLBACK(KERNEL_DISPATCH)}),
        callbacks("copy callbacks", {CALLBACK(MEMORY_COPY)}),
        callbacks("allocation callbacks", {CALLBACK(MEMORY_ALLOCATION)}),
        callbacks("scratch callbacks", {CALLBACK(SCRATCH_MEMORY)}),
        callbacks("stream callbacks", {CALLBACK(HIP_STREAM)}),
        callbacks("library callbacks", {CALLBACK(RCCL_API), CALLBACK(ROCDECODE_API), CALLBACK(ROCJPEG_API),
                                        CALLBACK(ROCSHMEM_API), CALLBACK(HIPFILE_API)}),
        callbacks("openmp callbacks", {CALLBACK(OMPT)}),
        records("runtime initialization records", {BUFFER(RUNTIME_INITIALIZATION)}, 1, 1, false),
        records(
            "hsa records",
            {BUFFER(HSA_CORE_API), BUFFER(HSA_AMD_EXT_API), BUFFER(HSA_IMAGE_EXT_API), BUFFER(HSA_FINALIZE_EXT_API)},
            64, 32 * page, true),
        records("hip records", {BUFFER(HIP_RUNTIME_API), BUFFER(HIP_COMPILER_API)}, 16, 14 * page, true),
        records("hip records with arguments", {BUFFER(HIP_RUNTIME_API_EXT), BUFFER(HIP_COMPILER_API_EXT)}, 16, 2 * page,
                false),
        records("marker records",
                {BUFFER(MARKER_CORE_API), BUFFER(MARKER_CONTROL_API), BUFFER(MARKER_NAME_API),
                 BUFFER(MARKER_CORE_RANGE_API)},
                1, page, false),
        records("dispatch records", {BUFFER(KERNEL_DISPATCH)}, 2, page, true),
        records("copy records", {BUFFER(MEMORY_COPY)}, 1, page / 2, false),
        records("allocation records", {BUFFER(MEMORY_ALLOCATION)}, 4, 3 * page, false),
        records("scratch records", {BUFFER(SCRATCH_MEMORY)}, 1, page, false),
        records("stream records", {BUFFER(HIP_STREAM)}, 1, page, false),
        records("retirements", {BUFFER(CORRELATION_ID_RETIREMENT)}, 8, 4 * page, true),
        records("library records",
                {BUFFER(RCCL_API), BUFFER(ROCDECODE_API), BUFFER(ROCDECODE_API_EXT), BUFFER(ROCJPEG_API),
                 BUFFER(ROCSHMEM_API_EXT), BUFFER(HIPFILE_API_EXT)},
                4, page, false),
        records("openmp records", {BUFFER(OMPT)}, 4, page, false),
        records("driver records",
                {BUFFER(KFD_EVENT_PAGE_MIGRATE), BUFFER(KFD_EVENT_PAGE_FAULT), BUFFER(KFD_EVENT_QUEUE),
                 BUFFER(KFD_EVENT_UNMAP_FROM_GPU), BUFFER(KFD_EVENT_DROPPED_EVENTS), BUFFER(KFD_PAGE_MIGRATE),
                 BUFFER(KFD_PAGE_FAULT), BUFFER(KFD_QUEUE)},
                1, page, false),
        records("together", all_records(), 64, 48 * page, true),
        records("by request", all_records(), 64, 32 * page, false),
        records("dispatch counters", {}, 4, page, false),
        records("device counters", {}, 4, page, false),
    };
    return all;
}

std::string of(const Context& context, const std::string& what) { return context.name + ": " + what; }

// The library's callbacks get a pointer to the context, so the vector must not grow once they do.
std::vector<Context>& all_contexts() {
    static auto& all = *new std::vector<Context>(services());
    return all;
}

std::map<std::string, size_t>& places() {
    static auto& map = *new std::map<std::string, size_t>;
    return map;
}

// EVERYTHING_WITHOUT=NAME,NAME leaves contexts out.
bool wanted(const std::string& name) {
    const char* without = getenv("EVERYTHING_WITHOUT");
    return !without || ("," + std::string(without) + ",").find("," + name + ",") == std::string::npos;
}

void make_buffer(Context& each) {
    answered(of(each, "create buffer"),
             rocprofiler_create_buffer(each.id, each.buffer_bytes, each.watermark, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                       on_records, &each, &each.buffer));
    if (!each.own_thread) return;
    rocprofiler_callback_thread_t thread = {0};
    answered(of(each, "create thread"), rocprofiler_create_callback_thread(&thread));
    answered(of(each, "assign thread"), rocprofiler_assign_callback_thread(each.buffer, thread));
}

} // namespace

std::vector<Context>& contexts() { return all_contexts(); }

Context& context(const std::string& name) { return all_contexts().at(places().at(name)); }

void make_contexts() {
    auto& all = all_contexts();
    for (size_t i = 0; i < all.size();) {
        if (wanted(all[i].name)) i++;
        else all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (size_t i = 0; i < all.size(); i++) {
        Context& each = all[i];
        places()[each.name] = i;
        each.by_request = each.name == "by request";
        each.counts = each.name == "dispatch counters";
        each.counts_device = each.name == "device counters";
        answered(of(each, "create context"), rocprofiler_create_context(&each.id));
        if (each.buffer_bytes) make_buffer(each);
    }
}

void configure(const std::string& name) {
    Context& each = context(name);
    for (auto kind : each.callbacks)
        answered(of(each, "callbacks of " + callback_kinds().at(kind).name.then),
                 rocprofiler_configure_callback_tracing_service(each.id, kind, nullptr, 0, on_callback, &each));
    for (auto kind : each.records)
        answered(of(each, "records of " + buffer_kinds().at(kind).name.then),
                 rocprofiler_configure_buffer_tracing_service(each.id, kind, nullptr, 0, each.buffer));
    if (each.by_request) configure_requests(each);
    if (each.counts) count_dispatches(each);
    if (each.counts_device) count_devices(each);
}

// The program pauses all contexts but those that must go on: the one that hears of the end of the pause, and the one
// that would not hear later of what was loaded.
void pause_all(bool pause) {
    for (Context& each : all_contexts()) {
        if (each.name == "control" || each.name == "code object callbacks") continue;
        if (pause) answered(of(each, "pause"), rocprofiler_stop_context(each.id));
        else answered(of(each, "resume"), rocprofiler_start_context(each.id));
    }
}

void start(const std::string& name) {
    Context& each = context(name);
    int valid = 0;
    answered(of(each, "valid"), rocprofiler_context_is_valid(each.id, &valid));
    if (valid == 0) answered(of(each, "valid"), ROCPROFILER_STATUS_ERROR_CONTEXT_INVALID);
    else answered(of(each, "start"), rocprofiler_start_context(each.id));
}

void flush_all() {
    for (Context& each : all_contexts())
        if (each.buffer.handle) answered(of(each, "flush"), rocprofiler_flush_buffer(each.buffer));
}

void ask_whether_active(const char* when) {
    for (Context& each : all_contexts()) {
        int active = -1;
        rocprofiler_status_t status = rocprofiler_context_is_active(each.id, &active);
        answered(of(each, std::string(active ? "active in " : "inactive in ") + when), status);
    }
}
} // namespace everything
