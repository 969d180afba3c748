// HIP measures each command that a tracer wants to know of, and reports it on a thread of HSA's, some time after the
// program has synchronised with it; HIP 7.2 sometimes frees twice what it measures with. The SDK sees the same work in
// HSA's queues and copies. HIP's word is left where the SDK sees nothing: HSA's table never reaches it, or did so when
// there were queues.
#include "trace/hip_work.h"

#include <pthread.h>
#include <roctracer/roctracer_hip.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "../../environment.h"
#include "base/clock.h"
#include "base/errors.h"

static atomic_bool table_is_new, runs, hopeless;

// In one word for those who ask.
static atomic_bool is_the_sdks;
static _Atomic uint64_t ended_at; // when it was for the last time; 0: never, or it still is

void rt_hip_work_note(enum rt_hip_work_news news) {
    switch (news) {
        case RT_TABLE_NEW:
            // A second runtime in the process, or the first one again, has queues that the SDK does not see into.
            if (atomic_exchange(&table_is_new, true)) atomic_store(&hopeless, true);
            break;
        case RT_WORK_RUNS: atomic_store(&runs, true); break;
        default: atomic_store(&hopeless, true);
    }
    const bool is_now = atomic_load(&table_is_new) && atomic_load(&runs) && !atomic_load(&hopeless);
    if (atomic_exchange(&is_the_sdks, is_now) && !is_now) atomic_store(&ended_at, rt_now());
}

static atomic_bool has_hook;

void rt_hip_is_hooked(bool hooked) { atomic_store(&has_hook, hooked); }

bool rt_hip_has_hook(void) { return atomic_load_explicit(&has_hook, memory_order_relaxed); }

bool rt_hip_work_is_the_sdks(void) { return atomic_load_explicit(&is_the_sdks, memory_order_relaxed); }

// What HIP submits on threads of its own belongs to no call that is open there.
static bool submits_itself(void) {
    static _Atomic int known = -1;
    if (atomic_load(&known) < 0) {
        const char* direct = rpj_environment("AMD_DIRECT_DISPATCH");
        atomic_store(&known, direct != NULL && strcmp(direct, "0") == 0);
    }
    return atomic_load(&known);
}

bool rt_hip_work_can_be_the_sdks(void) { return !atomic_load(&hopeless) && !submits_itself(); }

// --- cooperative launches ------------------------------------------------------------------------------------------
//
// HSA has one cooperative queue for each GPU, into which the SDK cannot see. HIP does not say which of its records are
// of launches to it, so the calls' ids are kept until their records come.

struct launch {
    uint64_t id;
    bool is_a_clients, is_of_many;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of the tree
static void* expected;
static atomic_ulong expected_count;
static _Thread_local uint32_t launching __attribute__((tls_model("initial-exec"))); // the operation, or 0

static int by_id(const void* one, const void* other) {
    const struct launch *a = one, *b = other;
    return (a->id > b->id) - (a->id < b->id);
}

bool rt_hip_work_begins(uint32_t op) {
    const bool is_cooperative = op == HIP_API_ID_hipLaunchCooperativeKernel
                             || op == HIP_API_ID_hipLaunchCooperativeKernelMultiDevice
                             || op == HIP_API_ID_hipModuleLaunchCooperativeKernel
                             || op == HIP_API_ID_hipModuleLaunchCooperativeKernelMultiDevice;
    launching = is_cooperative && rt_hip_work_is_the_sdks() && rt_hip_has_hook() ? op : 0;
    return launching != 0;
}

// HIP 6 asks once more on the thread that reports. What others launch meanwhile is measured for nothing.
bool rt_hip_work_is_asked_for(void) { return launching != 0 || atomic_load(&expected_count) != 0; }

void rt_hip_work_expect(uint64_t id, bool is_a_clients) {
    struct launch* launch = malloc(sizeof *launch);
    const bool many =
        launching != HIP_API_ID_hipLaunchCooperativeKernel && launching != HIP_API_ID_hipModuleLaunchCooperativeKernel;
    if (launch != NULL) *launch = (struct launch){.id = id, .is_a_clients = is_a_clients, .is_of_many = many};
    pthread_mutex_lock(&lock);
    const bool kept = launch != NULL && tsearch(launch, &expected, by_id) != NULL;
    pthread_mutex_unlock(&lock);
    if (kept) atomic_fetch_add(&expected_count, 1);
    if (kept) return;
    free(launch);
    rt_complain("no memory for a cooperative launch: it is lost");
}

static bool is_expected(uint64_t* id) {
    const struct launch key = {.id = *id};
    pthread_mutex_lock(&lock);
    struct launch** found = tfind(&key, &expected, by_id);
    struct launch* launch = found != NULL ? *found : NULL;
    const bool is_there = launch != NULL;
    if (is_there && !launch->is_a_clients) *id = 0;
    if (is_there && !launch->is_of_many) {
        tdelete(&key, &expected, by_id);
        free(launch);
        atomic_fetch_sub(&expected_count, 1);
    }
    pthread_mutex_unlock(&lock);
    return is_there;
}

bool rt_hip_work_takes(const activity_record_t* record, uint64_t* id) {
    const uint64_t end = atomic_load(&ended_at);
    *id = record->correlation_id;
    if (record->op == HIP_OP_ID_BARRIER || (end == 0 && !rt_hip_work_is_the_sdks())) return true;
    return is_expected(id) || (end != 0 && record->begin_ns >= end);
}

void rt_hip_work_forked(void) {
    pthread_mutex_init(&lock, NULL);
    expected = NULL; // another thread may have been changing it
    atomic_store(&expected_count, 0);
    rt_hip_work_note(RT_WORK_ENDED);
}
