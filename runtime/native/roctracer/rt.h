/// libroctracer64, inside.
///
/// What clients register stands in one table (registry.c). What happens reaches it through one function, `rt_trace`, whoever
/// calls it: HIP and ROC-TX through their tracer callbacks (hip.c, roctx.c), HSA through the SDK (sdk.c). Clients'
/// functions are called from here, with no lock held and no frame of Java below them.
#ifndef RT_H
#define RT_H

#include <roctracer/ext/prof_protocol.h>
#include <roctracer/roctracer.h>
#include <roctracer/roctracer_ext.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rt_limits.h"

#define RT_EXPORT __attribute__((visibility("default")))
#define RT_UNLIKELY(x) __builtin_expect(!!(x), 0)

// --- trace.c -------------------------------------------------------------------------------------------------------

/// The tracer function of the protocol. 0: wanted, or accepted; -1: not.
///
/// `data` NULL or (void*) 1 asks whether the operation is enabled. Otherwise, by domain:
///   HSA_API, HIP_API   a `rt_td`: gets an id, and the functions to call around the call
///   HSA_OPS, HIP_OPS   an activity_record_t that is complete: goes to the pool of its operation
///   HSA_EVT, ROCTX     what the callback is to see
/// Any thread.
int rt_trace(uint32_t domain, uint32_t op, void* data);

/// What a runtime takes to tell of what happens (`activity_domain_t` is a uint32_t to the ABI); NULL: nobody listens.
typedef void (*rt_register_tracer)(int (*tracer)(uint32_t domain, uint32_t op, void* data));

/// What a runtime keeps on its stack during a call: its hip_api_data_t or hsa_api_data_t, which begins with the id and the
/// phase and ends with `phase_data`, and then these four. Where they lie depends on the size of the former: RT_HSA_TAIL,
/// RT_HIP_TAIL, RT_HIP5_TAIL.
struct rt_td_tail {
    uint64_t* client_data; ///< `phase_data` of the API data: where the client keeps its own word during the call
    uint64_t enter_timestamp;
    uint64_t phase_data;
    void (*phase_enter)(uint32_t op, void* td);
    void (*phase_exit)(uint32_t op, void* td);
};

enum {
    RT_HSA_TD_BYTES = RT_HSA_TAIL + sizeof(struct rt_td_tail),
    RT_HIP_TD_BYTES = RT_HIP_TAIL + sizeof(struct rt_td_tail),
};

/// The fields every API data begins with.
struct rt_td_head {
    uint64_t correlation_id;
    uint32_t phase;
};

// --- registry.c ----------------------------------------------------------------------------------------------------

struct rt_pool;

struct rt_callback {
    activity_rtapi_callback_t function;
    void* argument;
};

/// A pool as it was when an activity was enabled: `number` tells it from a later one at the same address.
struct rt_sink {
    struct rt_pool* pool;
    uint64_t number;
};

struct rt_registration {
    struct rt_callback callback;
    struct rt_sink sink;
};

enum { RT_CALLBACK = 1, RT_ACTIVITY = 2 };

/// One operation. `flags` is all that is looked at while nothing is enabled. The registration is read without a lock:
/// `version` says which of two copies is in force, a writer fills the other one. Nobody waits for anybody, also not a
/// signal handler that interrupted a writer.
struct rt_op {
    _Atomic uint32_t flags;
    _Atomic uint32_t version;
    struct rt_registration copies[2];
};

/// The operations of a domain: `begin` to `end` - 1 for calls about the domain, 0 to `end` - 1 for calls about one.
struct rt_domain {
    uint32_t begin, end;
    struct rt_op* ops;
};

/// NULL: no such domain.
const struct rt_domain* rt_domain(uint32_t domain);

/// The operation, or NULL when the table does not have it: a runtime newer than this library.
static inline struct rt_op* rt_op_of(const struct rt_domain* domain, uint32_t op) {
    return op < domain->end ? &domain->ops[op] : NULL;
}

/// What is registered, in one piece. Any thread, wait-free but for a writer that comes in between again and again.
struct rt_registration rt_read(const struct rt_op* op);

/// Whether some operation of the domain is enabled. Any thread.
bool rt_wants(uint32_t domain);
bool rt_wants_callback(uint32_t domain);
bool rt_wants_activity(uint32_t domain);

/// Changes one operation: what is NULL stays as it is. Under the lock.
void rt_register(uint32_t domain, struct rt_op* op, const struct rt_callback* callback, const struct rt_sink* sink);

/// Held while registrations change, never while a client's function runs.
void rt_registry_lock(void);
void rt_registry_unlock(void);

/// Whether roctracer_stop is in force.
extern _Atomic bool rt_stopped;

// --- threads.c -----------------------------------------------------------------------------------------------------

/// Depth of the library's own calls of runtimes, of which nobody hears. They nest. This thread's.
extern _Thread_local uint32_t rt_own_calls __attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline void rt_own_begin(void) {
    rt_own_calls++;
}

static inline void rt_own_end(void) {
    rt_own_calls--;
}

#define RT_ANY_API UINT32_MAX

/// Id of the innermost open call of this thread in the domain, or in any (RT_ANY_API); 0 if there is none.
uint64_t rt_innermost(uint32_t api_domain);

/// Opens a call of this thread; `where` names it: the address of its trace data, which no other open call has.
void rt_push(uint32_t domain, uint64_t id, const void* where);
/// Closes it, and those inside it that an exception or longjmp has left.
void rt_pop(const void* where);

