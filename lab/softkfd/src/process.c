// The process: its beginning, its forked children, its end.
#include "aql.h"
#include "backing.h"
#include "engine.h"
#include "engine_lock.h"
#include "events.h"
#include "files.h"
#include "log.h"
#include "memory.h"
#include "names.h"
#include "occupancy.h"
#include "queues.h"
#include "smi.h"

#include <pthread.h>

// A child has the parent's memory, but neither its GPUs nor the thread that they are: it begins anew, when the runtime
// in it has noticed that it is another process.
static void in_child(void) {
    sk_engine_lock_after_fork();
    sk_engine_after_fork();
    sk_events_after_fork();
    sk_queues_after_fork();
    sk_occupancy_after_fork();
    sk_aql_after_fork();
    sk_memory_after_fork();
    sk_files_after_fork();
    sk_names_after_fork();
    sk_smi_after_fork();
    sk_backing_after_fork();
    sk_log_after_fork();
}

__attribute__((constructor)) static void begin(void) { pthread_atfork(NULL, NULL, in_child); }

__attribute__((destructor)) static void end(void) {
    if (sk_backing_fd() >= 0) sk_log_counts();
}
