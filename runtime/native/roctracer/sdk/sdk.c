// This library as a tool of the SDK: when it becomes one, and which of its contexts run.
//
// It becomes a tool in one of two ways. Either an operation of a runtime without a hook is enabled, and that
// runtime is in the process: then the SDK is loaded and its one configuration window opened, for us and all other
// tools. Or the window opens for another tool: then the SDK finds us (roctracer_descriptor.h), and our contexts are
// ready before a client enables anything. They run only while something is enabled; a context that does not run
// costs a load and a branch in each call that it would trace.
//
// No function here waits for a lock while the SDK is called: the SDK's window may be open on a thread that needs a
// lock that this thread holds. A thread that finds another one updating leaves a note for it (rt_connect).
#include "sdk/sdk.h"

#include "base/clock.h"
#include "base/errors.h"
#include "base/loaded.h"
#include "hooks/hip.h"
#include "hooks/hooks.h"
#include "pool/pool.h"
#include "sdk/hsa_events.h"
#include "sdk/hsa_table.h"
#include "sdk/parts.h"
#include "sdk/sdk_functions.h"
#include "trace/hip_work.h"
#include "trace/registry.h"

enum { HSA, COPIES, HIP, HIP_WORK, KERNEL_NAMES, PARTS };

static const struct rt_part* const parts[PARTS] = {[HSA] = &rt_hsa_part,
                                                   [COPIES] = &rt_copies_part,
                                                   [HIP] = &rt_hip_part,
                                                   [HIP_WORK] = &rt_hip_work_part,
                                                   [KERNEL_NAMES] = &rt_kernel_name_part};

// NONE, or the configured context. Written by the thread that configures, before `member` is set.
static rocprofiler_context_id_t contexts[PARTS];
static rocprofiler_buffer_id_t drain; // of HIP_WORK: flushing it waits for kernels
static atomic_bool running[PARTS];

// Whether the SDK has initialised us.
static atomic_bool member;
static atomic_bool over; // finalised, or in a forked child

// --- as a tool -----------------------------------------------------------------------------------------------------

// This thread looks for tables on behalf of a client: what it finds was there before.
static _Thread_local bool looks_back __attribute__((tls_model("initial-exec")));

static void on_table(rocprofiler_intercept_table_t type, uint64_t version, uint64_t instance, void** tables,
                     uint64_t count, void* data) {
    (void)type, (void)version, (void)instance, (void)count, (void)data;
    rt_hsa_table_taken(tables[0]);
    rt_hip_work_note(looks_back ? RT_TABLE_OLD : RT_TABLE_NEW);
    rt_hsa_events_begin();
    void* own = rt_sdk.hsa_function != NULL
                  ? rt_sdk.hsa_function(RPJ_HSA_CORE_TABLE, ROCPROFILER_HSA_CORE_API_ID_hsa_system_get_info)
                  : NULL;
    if (own != NULL) rt_clock_use(own);
}

// No record is ever written to it.
static void on_nothing(rocprofiler_context_id_t context, rocprofiler_buffer_id_t buffer,
                       rocprofiler_record_header_t** records, size_t count, void* data, uint64_t dropped) {
    (void)context, (void)buffer, (void)records, (void)count, (void)data, (void)dropped;
}

static void configure(int part) {
    rocprofiler_context_id_t context = {0};
    if (rt_sdk.rocprofiler_create_context(&context) != ROCPROFILER_STATUS_SUCCESS) return;
    if (!parts[part]->configure(context)) return;
    if (part == HIP_WORK)
        rt_sdk.rocprofiler_create_buffer(context, 4096, 4096, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_nothing, NULL,
                                         &drain);
    contexts[part] = context;
}

// A HIP with a hook needs no tables. Its queues are intercepted only if somebody wants its work, since that costs each
// of its launches something.
static bool is_of_use(int part) {
    const bool by_tables = rt_hip_way() == RT_HIP_TABLES;
    switch (part) {
        case HIP: return by_tables;
        case HIP_WORK:
        case KERNEL_NAMES: return by_tables || rt_hip_work_part.wanted();
        default: return true;
    }
}

static void connect(void);

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    rt_sdk.rocprofiler_at_intercept_table_registration(on_table, ROCPROFILER_HSA_TABLE, NULL);
    rt_look();
    for (int part = 0; part < PARTS; part++)
        if (is_of_use(part)) configure(part);
    atomic_store(&member, true);
    connect();
    return 0;
}

static void finalize(void* data) {
    (void)data;
    rt_sdk_flush();
    rt_hip_work_note(RT_WORK_ENDED);
    atomic_store(&over, true);
}

void* rt_client_configure(uint32_t version, const char* runtime_version, uint32_t priority, void* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    (void)version, (void)runtime_version, (void)priority;
    if (atomic_load(&over) || !rt_sdk_load()) return NULL;
    ((rocprofiler_client_id_t*)id)->name = "roctracer";
    return &result;
}

// --- joining -------------------------------------------------------------------------------------------------------

static bool has_loaded(const char* prefix, atomic_bool* found) {
    if (!atomic_load(found)) atomic_store(found, rt_loaded(prefix) != NULL);
    return atomic_load(found);
}

