// The program's calls, kept with their times and arguments.
#include "calls/calls.h"

#include <roctracer/roctracer_hsa.h>
#include <roctracer/roctracer_roctx.h>
#include <roctracer/roctx.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/own_calls.h"
#include "calls/agents.h"
#include "calls/api_data.h"
#include "calls/awake.h"
#include "calls/kept_calls.h"
#include "calls/kernels.h"
#include "rt_limits.h"

// The fields at the beginning of the API data of both.
struct call_head {
    uint64_t correlation_id;
    uint32_t phase;
};

// Start times of this thread's open calls. An exception or longjmp may leave calls that never end: they are dropped
// when an enclosing call ends.
enum { OPEN_MAX = 64 };
static __thread struct {
    uint32_t count;
    struct {
        uint64_t id, begin;
    } calls[OPEN_MAX];
} open_calls;

static __thread uint32_t thread_id;

static uint32_t this_thread(void) {
    if (thread_id == 0) thread_id = (uint32_t)syscall(SYS_gettid);
    return thread_id;
}

static void call_begins(uint64_t id) {
    tool_awake();
    if (open_calls.count == OPEN_MAX) open_calls.count = 0; // no calls nest so deeply: they were all left
    open_calls.calls[open_calls.count].id = id;
    open_calls.calls[open_calls.count++].begin = rt_tool_now();
}

static bool call_ends(uint64_t id, uint64_t* begin) {
    for (uint32_t i = open_calls.count; i-- > 0;) {
        if (open_calls.calls[i].id != id) continue;
        open_calls.count = i;
        *begin = open_calls.calls[i].begin;
        return true;
    }
    return false;
}

static roctracer_record_t record_of(uint32_t domain, uint32_t op, uint64_t id, uint64_t begin, uint64_t end) {
    roctracer_record_t record = {.domain = domain, .op = op};
    record.correlation_id = id;
    record.begin_ns = begin;
    record.end_ns = end;
    record.process_id = (uint32_t)getpid();
    record.thread_id = this_thread();
    return record;
}

void calls_roctx(uint32_t domain, uint32_t op, const void* data, void* argument) {
    (void)argument;
    if (own_calls()) return;
    tool_awake();
    roctx_api_data_t copy;
    memcpy(&copy, data, sizeof copy);
    const char* message = copy.args.message;
    size_t length = message == NULL ? 0 : strlen(message) + 1;
    uint64_t time = rt_tool_now();
    struct event* entry = kept_append(KEPT_ROCTX, sizeof copy + length);
    if (entry == NULL) return;
    entry->record = record_of(domain, op, 0, time, time);
    char* kept = (char*)entry->data + sizeof copy;
    if (message != NULL) copy.args.message = memcpy(kept, message, length);
    if (message != NULL) kept[length - 1] = 0;
    memcpy(entry->data, &copy, sizeof copy);
    kept_ready(entry);
    kept_limit();
}

void calls_hsa(uint32_t domain, uint32_t op, const void* data, void* argument) {
    (void)argument;
    const struct call_head* head = data;
    uint64_t begin, end = 0;
    if (own_calls()) return;
    if (head->phase == ACTIVITY_API_PHASE_ENTER) {
        call_begins(head->correlation_id);
        return;
    }
    // hsa_shut_down also ends the clock.
    if (op != HSA_API_ID_hsa_shut_down) end = rt_tool_now();
    if (!call_ends(head->correlation_id, &begin)) return;
    if (op == HSA_API_ID_hsa_shut_down) end = begin;
    size_t bytes = call_bytes(domain, op);
    roctracer_record_t record = record_of(domain, op, head->correlation_id, begin, end);
    if (!call_is_known(domain, op)) kept_name(&record);
    struct event* entry = kept_append(KEPT_HSA, bytes);
    if (entry == NULL) return;
    entry->record = record;
    memcpy(entry->data, data, bytes);
    call_keep(domain, op, entry->data, NULL, 0);
    kept_ready(entry);
    kept_limit();
    agents_keep_after_call();
}

static void keep_hip(uint32_t op, const void* data, const roctracer_record_t* record) {
    char* made = NULL;
    const char* kernel = kernels_of(op, data, &made);
    size_t bytes = call_bytes(ACTIVITY_DOMAIN_HIP_API, op);
    size_t kernel_bytes = kernel == NULL ? 0 : strlen(kernel) + 1;
    size_t string_bytes = call_string_bytes(ACTIVITY_DOMAIN_HIP_API, op, data);
    if (!call_is_known(ACTIVITY_DOMAIN_HIP_API, op)) kept_name(record);
    struct event* entry = kept_append(KEPT_HIP, bytes + kernel_bytes + string_bytes);
    if (entry != NULL) {
        char* behind = (char*)entry->data + bytes;
        entry->record = *record;
        if (kernel != NULL) entry->record.kernel_name = memcpy(behind, kernel, kernel_bytes);
        memcpy(entry->data, data, bytes);
        call_keep(ACTIVITY_DOMAIN_HIP_API, op, entry->data, behind + kernel_bytes, string_bytes);
        kept_ready(entry);
        kept_limit();
    }
    free(made);
}

void calls_hip(uint32_t domain, uint32_t op, const void* data, void* argument) {
    (void)argument;
    const struct call_head* head = data;
    if (own_calls()) return;
    if (head->phase == ACTIVITY_API_PHASE_ENTER) {
        call_begins(head->correlation_id);
        return;
    }
    uint64_t begin, end = rt_tool_now();
    if (!call_ends(head->correlation_id, &begin)) return;
    roctracer_record_t record = record_of(domain, op, head->correlation_id, begin, end);
    keep_hip(op, data, &record);
    agents_keep_after_call();
}

void calls_forked(void) {
    thread_id = 0;
    open_calls.count = 0;
}
