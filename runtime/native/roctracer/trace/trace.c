// From a runtime's events to the clients: the one function that all sources of events call.
#include "trace/trace.h"

#include <roctracer/roctracer_hip.h>

#include "base/clock.h"
#include "base/errors.h"
#include "base/threads.h"
#include "pool/pool.h"
#include "rt_limits.h"
#include "trace/hip_copies.h"
#include "trace/hip_reports.h"
#include "trace/hip_work.h"
#include "trace/registry.h"

_Atomic bool rt_stopped;
_Atomic(void (*)(void)) rt_before_events;

static _Atomic uint32_t hip_tail = RT_HIP_TAIL;

uint32_t rt_hip_tail(void) { return atomic_load_explicit(&hip_tail, memory_order_relaxed); }

void rt_use_hip_tail(uint32_t offset) { atomic_store(&hip_tail, offset); }

static inline struct rt_td_tail* tail_of(void* td, uint32_t offset) { return (struct rt_td_tail*)((char*)td + offset); }

static inline uint32_t enabled(const struct rt_op* op) {
    const uint32_t flags = atomic_load_explicit(&op->flags, memory_order_acquire);
    if (flags == 0 || RT_UNLIKELY(rt_own_calls != 0)) return 0;
    return atomic_load_explicit(&rt_stopped, memory_order_relaxed) ? 0 : flags;
}

static bool is_question(const void* data) {
    return (uintptr_t)data <= 1; // generation C of the protocol asks with 1 when a command is created
}

// --- calls of HSA and HIP ------------------------------------------------------------------------------------------

// The pair of functions around the calls of one domain; a runtime only has their addresses.
#define CALLS(name, domain, offset) \
    static void name##_exit(uint32_t op, void* td) { leave(domain, op, td, tail_of(td, offset)); } \
    static void name##_exit_with_callback(uint32_t op, void* td) { \
        tell_exit(domain, op, td); \
        name##_exit(op, td); \
    } \
    static void name##_enter(uint32_t op, void* td) { \
        struct rt_td_tail* tail = tail_of(td, offset); \
        tail->phase_exit = tell_enter(domain, op, td, tail) ? name##_exit_with_callback : name##_exit; \
    } \
    static int name##_begin(uint32_t op, uint32_t flags, void* td) { \
        struct rt_td_tail* tail = tail_of(td, offset); \
        begin(domain, op, td, tail, flags); \
        tail->phase_enter = flags & RT_CALLBACK ? name##_enter : NULL; \
        tail->phase_exit = name##_exit; \
        return 0; \
    }

static void begin(uint32_t domain, uint32_t op, struct rt_td_head* head, struct rt_td_tail* tail, uint32_t flags) {
    const uint64_t id = rt_next_id();
    head->correlation_id = id;
    rt_push(domain, op, id, head);
    // Read before any client is called, so that the record's interval includes both callbacks. 0: no record.
    tail->enter_timestamp = flags & RT_ACTIVITY ? rt_now() : 0;
}

// Calls the client's function. @return false when it has been removed
static bool tell(uint32_t domain, uint32_t op, struct rt_td_head* head, uint32_t phase) {
    const struct rt_op* one = rt_op_of(rt_domain(domain), op);
    if (!(enabled(one) & RT_CALLBACK)) return false;
    const struct rt_callback callback = rt_read(one).callback;
    if (callback.function == NULL) return false;
    head->phase = phase;
    callback.function(domain, op, head, callback.argument);
    return true;
}

static bool tell_enter(uint32_t domain, uint32_t op, void* td, struct rt_td_tail* tail) {
    tail->client_data = &tail->phase_data;
    return tell(domain, op, td, ACTIVITY_API_PHASE_ENTER);
}

static void tell_exit(uint32_t domain, uint32_t op, void* td) { tell(domain, op, td, ACTIVITY_API_PHASE_EXIT); }