/// The thread's external ids: false when there is no memory, or no id.
bool rt_external_push(uint64_t id);
bool rt_external_pop(uint64_t* id);
bool rt_external_top(uint64_t* id);

uint32_t rt_thread_id(void);
uint32_t rt_process_id(void);

/// The text of the thread's last error. @return false when there is no memory
bool rt_error_set(const char* text);
const char* rt_error_get(void);

/// In a forked child: ids of process and thread are asked for again.
void rt_threads_forked(void);

// --- pool.c --------------------------------------------------------------------------------------------------------

/// NULL when the memory or the thread cannot be had; `status` says why.
struct rt_pool* rt_pool_open(const roctracer_properties_t* properties);
/// What an activity that is enabled now writes to. `pool` NULL: to nowhere.
struct rt_sink rt_pool_sink(struct rt_pool* pool);
/// Writes a record, after its companion if there is one, which lie side by side then. `name` is copied, if it is not NULL.
/// Waits while the pool is full. Does nothing when the pool has been closed. Any thread.
void rt_pool_write(struct rt_sink sink, const activity_record_t* companion, const activity_record_t* record,
                   const char* name);
/// Returns when everything that was written before has been delivered; at once where that would wait for itself.
void rt_pool_flush(struct rt_pool* pool);
void rt_pool_close(struct rt_pool* pool);
/// Whether this thread delivers the records of a pool: what waits for other writers would wait for it.
bool rt_pool_consumes(void);
void rt_pools_forked(void);

// --- clock.c -------------------------------------------------------------------------------------------------------

/// The time for records: HSA's clock in nanoseconds, which is CLOCK_BOOTTIME. Any thread.
uint64_t rt_now(void);
/// What roctracer_get_timestamp says: 0 while HSA is there and not initialised.
uint64_t rt_timestamp(void);
/// HSA's own function, from its table as it was before anybody changed it; NULL: use the exported one.
void rt_clock_use(void* hsa_system_get_info);

// --- operation_names.c -------------------------------------------------------------------------------------------------------

const char* rt_hsa_name(uint32_t id);
const char* rt_hip_name(uint32_t id);
const char* rt_hip_command(uint32_t kind);

// --- errors.c ------------------------------------------------------------------------------------------------------

/// Notes why an exported function failed: "<function>(), <text>\n". @return status
__attribute__((format(printf, 3, 4))) roctracer_status_t rt_fail(
        roctracer_status_t status, const char* function, const char* format, ...);

/// One line on stderr. Any thread; keeps errno.
__attribute__((format(printf, 1, 2))) void rt_complain(const char* format, ...);

// --- connect.c -----------------------------------------------------------------------------------------------------

/// Changes some operations of a domain, and tells their runtime what is wanted of it now: what is NULL stays as it is. Any
/// thread.
void rt_change(uint32_t domain, uint32_t first, uint32_t end, const struct rt_callback* callback,
               const struct rt_sink* sink);

/// Disables all activities that go to the pool. Any thread.
void rt_forget_pool(const struct rt_pool* pool);

/// Looks for runtimes that have come, and gives them the tracer function where something of theirs is wanted. Takes the
/// loader's locks while it holds none of ours.
void rt_look(void);
/// Tells runtimes what is wanted of them now, after a registration changed.
void rt_connect(void);
/// A runtime has come (called by librocprofiler-register).
void rt_appeared(void);

// --- hip.c ---------------------------------------------------------------------------------------------------------

enum rt_hip_way { RT_HIP_NONE, RT_HIP_HOOK, RT_HIP_TABLES };

/// How HIP's calls come, of the HIP that is loaded. RT_HIP_TABLES: it has no hook, or ROCTRACER_HIP_TABLES says so.
enum rt_hip_way rt_hip_way(void);
/// Where the tail of HIP's trace data lies.
uint32_t rt_hip_tail(void);
/// Looks whether HIP has come. @return true when it just has
bool rt_hip_look(void);
/// Gives HIP the tracer function, or takes it back. Under the registry's lock.
void rt_hip_hook(bool wanted);
/// HIP's own names, or NULL when HIP is not loaded or does not say.
const char* rt_hip_own_name(uint32_t id);
const char* rt_hip_own_command(uint32_t kind);

// --- roctx.c -------------------------------------------------------------------------------------------------------

/// Looks whether ROC-TX has come. @return true when it just has
bool rt_roctx_look(void);
void rt_roctx_hook(bool wanted);

// --- loaded.c ------------------------------------------------------------------------------------------------------

/// Loaded objects whose file names begin with `prefix`: opens the first one, which stays. NULL: there is none.
void* rt_loaded(const char* prefix);
/// Changes when objects have been loaded.
uint64_t rt_loads(void);

// --- sdk.c ---------------------------------------------------------------------------------------------------------

/// Registrations changed or a runtime has come: joins the SDK if need be, starts and stops contexts. One thread at a time;
/// no lock of the registry is held. May start a JVM.
void rt_sdk_update(void);
/// Before a pool is flushed or closed: what has completed on the GPU is to be in the pools. Any thread.
void rt_sdk_flush(void);
/// In a forked child: nothing comes from the SDK any more.
void rt_sdk_forked(void);
/// The SDK configures us as a tool (rocprofiler_configure_func_t). Found through the descriptor.
void* rt_client_configure(uint32_t version, const char* runtime_version, uint32_t priority, void* id);

#endif
