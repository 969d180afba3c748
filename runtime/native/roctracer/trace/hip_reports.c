// HIP reports commands on a thread of HSA's, on which the handlers of signals run, some time after a program has
// synchronised with them. HIP 7.2 reads a graph's kernel names then, which hipGraphExecDestroy frees: programs that
// destroy a graph right after its end are ended by std::length_error or std::bad_alloc, whoever has registered a tracer
// callback. So hipGraphExecDestroy is kept waiting for these reports: until handlers of signals of our own have run on
// that thread.
//
// HSA's thread goes through its signals again and again, and handles those that have changed. Ours may come before one
// that had changed earlier, but that the same pass had already been at: then that one is handled in the next pass. A
// new signal joins between passes, so the handler of the second one runs in a later pass than that of the first, and
// when the third one's has run, a whole pass lies between.
#include "trace/hip_reports.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <roctracer/roctracer_hip.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/loaded.h"
#include "base/threads.h"
#include "trace/hip_work.h"
#include "trace/registry.h"

enum { PASSES = 3, LIMIT_SECONDS = 1, EQUAL = 0 };

typedef struct {
    uint64_t handle;
} hsa_signal;

static struct {
    uint32_t (*create)(int64_t value, uint32_t agents, const void* of, hsa_signal* signal);
    uint32_t (*destroy)(hsa_signal signal);
    uint32_t (*handle)(hsa_signal signal, int condition, int64_t value, bool (*handler)(int64_t, void*), void* data);
    void (*store)(hsa_signal signal, int64_t value);
} hsa;

static atomic_bool any_reports;
static _Thread_local bool reports_here __attribute__((tls_model("initial-exec")));

void rt_hip_reports_here(void) {
    if (reports_here) return;
    reports_here = true;
    atomic_store(&any_reports, true);
}

static bool find_hsa(void) {
    static _Atomic int found = -1;
    if (atomic_load(&found) >= 0) return atomic_load(&found);
    void* library = rt_loaded("libhsa-runtime64.so");
    if (library == NULL) return false;
    *(void**)&hsa.create = dlsym(library, "hsa_signal_create");
    *(void**)&hsa.destroy = dlsym(library, "hsa_signal_destroy");
    *(void**)&hsa.handle = dlsym(library, "hsa_amd_signal_async_handler");
    *(void**)&hsa.store = dlsym(library, "hsa_signal_store_screlease");
    const bool all = hsa.create != NULL && hsa.destroy != NULL && hsa.handle != NULL && hsa.store != NULL;
    atomic_store(&found, all);
    return all;
}

// --- one signal ----------------------------------------------------------------------------------------------------

static bool on_change(int64_t value, void* word) {
    (void)value;
    atomic_store((_Atomic uint32_t*)word, 1);
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    return false; // not again
}

// @return false if the time is up
static bool await(_Atomic uint32_t* word) {
    struct timespec until, now;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += LIMIT_SECONDS;
    while (atomic_load(word) == 0) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec > until.tv_sec || (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec)) return false;
        syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE, 0, &until, NULL, FUTEX_BITSET_MATCH_ANY);
    }
    return true;
}

// A signal whose handler has not come in time is left to HSA, with its word.
static bool handled(void) {
    hsa_signal signal;
    _Atomic uint32_t* word = calloc(1, sizeof *word);
    if (word == NULL) return false;
    if (hsa.create(1, 0, NULL, &signal) != 0) {
        free(word);
        return false;
    }
    const bool accepted = hsa.handle(signal, EQUAL, 0, on_change, (void*)word) == 0;
    hsa.store(signal, 0);
    if (accepted && !await(word)) return false;
    hsa.destroy(signal);
    free(word);
    return accepted;
}

void rt_hip_await_reports(void) {
    if (!rt_wants_activity(ACTIVITY_DOMAIN_HIP_OPS) && !atomic_load(&any_reports)) return;
    if (reports_here || !find_hsa()) return;
    const int error = errno;
    rt_own_begin();
    for (int i = 0; i < PASSES && handled(); i++) {
    }
    rt_own_end();
    errno = error;
}

// --- after a program has waited ------------------------------------------------------------------------------------

static bool waits(uint32_t op) {
    switch (op) {
        case HIP_API_ID_hipCtxSynchronize:
        case HIP_API_ID_hipDeviceReset:
        case HIP_API_ID_hipDeviceSynchronize:
        case HIP_API_ID_hipEventElapsedTime:
        case HIP_API_ID_hipEventQuery:
        case HIP_API_ID_hipEventSynchronize:
        case HIP_API_ID_hipFree:
        case HIP_API_ID_hipMemcpy:
        case HIP_API_ID_hipMemcpy2D:
        case HIP_API_ID_hipMemcpy2DFromArray:
        case HIP_API_ID_hipMemcpy2DToArray:
        case HIP_API_ID_hipMemcpy3D:
        case HIP_API_ID_hipMemcpyAtoH:
        case HIP_API_ID_hipMemcpyDtoH:
        case HIP_API_ID_hipMemcpyFromArray:
        case HIP_API_ID_hipMemcpyFromSymbol:
        case HIP_API_ID_hipMemcpyHtoA:
        case HIP_API_ID_hipMemcpyHtoD:
        case HIP_API_ID_hipMemcpyParam2D:
        case HIP_API_ID_hipMemcpyPeer:
        case HIP_API_ID_hipMemcpyToArray:
        case HIP_API_ID_hipMemcpyToSymbol:
        case HIP_API_ID_hipMemcpyWithStream:
        case HIP_API_ID_hipStreamDestroy:
        case HIP_API_ID_hipStreamQuery:
        case HIP_API_ID_hipStreamSynchronize: return true;
        default: return false;
    }
}

// What is in a client's memory ends with the program, however early it is there.
static bool outlives(uint32_t op) {
    return rt_pool_is_direct(rt_read(rt_op_of(rt_domain(ACTIVITY_DOMAIN_HIP_OPS), op)).sink);
}

bool rt_hip_reports_after(uint32_t op) {
    if (!waits(op) || rt_hip_work_is_the_sdks() || !rt_hip_has_hook()) return false;
    return outlives(HIP_OP_ID_DISPATCH) || outlives(HIP_OP_ID_COPY);
}