static void leave(uint32_t domain, uint32_t op, struct rt_td_head* head, struct rt_td_tail* tail) {
    const struct rt_op* one = rt_op_of(rt_domain(domain), op);
    // An activity enabled during the call has no start time, so this call gets no record.
    if (tail->enter_timestamp != 0 && (enabled(one) & RT_ACTIVITY)) {
        const struct rt_sink sink = rt_read(one).sink;
        const activity_record_t record = {
            .domain = domain,
            .op = op,
            .correlation_id = head->correlation_id,
            .begin_ns = tail->enter_timestamp,
            .end_ns = rt_now(),
            .process_id = rt_process_id(),
            .thread_id = rt_thread_id(),
        };
        activity_record_t companion = {
            .domain = ACTIVITY_DOMAIN_EXT_API,
            .op = ACTIVITY_EXT_OP_EXTERN_ID,
            .correlation_id = head->correlation_id,
        };
        const bool has_companion = rt_external_top(&companion.external_id);
        rt_pool_write(sink, has_companion ? &companion : NULL, &record, NULL);
    }
    rt_pop(head);
    if (domain == ACTIVITY_DOMAIN_HIP_API && rt_hip_reports_after(op)) rt_hip_await_reports();
}

CALLS(hsa, ACTIVITY_DOMAIN_HSA_API, RT_HSA_TAIL)
CALLS(hip, ACTIVITY_DOMAIN_HIP_API, RT_HIP_TAIL)
CALLS(hip5, ACTIVITY_DOMAIN_HIP_API, RT_HIP5_TAIL)

// --- other events --------------------------------------------------------------------------------------------------

// Records of commands created before roctracer_stop are also accepted after it.
static int deliver(const struct rt_op* op, const activity_record_t* theirs, bool named) {
    if (!(atomic_load_explicit(&op->flags, memory_order_acquire) & RT_ACTIVITY)) return -1;
    const struct rt_sink sink = rt_read(op).sink;
    if (sink.pool == NULL) return -1;
    rt_pool_write(sink, NULL, theirs, named ? theirs->kernel_name : NULL);
    return 0;
}

static int deliver_hips(const struct rt_op* op, const activity_record_t* theirs) {
    activity_record_t record = *theirs;
    uint64_t id;
    if (!rt_hip_work_takes(theirs, &id)) return -1;
    record.correlation_id = id;
    const bool named = theirs->op == HIP_OP_ID_DISPATCH;
    if (named) rt_hip_reports_here();
    return deliver(op, &record, named);
}

void rt_deliver(const activity_record_t* record) {
    const struct rt_op* op = rt_op_of(rt_domain(record->domain), record->op);
    deliver(op, record, record->domain == ACTIVITY_DOMAIN_HIP_OPS && record->op == HIP_OP_ID_DISPATCH);
}

static int event(uint32_t domain, uint32_t op, const struct rt_op* one, const void* data) {
    const struct rt_callback callback = rt_read(one).callback;
    if (callback.function == NULL) return -1;
    callback.function(domain, op, data, callback.argument);
    return 0;
}

static int answer(bool wanted) { return wanted ? 0 : -1; }

// How many events had an operation for which there is no room.
static atomic_ulong beyond;

// A runtime's operation for which there is no room. Where the domain is wanted, the first one is said, and all count.
static int is_beyond(uint32_t domain, uint32_t op) {
    if (!rt_wants_activity(domain) && (domain == ACTIVITY_DOMAIN_HIP_OPS || !rt_wants_callback(domain))) return -1;
    if (atomic_fetch_add(&beyond, 1) == 0)
        rt_complain("operation %u of domain %u is newer than this library: such operations are not traced", op, domain);
    return -1;
}

__attribute__((destructor)) static void say_beyond(void) {
    const unsigned long count = atomic_load(&beyond);
    if (count > 1) rt_complain("%lu operations were newer than this library, and not traced", count);
}

bool rt_is_recorded(uint32_t domain, uint32_t op) { return enabled(rt_op_of(rt_domain(domain), op)) & RT_ACTIVITY; }

// Whether HIP is to report an operation of its work.
static bool is_hips(uint32_t op) {
    return !rt_hip_work_is_the_sdks() || (op == HIP_OP_ID_DISPATCH && rt_hip_work_is_asked_for());
}

