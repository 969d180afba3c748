// Registration with rocprofiler-register at the first call, and the entries that trigger it.
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../cancel.h"
#include "../standard_error.h"
#include "roctx_internal.h"

// Maximum wait for another thread's registration. It takes a tenth of a second; the limit ends a circular wait.
#ifndef ROCTX_WAIT_MILLIS
#define ROCTX_WAIT_MILLIS 5000
#endif

enum { VERSION = 10000 * ROCTX_VERSION_MAJOR + 100 * ROCTX_VERSION_MINOR + ROCTX_VERSION_PATCH };

struct roctx_tables roctx_traced;

static const struct roctx_tables unregistered;
_Atomic(const struct roctx_tables*) roctx_current = &unregistered;

// Process id of the registering thread, 0 when no thread registers; the futex word.
static _Atomic(int) registering_process;

// A wait timed out: later calls do not wait again during the same registration.
static atomic_bool gave_up;

// Untraced calls made meanwhile that are not yet counted elsewhere.
static _Atomic(uint64_t) missed;

static _Thread_local bool registering_here __attribute__((tls_model("initial-exec")));

// A signal handler that interrupts a wait does not wait, too: the next one would arrive before it is done.
static _Thread_local bool waiting_here __attribute__((tls_model("initial-exec")));

// Functions of our register library; other implementations have none.
extern __attribute__((weak)) int rpj_may_register(int wait);
extern __attribute__((weak)) int rpj_passed_through(uint64_t calls, int lasting);
extern __attribute__((weak)) void rpj_registration_begins(void);
extern __attribute__((weak)) void rpj_registration_ends(void);
extern __attribute__((weak)) void rpj_before_forks(void (*function)(void));
extern __attribute__((weak)) int rpj_forked_in_registration(void);
extern __attribute__((weak)) void rpj_untold_call(void);

static const struct roctx_tables* settle(void);
static bool may_register(bool wait);
static bool is_torn(void);
static const struct roctx_tables* count_from_now_on(void);
static bool register_once(void);
static const struct roctx_tables* outcome(rocprofiler_register_error_code_t result);
static bool wait_for(int owner);
static long long now_millis(void);
static long futex(int operation, int value, const struct timespec* timeout);
static void miss(void);
static void tell_missed(void);
static void complain(const char* why);

const void* roctx_where_unregistered(void) { return &unregistered; }

// rocprofiler-register compares its address, in secure mode.
ROCTX_EXPORT uint32_t rocprofiler_register_import_roctx(void) { return VERSION; }

// Registers unless done, waits while another thread does, and returns the set that this one call must use.
//
// Never waits for itself (a marker inside its own registration is not traced), never waits in a forked child for a
// thread of the parent, and waits for some seconds at most: the tool being started may itself be waiting for this
// thread. Any thread; keeps errno.
static const struct roctx_tables* register_now(void) {
    int error = errno;
    rpj_cancellation cancel = rpj_cancel_off(); // others wait for the registering thread
    const struct roctx_tables* tables = settle();
    if (atomic_load_explicit(&roctx_current, memory_order_relaxed) == &unregistered) miss();
    errno = error;
    rpj_cancel_again(cancel);
    return tables;
}

static const struct roctx_tables* settle(void) {
    while (!registering_here && !waiting_here) {
        const struct roctx_tables* tables = atomic_load_explicit(&roctx_current, memory_order_acquire);
        if (tables != &unregistered) return tables;
        if (is_torn()) return count_from_now_on();
        if (rpj_cancel_interrupted() || !may_register(false)) break;
        int owner = 0;
        if (rpj_registration_begins != NULL) rpj_registration_begins(); // until all calls go where they shall
        bool mine = atomic_compare_exchange_strong(&registering_process, &owner, getpid());
        bool answered = mine && register_once();
        if (rpj_registration_ends != NULL) rpj_registration_ends();
        if (!mine) answered = may_register(true) && wait_for(owner);
        if (!answered) break;
    }
    return &roctx_untraced;
}

// A signal handler's thread may be unable to register, or hold a lock that the registering thread needs. Handlers
// may arrive faster than a registration can be refused.
static bool may_register(bool wait) { return rpj_may_register == NULL || rpj_may_register(wait) != 0; }

