// The beginning and the end of the tool.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

#include "everything.h"

namespace everything {
void Log::add(Event&& event) {
    std::lock_guard<std::mutex> held(lock_);
    events_.push_back(std::move(event));
}

// Never destroyed, since threads may still call when the program's static objects end.
Log& events() {
    static Log& log = *new Log;
    return log;
}

uint64_t now() {
    rocprofiler_timestamp_t time = 0;
    rocprofiler_get_timestamp(&time);
    return time;
}

uint64_t this_thread() {
    thread_local uint64_t id = static_cast<uint64_t>(syscall(SYS_gettid));
    return id;
}

namespace {
std::mutex& answers_lock() {
    static std::mutex& lock = *new std::mutex;
    return lock;
}

std::map<std::string, std::string>& all_answers() {
    static auto& map = *new std::map<std::string, std::string>;
    return map;
}
} // namespace

void answered(const std::string& what, rocprofiler_status_t status) {
    const char* name = rocprofiler_get_status_name(status);
    std::lock_guard<std::mutex> held(answers_lock());
    all_answers()[what] = name ? name : "no status";
}

std::map<std::string, std::string> answers() {
    std::lock_guard<std::mutex> held(answers_lock());
    return all_answers();
}

namespace {
Times times;

int initialize(rocprofiler_client_finalize_t, void* data) {
    times.initialized = now();
    times.initializing_thread = this_thread();
    if (data != &times) fprintf(stderr, "everything: wrong data in initialize\n");
    query_names();
    query_first_agents();
    make_contexts();
    for (const Context& each : contexts()) configure(each.name);
    push_external_ids();
    for (const Context& each : contexts()) start(each.name);
    ask_whether_active("initialize");
    return 0;
}

// Writes nothing unless the ids pushed by `initialize` can be popped.
void finalize(void* data) {
    times.finalizing_thread = this_thread();
    if (data != &times) fprintf(stderr, "everything: wrong data in finalize\n");
    bool popped = pop_external_ids();
    ask_whether_active("finalize");
    flush_all();
    times.finalized = now();
    if (!popped) {
        fprintf(stderr, "everything: the external ids cannot be popped\n");
        return;
    }
    const char* file = getenv("EVERYTHING_FILE");
    if (!write_all(file ? file : "everything.json", times)) fprintf(stderr, "everything: cannot write its file\n");
}
} // namespace
} // namespace everything

extern "C" ROCPROFILER_EXPORT rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version,
                                                                                         const char* runtime_version,
                                                                                         uint32_t,
                                                                                         rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, everything::initialize, everything::finalize,
                                                         &everything::times};
    if (version < 10000 * ROCPROFILER_VERSION_MAJOR || !runtime_version) return nullptr;
    id->name = "everything";
    everything::watch_internal_threads();
    everything::watch_tables();
    return &result;
}