// Whether there is a runtime to trace: until then nothing of the SDK is loaded.
static bool has_runtime(void) {
    static atomic_bool hsa, hip;
    static _Atomic uint64_t looked;
    const uint64_t loads = rt_loads();
    if (rt_hsa_has_come() || atomic_load(&hsa) || atomic_load(&hip)) return true;
    if (atomic_exchange(&looked, loads) == loads) return false;
    return has_loaded("libhsa-runtime64.so", &hsa)
        || (rt_hip_way() == RT_HIP_TABLES && has_loaded("libamdhip64.so", &hip));
}

// Whether something is wanted that only the SDK has.
static bool is_needed(void) {
    for (int part = 0; part < PARTS; part++)
        if (part != KERNEL_NAMES && part != HIP_WORK && parts[part]->wanted()) return true;
    return rt_hip_way() == RT_HIP_TABLES && rt_hip_work_part.wanted();
}

// The work of a HIP that has a hook is no reason to join a JVM, which may be older than the SDK needs.
static bool is_wanted(void) {
    static atomic_bool jvm;
    if (is_needed()) return true;
    return rt_hip_work_part.wanted() && (atomic_load(&member) || !has_loaded("libjvm.so", &jvm));
}

// Opens the SDK's configuration window, unless that has happened. @return whether we are a tool now
static bool join(void) {
    if (atomic_load(&member)) return true;
    if (rt_sdk_is_hopeless() || !is_wanted() || !has_runtime() || !rt_sdk_load()) return false;
    const rocprofiler_status_t status =
        rt_sdk.rocprofiler_force_configure((rocprofiler_configure_func_t)(uintptr_t)rt_client_configure);
    if (atomic_load(&member)) return true;
    int initialized = 0;
    rt_sdk.rocprofiler_is_initialized(&initialized);
    if (status == ROCPROFILER_STATUS_SUCCESS)
        rt_sdk_give_up("the profiler has not started", "What it said before tells why");
    else if (initialized > 0)
        rt_sdk_give_up("another profiling tool was configured before libroctracer64 was loaded",
                       "Link the program with it, or name it in LD_PRELOAD");
    return false; // else the window is open on another thread, which will initialise us
}

// --- running contexts ----------------------------------------------------------------------------------------------

static void apply(int part) {
    const struct rt_part* one = parts[part];
    if (contexts[part].handle == 0) return;
    const bool wanted = one->wanted();
    if (wanted == atomic_load(&running[part]) || (!wanted && one->stays)) return;
    if (wanted) rt_sdk.rocprofiler_start_context(contexts[part]);
    else rt_sdk.rocprofiler_stop_context(contexts[part]);
    atomic_store(&running[part], wanted);
    if (part == HIP_WORK && wanted) rt_hip_work_note(RT_WORK_RUNS);
}

static void note_late_hip(void) {
    static atomic_bool said;
    if (contexts[HIP].handle != 0 || rt_hip_way() != RT_HIP_TABLES || rt_hip_is_too_old()
        || !(rt_hip_part.wanted() || rt_hip_work_part.wanted()))
        return;
    if (!atomic_exchange(&said, true))
        rt_complain(
            "this HIP has no hipRegisterTracerCallback and came after the profiler had started: it is not traced. "
            "Set ROCTRACER_HIP_TABLES=1");
}

static void update(void) {
    if (atomic_load(&over) || !join()) return;
    for (int part = 0; part < PARTS; part++) apply(part);
    if (is_wanted()) rt_hsa_table_find();
    note_late_hip();
}

// Held by the thread that calls the SDK. Others do not wait: joining the SDK may itself wait for one of them.
static atomic_flag connecting = ATOMIC_FLAG_INIT;
static atomic_bool again;

static void connect(void) {
    atomic_store(&again, true);
    while (atomic_load(&again) && !atomic_flag_test_and_set(&connecting)) {
        while (atomic_exchange(&again, false)) update();
        atomic_flag_clear(&connecting);
    }
}

// HIP may have queues by now, if HSA was there before somebody wanted its work.
static void note_queues(void) {
    if (rt_wants_activity(ACTIVITY_DOMAIN_HIP_OPS) && !rt_hip_work_is_the_sdks()) rt_hip_work_note(RT_TABLE_OLD);
}

static void look_back(void) {
    note_queues();
    looks_back = true;
    connect();
    looks_back = false;
}

void rt_connect(void) {
    if (rt_hsa_is_registered()) look_back();
    else connect();
}

void rt_appeared(void) {
    rt_look();
    rt_connect(); // the one that appears is not registered yet
}

void rt_hsa_appeared(void* table, uint64_t version) {
    const bool before = rt_hsa_is_registered();
    rt_hsa_table_came(table, version);
    rt_look();
    if (before) look_back();
    else connect();
}

void rt_sdk_flush(void) {
    // The SDK's callbacks write to the pools at once; only kernels complete before the SDK has reported them. The
    // flush may wait for room in the pool that this thread empties.
    if (atomic_load(&over) || !atomic_load(&running[HIP_WORK]) || drain.handle == 0 || rt_pool_consumes()) return;
    rt_sdk.rocprofiler_flush_buffer(drain);
}

void rt_sdk_forked(void) {
    rt_hip_work_forked();
    atomic_store(&over, true);
    atomic_flag_clear(&connecting);
    atomic_store(&again, false);
}
