// Forks while a tool starts: they wait for its end, a tenth of a second once, since a child of that moment would have a
// half-started tool, and nothing could record its calls.
//
// The handler that waits is there when the first registration begins, and not before: handlers run in reverse order of
// their registration, and what others lock for the fork, the tool may need for its start. In a handler of another
// library a thread may register; it does not wait for itself.
#include <errno.h>
#include <gnu/libc-version.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "../cancel.h"
#include "register_internal.h"

// Before this one, glibc runs the handlers of a fork with a lock that the engine's own would wait for.
enum { FIRST_MINOR = 36 };

enum { WAIT_STEPS = 5000, STEP_NANOS = 1000000 };

static atomic_int registering;
static atomic_bool torn;

// Shared with the children, of which the first one that would be traced speaks for all. NULL: each speaks.
static atomic_flag* told;

static bool may_wait(void) {
    const char* minor = strchr(gnu_get_libc_version(), '.');
    bool may = minor != NULL && atoi(minor + 1) >= FIRST_MINOR;
    return may && !inside_hand_over(__builtin_frame_address(0)) && rpj_may_register(true);
}

static void before_fork(void) {
    const struct timespec step = {0, STEP_NANOS};
    if (atomic_load(&registering) == 0 || !may_wait()) return;
    int error = errno;
    rpj_cancellation cancel = rpj_cancel_off();
    for (int i = 0; i < WAIT_STEPS && atomic_load(&registering) != 0; i++) nanosleep(&step, NULL);
    rpj_cancel_again(cancel);
    errno = error;
}

static void in_child(void) {
    if (atomic_exchange(&registering, 0) != 0) atomic_store(&torn, true);
}

static void hook(void) {
    void* shared = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    told = shared != MAP_FAILED ? shared : NULL;
    pthread_atfork(before_fork, NULL, in_child);
}

void registration_begins(void) {
    static atomic_flag hooked = ATOMIC_FLAG_INIT;
    atomic_fetch_add(&registering, 1);
    if (!atomic_flag_test_and_set(&hooked)) hook();
}

void registration_ends(void) { atomic_fetch_sub(&registering, 1); }

int rpj_forked_in_registration(void) {
    static atomic_flag asked = ATOMIC_FLAG_INIT;
    if (!atomic_load(&torn)) return 0;
    if (!atomic_flag_test_and_set(&asked) && has_tool() && (told == NULL || !atomic_flag_test_and_set(told)))
        complain("process %d was made by a fork while the profiler started in its parent: its calls are not recorded, "
                 "nor are those of others made meanwhile; make the first traced call before such a fork",
                 (int)getpid());
    return 1;
}
