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
#include <time.h>

#include "../cancel.h"
#include "register_internal.h"

// Before this one, glibc runs the handlers of a fork with a lock that the engine's own would wait for.
enum { FIRST_MINOR = 36 };

enum { WAIT_STEPS = 5000, STEP_NANOS = 1000000 };

static atomic_int registering;
static atomic_bool torn;

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

void registration_begins(void) {
    static atomic_flag hooked = ATOMIC_FLAG_INIT;
    atomic_fetch_add(&registering, 1);
    if (!atomic_flag_test_and_set(&hooked)) pthread_atfork(before_fork, NULL, in_child);
}

void registration_ends(void) { atomic_fetch_sub(&registering, 1); }

int rpj_forked_in_registration(void) { return atomic_load(&torn); }
