// See looking.h. Records may come a little later, so it looks seldom, and more often while so much is pending that
// threads would help that send more.
#include "gpu_work/looking.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "dispatches/gpu_queues.h"
#include "signals/signal_handlers.h"
#include "system/own_threads.h"
#include "system/uncounted_thread.h"

enum { USUAL_NANOS = 2000000, BUSY_NANOS = 250000, MANY = 1024 };

// So many looks find nothing pending before it sleeps until it is woken.
enum { PATIENCE = 50 };

static uint32_t sleeping, begun;

static void wait_for(uint32_t* word, uint32_t seen, const struct timespec* at_most) {
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, at_most, NULL, 0);
}

// Reports completed dispatches. Returns how many were pending.
static uint64_t look(void) {
    uint64_t pending = 0;
    for (uint64_t i = 0; i < __atomic_load_n(&rpj_busy.used, __ATOMIC_ACQUIRE); i++) {
        rpj_queue* queue = __atomic_load_n(&rpj_busy.at[i], __ATOMIC_ACQUIRE);
        if (queue == NULL || !rpj_queue_has_pending(&queue->shared)) continue;
        const uint64_t reported = __atomic_load_n(&queue->shared.reported, __ATOMIC_ACQUIRE);
        pending += __atomic_load_n(&queue->shared.submitted, __ATOMIC_ACQUIRE) - reported;
        rpj_reap_dispatches(&queue->shared, 0);
    }
    return pending;
}

static bool is_any_pending(void) {
    for (uint64_t i = 0; i < __atomic_load_n(&rpj_busy.used, __ATOMIC_ACQUIRE); i++) {
        const rpj_queue* queue = __atomic_load_n(&rpj_busy.at[i], __ATOMIC_ACQUIRE);
        if (queue != NULL && rpj_queue_has_pending(&queue->shared)) return true;
    }
    return false;
}

// Who sends and has not seen that it sleeps is seen here.
static void sleep_until_woken(void) {
    __atomic_store_n(&sleeping, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&rpj_dispatches.poller_sleeps, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&sleeping, __ATOMIC_SEQ_CST) && !is_any_pending()) rpj_wait_as_own(&sleeping, 1);
    __atomic_store_n(&sleeping, 0, __ATOMIC_SEQ_CST);
    __atomic_store_n(&rpj_dispatches.poller_sleeps, 0, __ATOMIC_SEQ_CST);
}

static void run(void* unused) {
    uint32_t nobody_wakes = 0;
    (void)unused;
    prctl(PR_SET_NAME, "rocprofv3-gpu");
    __atomic_store_n(&rpj_dispatches.poller_sleeps, 0, __ATOMIC_SEQ_CST);
    for (uint64_t idle = 0;;) {
        const uint64_t pending = look();
        idle = pending ? 0 : idle + 1;
        const struct timespec rest = {0, pending > MANY ? BUSY_NANOS : USUAL_NANOS};
        if (idle < PATIENCE) wait_for(&nobody_wakes, 0, &rest);
        else sleep_until_woken();
    }
}

// Without the thread, those who wait for the GPU, or send much, report what is over, and the end of the process.
bool rpj_looking_wakes(void) {
    static rpj_uncounted thread;
    if (__atomic_load_n(&begun, __ATOMIC_ACQUIRE)) {
        __atomic_store_n(&sleeping, 0, __ATOMIC_SEQ_CST);
        syscall(SYS_futex, &sleeping, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
        return true;
    }
    if (rpj_in_signal_handler()) return false;
    if (!__atomic_exchange_n(&begun, 1, __ATOMIC_ACQ_REL)) rpj_start_uncounted(&thread, run, NULL);
    return true;
}
