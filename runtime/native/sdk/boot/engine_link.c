// rpj_link has the addresses of everything that the engine's Java half uses of C.
#include "boot/engine_link.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "../../environment.h"
#include "base/clock.h"
#include "base/engine.h"
#include "base/slots.h"
#include "calls/call_paths.h"
#include "calls/external_ids.h"
#include "calls/hip_streams.h"
#include "calls/marker_steps.h"
#include "dispatches/dispatch_records.h"
#include "dispatches/kernel_ids.h"
#include "engine/keep.h"
#include "engine/without_java.h"
#include "gpu/collect.h"
#include "gpu/gpu.h"
#include "gpu/graphs.h"
#include "gpu/harvest.h"
#include "ompt/ompt.h"
#include "process/process.h"
#include "segment/seal.h"
#include "system/safe_read.h"
#include "threads/thread_ids.h"
#include "threads/thread_life.h"
#include "tools/guard.h"
#include "tools/thrown.h"
#include "tools/time_limit.h"
#include "tools/tools.h"

const char* rpj_library_dir(void) {
    static char directory[4096];
    Dl_info info;
    if (!directory[0] && dladdr((void*)rpj_library_dir, &info) && info.dli_fname != NULL) {
        char* real = realpath(info.dli_fname, NULL);
        char* slash = real != NULL ? strrchr(real, '/') : NULL;
        if (slash != NULL && (size_t)(slash - real) < sizeof directory) {
            *slash = 0;
            strcpy(directory, real);
        }
        free(real);
    }
    return directory;
}

void rpj_prepare_link(bool joined) {
    rpj_link.slots = rpj_slots;
    rpj_link.thunks = (void*)rpj_thunks;
    rpj_link.correlation = rpj_id_source();
    rpj_link.threads = &rpj_threads;
    rpj_link.discover = (void*)rpj_discover;
    rpj_link.finalize_client = (void*)rpj_finalize_client;
    rpj_link.detach_client = (void*)rpj_detach_client;
    rpj_link.disable = (void*)rpj_go_on_without_java;
    rpj_link.thread = (void*)rpj_thread;
    rpj_link.readable = (void*)rpj_readable;
    rpj_link.invoke_many = (void*)rpj_guarded_invoke_many;
    rpj_link.safe_read = (void*)rpj_safe_read;
    rpj_link.safe_read_string = (void*)rpj_safe_read_string;
    rpj_link.environment = (void*)rpj_environment;
    rpj_link.force_load = (void*)rpj_force_load;
    rpj_link.end = (void*)rpj_engine_end;
    rpj_link.next_id = (void*)rpj_next_id_of;
    rpj_link.collect_ids = (void*)rpj_collect_ids;
    rpj_link.seal = (void*)rpj_seal;
    rpj_link.library_dir = (void*)rpj_library_dir();
    rpj_link.boottime_offset = rpj_boottime_offset();
    rpj_link.joined = joined;
    rpj_link.enter_call = (void*)rpj_enter;
    rpj_link.exit_call = (void*)rpj_exit;
    rpj_link.enter_records = (void*)rpj_enter_records;
    rpj_link.exit_records = (void*)rpj_exit_records;
    rpj_link.enter_callbacks = (void*)rpj_enter_callbacks;
    rpj_link.exit_callbacks = (void*)rpj_exit_callbacks;
    rpj_link.enter_mark = (void*)rpj_enter_mark;
    rpj_link.enter_ranges = (void*)rpj_enter_ranges;
    rpj_link.exit_ranges = (void*)rpj_exit_ranges;
    rpj_link.retire_ranges = (void*)rpj_retire_ranges;
    rpj_link.enter_observed = (void*)rpj_enter_observed;
    rpj_link.exit_observed = (void*)rpj_exit_observed;
    rpj_link.externals = (void*)rpj_externals;
    rpj_link.thread_of = (void*)rpj_thread_of;
    rpj_link.collect_object = (void*)rpj_collect_object;
    rpj_link.collect_symbol = (void*)rpj_collect_symbol;
    rpj_link.collect = (void*)rpj_collect;
    rpj_link.ompt = rpj_ompt_for_engine();
    rpj_link.gpu = &rpj_gpu;
    rpj_link.graphs = &rpj_graphs;
    rpj_link.kernel_ids = &rpj_kernel_ids;
    rpj_link.dispatches = &rpj_dispatches;
    rpj_link.kernel_id_request = (void*)rpj_kernel_id_request;
    rpj_streams_begin();
    rpj_link.keep = (void*)rpj_keep;
    rpj_link.keep_refill = (void*)rpj_keep_refill;
    rpj_link.note_name = (void*)rpj_keep_note_name;
    rpj_link.note_names = (void*)rpj_keep_note_names;
    rpj_link.thrown = (void*)rpj_thrown_copy;
    rpj_link.limit_begin = (void*)rpj_limit_begin;
    rpj_link.limit_end = (void*)rpj_limit_end;
    rpj_link.limit_invoke = (void*)rpj_limit_invoke;
    rpj_link.limit_over = (void*)rpj_limit_over;
    rpj_link.limit_exit = (void*)rpj_limit_exit;
}
