// See patience.h.
#include "dispatches/patience.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "system/complain.h"
#include "system/file.h"
#include "system/quiet.h"

#define SECOND_NANOS 1000000000ull
#define MOST_NANOS (30 * SECOND_NANOS)

// Whether the thread runs, or waits for nothing but a processor.
static bool is_ready(uint64_t tid) {
    static const char folder[] = "/proc/self/task/", file[] = "/stat";
    char path[sizeof folder + RPJ_DIGITS + sizeof file], stat[512];
    if (!tid || rpj_is_quiet()) return false;
    memcpy(path, folder, sizeof folder);
    memcpy(rpj_put_number(path + sizeof folder - 1, tid, 10), file, sizeof file);
    const char* name_end = rpj_file_read(path, stat, sizeof stat) ? strrchr(stat, ')') : NULL;
    return name_end != NULL && strncmp(name_end, ") R", 3) == 0;
}

static void say(void) {
    static bool said;
    if (__atomic_exchange_n(&said, true, __ATOMIC_RELAXED)) return;
    rpj_complain("a tool's function about a kernel does not return; the program goes on, and knows of kernels of which "
                 "the tool has not been told");
}

bool rpj_is_patient(rpj_patience* patience, uint64_t told, uint64_t teller) {
    if (patience->told != told) *patience = (rpj_patience){.told = told};
    if (patience->waited_ns < SECOND_NANOS) return true;
    patience->waited_ns = 0;
    if (patience->all_ns < MOST_NANOS && is_ready(teller)) return true;
    say();
    return false;
}

void rpj_nap(rpj_patience* patience, const void* word, uint32_t value, uint64_t nanos) {
    const struct timespec nap = {.tv_nsec = (long)nanos};
    const uint64_t begin_ns = rpj_boottime_now();
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, &nap, NULL, 0);
    const uint64_t passed_ns = rpj_boottime_now() - begin_ns, counted_ns = passed_ns < nanos ? passed_ns : nanos;
    patience->waited_ns += counted_ns;
    patience->all_ns += counted_ns;
}
