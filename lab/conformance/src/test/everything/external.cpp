// External correlation ids: each context gets one in initialize, which is popped in finalize; and one context is
// asked for each of its ids.
#include "everything.h"

namespace everything {
namespace {
constexpr uint64_t first_pushed = 0x5000;

std::mutex& lock() {
    static std::mutex& made = *new std::mutex;
    return made;
}

std::vector<Request>& all_requests() {
    static auto& made = *new std::vector<Request>;
    return made;
}

// The answer of a request is its own number, so that each event's can be told from every other's.
int on_request(rocprofiler_thread_id_t thread, rocprofiler_context_id_t,
               rocprofiler_external_correlation_id_request_kind_t kind, rocprofiler_tracing_operation_t operation,
               uint64_t internal, rocprofiler_user_data_t* external, void* data) {
    auto place = static_cast<size_t>(static_cast<Context*>(data) - contexts().data());
    std::lock_guard<std::mutex> held(lock());
    external->value = 1000000 + all_requests().size();
    all_requests().push_back({place, kind, operation, thread, this_thread(), internal, external->value});
    return 0;
}
} // namespace

void configure_requests(Context& context) {
    std::vector<rocprofiler_external_correlation_id_request_kind_t> kinds;
    for (int kind = ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_NONE + 1;
         kind < ROCPROFILER_EXTERNAL_CORRELATION_REQUEST_LAST; kind++)
        kinds.push_back(static_cast<rocprofiler_external_correlation_id_request_kind_t>(kind));
    answered(context.name + ": requests", rocprofiler_configure_external_correlation_id_request_service(
                                              context.id, kinds.data(), kinds.size(), on_request, &context));
}

void push_external_ids() {
    uint64_t next = first_pushed;
    for (Context& each : contexts()) {
        rocprofiler_user_data_t value = {};
        value.value = each.pushed = next++;
        answered(each.name + ": push", rocprofiler_push_external_correlation_id(each.id, this_thread(), value));
    }
}

// A thread that pushed nothing pops 0, with SUCCESS too.
bool pop_external_ids() {
    bool good = true;
    for (Context& each : contexts()) {
        rocprofiler_user_data_t value = {};
        rocprofiler_status_t status = rocprofiler_pop_external_correlation_id(each.id, this_thread(), &value);
        answered(each.name + ": pop", status);
        each.popped = value.value;
        good &= status == ROCPROFILER_STATUS_SUCCESS;
    }
    return good;
}

std::vector<Request> requests() {
    std::lock_guard<std::mutex> held(lock());
    return all_requests();
}
} // namespace everything
