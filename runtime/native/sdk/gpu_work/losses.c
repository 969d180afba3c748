// See losses.h.
#include "gpu_work/losses.h"

#include <pthread.h>

#include "gpu_work/code_objects.h"
#include "system/complain.h"

enum { MOST_KERNELS = 256 };

typedef unsigned long long number;

// Of so many kernels each; what is lost of others counts for the last one.
typedef struct {
    uint64_t used;
    struct {
        uint64_t kernel_id, count;
    } at[MOST_KERNELS];
} by_kernel;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static by_kernel without_times, never_completed; // with `lock`
static uint64_t copies_without_times, late_dispatches, late_copies, refused, unknown;

static void count(uint64_t* counter, uint64_t more) { __atomic_fetch_add(counter, more, __ATOMIC_RELAXED); }

static void count_kernel(by_kernel* of, uint64_t kernel_id) {
    pthread_mutex_lock(&lock);
    uint64_t i = 0;
    while (i < of->used && of->at[i].kernel_id != kernel_id) i++;
    if (i == MOST_KERNELS) i--;
    if (i == of->used) of->at[of->used++].kernel_id = kernel_id;
    of->at[i].count++;
    pthread_mutex_unlock(&lock);
}

void rpj_losses_dispatches(uint64_t why, uint64_t what) {
    switch (why) {
        case RPJ_LOST_NO_TIMES: count_kernel(&without_times, what); break;
        case RPJ_LOST_LATE: count(&late_dispatches, what); break;
        case RPJ_LOST_UNKNOWN: count(&unknown, what); break;
        default: rpj_losses_refused(what);
    }
}

void rpj_losses_never_completed(uint64_t kernel_id) { count_kernel(&never_completed, kernel_id); }

void rpj_losses_copy_without_times(void) { count(&copies_without_times, 1); }

void rpj_losses_late_copy(void) { count(&late_copies, 1); }

void rpj_losses_refused(uint64_t more) { count(&refused, more); }

// --- the lines -----------------------------------------------------------------------------------------------------

static const char* dispatches(uint64_t of) { return of == 1 ? "dispatch" : "dispatches"; }

static const char* copies(uint64_t of) { return of == 1 ? "asynchronous copy" : "asynchronous copies"; }

// In the order of the kernels' ids. The copy is the caller's alone.
static void sort(by_kernel* all) {
    for (uint64_t i = 1; i < all->used; i++)
        for (uint64_t j = i; j && all->at[j - 1].kernel_id > all->at[j].kernel_id; j--) {
            __typeof__(all->at[0]) before = all->at[j - 1];
            all->at[j - 1] = all->at[j];
            all->at[j] = before;
        }
}

static by_kernel copy_of(const by_kernel* all) {
    pthread_mutex_lock(&lock);
    by_kernel copy = *all;
    pthread_mutex_unlock(&lock);
    sort(&copy);
    return copy;
}

static void say_kernels(const by_kernel* of, const char* format) {
    const by_kernel all = copy_of(of);
    for (uint64_t i = 0; i < all.used; i++) {
        char name[RPJ_KERNEL_NAME_BYTES];
        const uint64_t lost = all.at[i].count;
        rpj_kernel_name(all.at[i].kernel_id, name);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        rpj_complain(format, (number)lost, dispatches(lost), name);
#pragma GCC diagnostic pop
    }
}

void rpj_losses_report(uint64_t in_flight) {
    say_kernels(&never_completed, "%llu %s of kernel %s never completed; there is no record of it");
    say_kernels(&without_times, "the runtime gave no true times for %llu %s of kernel %s; recorded without times");
    if (in_flight)
        rpj_complain("%llu %s never completed; there is no record of it", (number)in_flight, copies(in_flight));
    const uint64_t untimed = __atomic_load_n(&copies_without_times, __ATOMIC_RELAXED);
    if (untimed)
        rpj_complain("the runtime gave no true times for %llu %s; recorded without times", (number)untimed,
                     untimed == 1 ? "copy" : "copies");
    const uint64_t packets = __atomic_load_n(&unknown, __ATOMIC_RELAXED);
    if (packets)
        rpj_complain("%llu %s of an unknown kind went to the GPU as they are; there is no record of them",
                     (number)packets, packets == 1 ? "packet" : "packets");
    const uint64_t unwatched = __atomic_load_n(&refused, __ATOMIC_RELAXED);
    if (unwatched)
        rpj_complain("the runtime refused to watch work %llu times; records of it may lack", (number)unwatched);
}

void rpj_losses_report_late(void) {
    const uint64_t kernels = __atomic_load_n(&late_dispatches, __ATOMIC_RELAXED),
                   transfers = __atomic_load_n(&late_copies, __ATOMIC_RELAXED);
    if (kernels + transfers)
        rpj_complain("%llu %s and %llu %s came while the process ended; there is no record of them", (number)kernels,
                     dispatches(kernels), (number)transfers, copies(transfers));
}
