// A tool that uses all services at once, as large tools do: what its parts share. It keeps every event that it gets,
// its texts by pointer, and writes all of it as JSON to the file EVERYTHING_FILE when it is finalized; check.py beside
// this file reads it.
//
//   contexts.cpp   the contexts by name: what each of them traces, and how they are configured and started
//   callbacks.cpp  what callbacks say, in the payload of each kind
//   records.cpp    what records say, in the struct of each kind
//   agents.cpp     agents, their counters and how their program counters may be sampled
//   external.cpp   external correlation ids: pushed, popped and by request
//   runtime.cpp    the library's own threads, and the tables of the runtimes
//   names.cpp      all kinds and their operations
//   output.cpp     the JSON
//   tool.cpp       the beginning and the end
#ifndef EVERYTHING_H
#define EVERYTHING_H

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

namespace everything {
// A text of the library: where it is, and a copy of it as it was. Both are compared at the end.
struct Text {
    const char* at = nullptr;
    std::string then;

    Text() = default;
    explicit Text(const char* text) : at(text), then(text ? text : "") {}
};

struct Argument {
    Text type, name;
    std::string value; // valid only during the callback
};

enum class Source { callback, record };

// A callback or a record.
struct Event {
    size_t context = 0; // index in contexts()
    Source source = Source::callback;
    int kind = 0, operation = 0, phase = 0;
    uint64_t thread = 0, caller = 0;
    uint64_t internal = 0, external = 0, ancestor = 0;
    uint64_t start = 0, end = 0; // of a callback without times of its own: when it came
    bool right_size = true;
    std::vector<std::pair<const char*, uint64_t>> numbers;
    std::vector<std::pair<const char*, Text>> texts;
    std::vector<Argument> arguments;
};

// Everything that happened, in the order in which it was told.
class Log {
  public:
    void add(Event&& event);
    const std::deque<Event>& events() const { return events_; } // once nobody adds any more

  private:
    std::mutex lock_;
    std::deque<Event> events_;
};

Log& events();

uint64_t now();
uint64_t this_thread();

// --- statuses ------------------------------------------------------------------------------------------------------

// What the library answered: `what` is written once per kind of question and object.
void answered(const std::string& what, rocprofiler_status_t status);
std::map<std::string, std::string> answers();

// --- contexts ------------------------------------------------------------------------------------------------------

struct Context {
    std::string name;
    std::vector<rocprofiler_callback_tracing_kind_t> callbacks;
    std::vector<rocprofiler_buffer_tracing_kind_t> records;
    size_t buffer_bytes = 0, watermark = 0;
    bool own_thread = false;    // its buffer is delivered by a thread of its own
    bool by_request = false;    // the library asks for the external ids
    bool counts = false;        // counters of dispatches
    bool counts_device = false; // counters of devices

    rocprofiler_context_id_t id = {0};
    rocprofiler_buffer_id_t buffer = {0};
    uint64_t pushed = 0; // external id of the thread that initialized
    uint64_t popped = 0; // by the thread that finalized
    uint64_t dropped = 0;
};

std::vector<Context>& contexts();
Context& context(const std::string& name);
void make_contexts();
void configure(const std::string& name);
void start(const std::string& name);
void pause_all(bool pause);
void flush_all();
void ask_whether_active(const char* when);

void on_callback(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* context);
void on_records(rocprofiler_context_id_t id, rocprofiler_buffer_id_t buffer, rocprofiler_record_header_t** headers,
                size_t count, void* context, uint64_t dropped);

// --- agents and counters ---------------------------------------------------------------------------------------------

struct Agent {
    uint64_t id, node;
    int type, logical, logical_of_type;
    Text name, vendor, product, model;
    std::string statuses; // of the questions about its counters and samples
    size_t counters, samples;
};

std::vector<Agent> query_agents();
const std::vector<Agent>& first_agents();
void query_first_agents();
void count_dispatches(Context& context);
void count_devices(Context& context);

// --- external ids --------------------------------------------------------------------------------------------------

struct Request {
    size_t context;
    int kind, operation;
    uint64_t thread, caller, internal, answer;
};

void configure_requests(Context& context);
void push_external_ids();
bool pop_external_ids();
std::vector<Request> requests();

// --- the library and the runtimes ----------------------------------------------------------------------------------

struct InternalThread {
    int library;
    bool before;
    uint64_t caller;
};

struct Table {
    int type;
    Text name;
    uint64_t version, instance, tables;
    bool readable;
};

void watch_internal_threads();
void watch_tables();
std::vector<InternalThread> internal_threads();
std::vector<Table> tables();

// --- names ---------------------------------------------------------------------------------------------------------

struct Kind {
    Text name;
    std::map<int, Text> operations;
};

void query_names();
const std::map<int, Kind>& callback_kinds();
const std::map<int, Kind>& buffer_kinds();

// --- the end -------------------------------------------------------------------------------------------------------

struct Times {
    uint64_t initialized, finalized, initializing_thread, finalizing_thread;
};

bool write_all(const char* file, const Times& times);
} // namespace everything

#endif