static bool is_torn(void) { return rpj_forked_in_registration != NULL && rpj_forked_in_registration() != 0; }

// The set of a child that no tool is told of. What is counted is what a trace would have: a range once.
static struct roctx_tables counted;

static void count(void) {
    if (rpj_untold_call != NULL) rpj_untold_call();
}

static void count_mark(const char* message) {
    count();
    roctx_untraced.core.roctxMarkA_fn(message);
}

static int count_push(const char* message) {
    count();
    return roctx_untraced.core.roctxRangePushA_fn(message);
}

static roctx_range_id_t count_start(const char* message) {
    count();
    return roctx_untraced.core.roctxRangeStartA_fn(message);
}

// Several threads of a child may come at once: they fill it alike.
static const struct roctx_tables* count_from_now_on(void) {
    counted = roctx_untraced;
    counted.core.roctxMarkA_fn = count_mark;
    counted.core.roctxRangePushA_fn = count_push;
    counted.core.roctxRangeStartA_fn = count_start;
    counted.older = counted.core;
    atomic_store_explicit(&roctx_current, &counted, memory_order_release);
    return &counted;
}

static int note_registration(rocprofiler_register_registration_info_t* info, void* found) {
    (void)info;
    *(bool*)found = true;
    return 1;
}

// No engine can take the tables of a forked child: if it has those of a runtime, it must get ours before the fork.
static void before_fork(void) {
    const int error = errno;
    bool registered = false;
    if (atomic_load_explicit(&roctx_current, memory_order_relaxed) != &unregistered) return;
    rocprofiler_register_iterate_registration_info(note_registration, &registered);
    const rpj_cancellation cancel = rpj_cancel_off();
    // Not for another thread: it may need what handlers have locked for the fork.
    if (registered && atomic_load(&registering_process) == 0) (void)settle();
    rpj_cancel_again(cancel);
    errno = error;
}

__attribute__((constructor)) static void watch_forks(void) {
    if (rpj_before_forks != NULL) rpj_before_forks(before_fork);
    else pthread_atfork(before_fork, NULL, NULL);
}

// Registers as the owner. False: no result yet, retry at a later call.
static bool register_once(void) {
    bool answered = atomic_load(&roctx_current) != &unregistered; // by another owner meanwhile
    if (!answered) {
        registering_here = true;
        roctx_traced = roctx_untraced;
        void* tables[] = {&roctx_traced.core, &roctx_traced.control, &roctx_traced.name, &roctx_traced.older};
        rocprofiler_register_library_indentifier_t identifier;
        const struct roctx_tables* result = outcome(rocprofiler_register_library_api_table(
            "roctx", &rocprofiler_register_import_roctx, VERSION, tables, 4, &identifier));
        answered = result != NULL;
        if (answered) atomic_store_explicit(&roctx_current, result, memory_order_release);
        if (answered) tell_missed();
        registering_here = false;
    }
    atomic_store(&gave_up, false);
    atomic_store(&registering_process, 0);
    futex(FUTEX_WAKE_PRIVATE, INT_MAX, NULL);
    return answered;
}

// Returns the set to use from now on; NULL to retry at the next call.
static const struct roctx_tables* outcome(rocprofiler_register_error_code_t result) {
    switch (result) {
        case ROCP_REG_SUCCESS:
        case ROCP_REG_NO_TOOLS: // still the copy: the registration can be replayed when a tool comes later
            return &roctx_traced;
        case ROCP_REG_DEADLOCK: // a tool marks during its start for another library, or in a signal handler
            return NULL;
        default: complain(rocprofiler_register_error_string(result)); return &roctx_untraced;
    }
}

static void miss(void) {
    bool counted = rpj_passed_through != NULL && rpj_passed_through(1, true) != 0;
    if (!counted) atomic_fetch_add(&missed, 1);
}

// Reports missed calls to our SDK. A library's constructor may wait for this thread with the loader's lock, so this
// looks up no symbols.
static void tell_missed(void) {
    const uint64_t calls = atomic_exchange(&missed, 0);
    if (calls != 0 && rpj_passed_through != NULL) (void)rpj_passed_through(calls, false);
}

