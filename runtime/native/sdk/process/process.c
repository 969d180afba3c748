#include "process/process.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "dispatches/follower.h"
#include "engine/engine_call.h"
#include "engine/without_java.h"
#include "segment/segment.h"
#include "segment/untold_calls.h"
#include "system/own_threads.h"
#include "system/quiet.h"
#include "threads/thread_life.h"
#include "tools/time_limit.h"

// A thread interrupted inside Java cannot run the finalization itself; the wait for the thread that does
// is bounded.
enum { FINALIZE_SECONDS = 5 };

static void* finalize_engine(void* unused) {
    uint64_t no_arguments[1] = {0};
    rpj_call_engine(RPJ_CALL_FINALIZE, no_arguments, 0);
    return unused;
}

static void finalize_elsewhere(void) {
    pthread_t helper;
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += FINALIZE_SECONDS;
    if (rpj_create_thread(&helper, NULL, finalize_engine, NULL) != 0) return;
    if (pthread_timedjoin_np(helper, NULL, &deadline) != 0) pthread_detach(helper);
}

// A joined JVM has finalized in its own shutdown; it can no longer be entered when exit handlers run.
void rpj_finalize(void) {
    static bool begun;
    rpj_say_untold();
    const rpj_follower* follower = rpj_in_full() || rpj_recorder_follows() ? rpj_recorder_follower : NULL;
    static bool finished;
    if (follower != NULL && !__atomic_test_and_set(&finished, __ATOMIC_SEQ_CST)) follower->finish();
    if (rpj_forked || rpj_is_recorded()) rpj_segment_closed();
    if (!rpj_engine_ready() || __atomic_test_and_set(&begun, __ATOMIC_SEQ_CST)) return;
    if (rpj_link.joined) {
        rpj_engine_end();
        return;
    }
    native_thread_t* thread = rpj_thread();
    if (thread == NULL || !thread->inside) finalize_engine(NULL);
    else if (!rpj_is_quiet()) finalize_elsewhere();
    rpj_go_on_without_java();
}

void rpj_fork_hook(void) {
    rpj_untold_begin(&rpj_gate()->untold);
    pthread_atfork(NULL, NULL, rpj_fork_child); // a child has one thread, and a JVM without threads
    rpj_engine_is_here();
}

static void on_process_exit(int status, void* unused) {
    (void)unused;
    rpj_note_exit_status(status);
    rpj_finalize();
}

void rpj_exit_hook(void) { on_exit(on_process_exit, NULL); }

void rpj_finalize_client(rocprofiler_client_id_t id) {
    uint64_t arguments[1] = {id.handle};
    rpj_call_engine(RPJ_CALL_FINALIZE_CLIENT, arguments, 0);
}

void rpj_detach_client(rocprofiler_client_id_t id) {
    uint64_t arguments[1] = {id.handle};
    rpj_call_engine(RPJ_CALL_DETACH_CLIENT, arguments, 0);
}