// A launch that HIP is to report, of a call that no client wants: the id tells its record from others.
static int begin_unseen(void* td) {
    struct rt_td_head* head = td;
    struct rt_td_tail* tail = tail_of(td, rt_hip_tail());
    if (!rt_is_recorded(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_DISPATCH)) return -1;
    head->correlation_id = rt_next_id();
    tail->phase_enter = NULL;
    tail->phase_exit = NULL;
    rt_hip_work_expect(head->correlation_id, false);
    return 0;
}

static void only_arguments(uint32_t op, void* td) { (void)op, (void)td; }

// A runtime stores a call's arguments for whoever is called when it begins.
static void ask_for_arguments(void* td) {
    struct rt_td_tail* tail = tail_of(td, rt_hip_tail());
    if (tail->phase_enter == NULL && rt_is_recorded(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_COPY))
        tail->phase_enter = only_arguments;
}

static void end_unseen(uint32_t op, void* td) {
    (void)op, (void)td;
    rt_hip_await_reports();
}

// The same for a call after which its work has been reported.
static int begin_unseen_wait(void* td) {
    struct rt_td_head* head = td;
    struct rt_td_tail* tail = tail_of(td, rt_hip_tail());
    head->correlation_id = 0;
    tail->phase_enter = NULL;
    tail->phase_exit = end_unseen;
    return 0;
}

static int hip_call(uint32_t op, const struct rt_op* one, void* td) {
    const uint32_t flags = enabled(one);
    const bool reported = rt_hip_work_begins(op);
    if (flags == 0) return reported ? begin_unseen(td) : rt_hip_reports_after(op) ? begin_unseen_wait(td) : -1;
    const int status = rt_hip_tail() == RT_HIP_TAIL ? hip_begin(op, flags, td) : hip5_begin(op, flags, td);
    if (reported) rt_hip_work_expect(((struct rt_td_head*)td)->correlation_id, true);
    if (rt_hip_copies(op)) ask_for_arguments(td);
    return status;
}

int rt_trace(uint32_t domain, uint32_t op, void* data) {
    const struct rt_domain* table = rt_domain(domain);
    struct rt_op* one = table != NULL ? rt_op_of(table, op) : NULL;
    if (RT_UNLIKELY(one == NULL)) return table != NULL ? is_beyond(domain, op) : -1;
    if (RT_UNLIKELY(op == HIP_API_ID_hipGraphExecDestroy) && domain == ACTIVITY_DOMAIN_HIP_API && !is_question(data))
        rt_hip_await_reports();
    const bool may_be_wanted = atomic_load_explicit(&one->flags, memory_order_acquire) != 0
                            || (domain == ACTIVITY_DOMAIN_HIP_API && rt_wants_activity(ACTIVITY_DOMAIN_HIP_OPS));
    if (!may_be_wanted) return -1;
    void (*look)(void) = atomic_load_explicit(&rt_before_events, memory_order_relaxed);
    if (RT_UNLIKELY(look != NULL)) look();
    switch (domain) {
        case ACTIVITY_DOMAIN_HIP_OPS:
            if (is_question(data)) return answer(rt_is_recorded(domain, op) && is_hips(op));
            return deliver_hips(one, data);
        case ACTIVITY_DOMAIN_HSA_OPS:
            if (is_question(data)) return answer(rt_is_recorded(domain, op));
            return deliver(one, data, false);
        case ACTIVITY_DOMAIN_ROCTX: // also while stopped
            if (is_question(data)) return answer(atomic_load(&one->flags) & RT_CALLBACK);
            return event(domain, op, one, data);
        case ACTIVITY_DOMAIN_HSA_EVT:
            if (!(enabled(one) & RT_CALLBACK)) return -1;
            return is_question(data) ? 0 : event(domain, op, one, data);
        case ACTIVITY_DOMAIN_HSA_API: {
            const uint32_t flags = enabled(one);
            if (flags == 0 || is_question(data)) return answer(flags != 0);
            return hsa_begin(op, flags, data);
        }
        case ACTIVITY_DOMAIN_HIP_API:
            if (is_question(data)) return answer(enabled(one));
            return hip_call(op, one, data);
        default: return -1;
    }
}