// Waits until `owner` is done. False: not soon, or never.
static bool wait_for(int owner) {
    if (owner != getpid()) {
        // A child, forked while its parent registered. Its parent's registration has ended, or not begun, or else there
        // is a half-started tool.
        if (rpj_forked_in_registration == NULL) (void)count_from_now_on();
        else atomic_compare_exchange_strong(&registering_process, &owner, 0);
        return true;
    }
    const long long deadline = now_millis() + ROCTX_WAIT_MILLIS;
    waiting_here = true;
    while (atomic_load(&registering_process) == owner && !atomic_load(&gave_up)) {
        const long long left = deadline - now_millis();
        if (left <= 0) {
            atomic_store(&gave_up, true);
            break;
        }
        const struct timespec timeout = {left / 1000, left % 1000 * 1000000};
        futex(FUTEX_WAIT_PRIVATE, owner, &timeout);
    }
    waiting_here = false;
    return atomic_load(&registering_process) != owner;
}

static long long now_millis(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static long futex(int operation, int value, const struct timespec* timeout) {
    return syscall(SYS_futex, &registering_process, operation, value, timeout, NULL, 0);
}

static void complain(const char* why) {
    char line[256];
    int length = snprintf(line, sizeof line, "rocprofiler-sdk-roctx: markers are not traced: %s\n", why);
    rpj_say(line, (size_t)length);
}

// --- the entries in force until registration is over ---------------------------------------------------------------

// The functions of one table of core functions: `core`, or `older`.
#define CORE_ENTRIES(table) \
    static void mark_##table(const char* message) { register_now()->table.roctxMarkA_fn(message); } \
    static int range_push_##table(const char* message) { return register_now()->table.roctxRangePushA_fn(message); } \
    static int range_pop_##table(void) { return register_now()->table.roctxRangePop_fn(); } \
    static roctx_range_id_t range_start_##table(const char* message) { \
        return register_now()->table.roctxRangeStartA_fn(message); \
    } \
    static void range_stop_##table(roctx_range_id_t id) { register_now()->table.roctxRangeStop_fn(id); } \
    static int get_thread_id_##table(roctx_thread_id_t* tid) { return register_now()->table.roctxGetThreadId_fn(tid); }
CORE_ENTRIES(core)
CORE_ENTRIES(older)

static int profiler_pause(roctx_thread_id_t tid) { return register_now()->control.roctxProfilerPause_fn(tid); }

static int profiler_resume(roctx_thread_id_t tid) { return register_now()->control.roctxProfilerResume_fn(tid); }

static int name_os_thread(const char* name) { return register_now()->name.roctxNameOsThread_fn(name); }

static int name_hsa_agent(const char* name, const struct hsa_agent_s* agent) {
    return register_now()->name.roctxNameHsaAgent_fn(name, agent);
}

static int name_hip_device(const char* name, int device_id) {
    return register_now()->name.roctxNameHipDevice_fn(name, device_id);
}

static int name_hip_stream(const char* name, const struct ihipStream_t* stream) {
    return register_now()->name.roctxNameHipStream_fn(name, stream);
}

#define CORE_FUNCTIONS(table) \
    { \
        .roctxMarkA_fn = mark_##table, .roctxRangePushA_fn = range_push_##table, \
        .roctxRangePop_fn = range_pop_##table, .roctxRangeStartA_fn = range_start_##table, \
        .roctxRangeStop_fn = range_stop_##table, .roctxGetThreadId_fn = get_thread_id_##table \
    }

static const struct roctx_tables unregistered = {
    .core = CORE_FUNCTIONS(core),
    .older = CORE_FUNCTIONS(older),
    .control = {.roctxProfilerPause_fn = profiler_pause, .roctxProfilerResume_fn = profiler_resume},
    .name =
        {
            .roctxNameOsThread_fn = name_os_thread,
            .roctxNameHsaAgent_fn = name_hsa_agent,
            .roctxNameHipDevice_fn = name_hip_device,
            .roctxNameHipStream_fn = name_hip_stream,
        },
};
