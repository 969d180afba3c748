// See recorder.h.
#include "recorder/recorder.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../environment.h"
#include "../../pause.h"
#include "../../roctracer_descriptor.h"
#include "base/clock.h"
#include "calls/hip_streams.h"
#include "engine/keep.h"
#include "gpu_work/recorded_work.h"
#include "jvm/jvm.h"
#include "process/last_thread.h"
#include "process/process.h"
#include "process/sandbox_watch.h"
#include "recorder/image.h"
#include "recorder/periods.h"
#include "recorder/switch.h"
#include "recorder/wrap.h"
#include "segment/kept.h"
#include "segment/segment.h"
#include "signals/cut_files.h"
#include "system/cancel_word.h"
#include "system/complain.h"
#include "system/own_threads.h"
#include "threads/thread_ids.h"
#include "tools/tools.h"

// The file with them; lies in the directory of the run.
#define PLANS "ROCPROFILER_RECORDER_PLANS"

static native_kept_t kept = {.without_java = 1};
static native_image_t* image; // NULL: nothing is recorded

// Whether somebody else wants the SDK: a tool, something that is linked with it, or a JVM of the program's, where tools
// may come from at any time and threads have names of their own. The collector alone is named where the recorder takes
// its place.
static bool is_engine_needed(void) {
    const char* in_java = rpj_environment("ROCPROFILER_JAVA_TOOLS");
    if (rpj_programs_jvm() != NULL && rpj_programs_jvm_is_new()) return true;
    if (in_java != NULL && strchr(in_java, ':') != NULL) return true;
    return rpj_c_tools_wanted() || rt_find_descriptor() != NULL || rpj_is_linked();
}

static void say_unwritable(const char* run, int error) {
    if (error == EACCES || error == EPERM)
        rpj_complain_as_command(
            "cannot write %s with the rights of user %u: this process is not recorded; start rocprofv3 as the user who "
            "runs the program",
            run, (unsigned)geteuid());
    else rpj_complain_as_command("cannot write %s: %s; this process is not recorded", run, rpj_file_error(error));
}

static void watch_words(void) {
    native_image_word_t* words = rpj_image_at(image, image->words);
    for (uint32_t i = 0; i < image->word_count; i++)
        rpj_recorder_watch(rpj_image_at(image, words[i].active), words[i].on);
}

// --- what is missing -----------------------------------------------------------------------------------------------

static bool hip_came;

static bool records_hip(void) {
    const native_image_table_t* tables = rpj_image_at(image, image->tables);
    for (uint32_t i = 0; i < image->table_count; i++)
        if (tables[i].flags & RPJ_IMAGE_OF_ALL && strcmp(rpj_image_at(image, tables[i].library), "hip") == 0)
            return true;
    return false;
}

// Reports a HIP that neither registers, as distributions build it, nor has tables that could be found.
static void explain_absence(int status, void* unused) {
    (void)status, (void)unused;
    if (rpj_forked || hip_came || !records_hip()) return;
    void* library = dlopen("librocprofiler-register.so.0", RTLD_LAZY | RTLD_NOLOAD);
    int (*is_missed)(void) = library != NULL ? (int (*)(void))dlsym(library, "rpj_hip_is_missed") : NULL;
    if (is_missed == NULL || !is_missed()) return;
    const bool has_work = image->flags & (RPJ_IMAGE_KERNELS | RPJ_IMAGE_COPIES);
    rpj_complain("HIP's calls are not traced: this HIP does not register, and is older than 6.0, or unknown%s",
                 has_work ? ". Its kernels and copies are, as work of HSA" : "");
}

// --- beginning -----------------------------------------------------------------------------------------------------

// False where the engine has to record.
static bool begin(const char* path, const char* run) {
    native_image_t* mapped = rpj_image_map(path);
    if (mapped == NULL || !rpj_recorder_has_words()) return false;
    rpj_link.boottime_offset = rpj_boottime_offset();
    rpj_link.correlation = rpj_id_source();
    rpj_streams_begin();
    if (!rpj_may_futex()) {
        rpj_complain("a sandbox forbids this process to call futex; it is not recorded");
        return true;
    }
    if (!rpj_segment_begin(&kept, run, rpj_image_at(mapped, mapped->variables), rpj_keep_note_names)) {
        say_unwritable(run, errno);
        return true;
    }
    rpj_kept[0] = &kept;
    image = mapped;
    rpj_work_begin(image);
    watch_words();
    rpj_recorder_off(RPJ_OFF_PAUSED, image->flags & RPJ_IMAGE_WAITS);
    rpj_find_cancel_word();
    rpj_learn_creation();
    rpj_periods_begin(image);
    rpj_fork_hook();
    rpj_exit_hook();
    on_exit(explain_absence, NULL);
    rpj_end_by_own_threads();
    rpj_watch_sandboxes();
    rpj_survive_cut_files();
    return true;
}

// --- one thread at a time ------------------------------------------------------------------------------------------

// The process of the thread that is here, so that a child forked meanwhile does not wait for a thread that it does
// not have.
static pid_t holder;

// Blocks the program's handlers, which might register, too.
static void enter(sigset_t* before) {
    sigset_t all;
    sigfillset(&all);
    sigdelset(&all, SIGBUS); // as segment.c does
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, before, sizeof(uint64_t));
    const pid_t own = getpid();
    for (uint32_t i = 0;; i++) {
        pid_t seen = 0;
        if (__atomic_compare_exchange_n(&holder, &seen, own, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
        if (seen != own && __atomic_compare_exchange_n(&holder, &seen, own, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return;
        rpj_pause(i);
    }
}

static void leave(const sigset_t* before) {
    __atomic_store_n(&holder, 0, __ATOMIC_RELEASE);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, before, NULL, sizeof(uint64_t));
}

// Not begun where this is a child that was forked while another thread of its parent was here: it begins for itself.
static void begin_once(const char* path, const char* run) {
    static bool begun, recorded;
    int expected = RPJ_NEW, error = errno;
    rpj_cancellation cancel = rpj_cancel_off();
    if (!begun) recorded = begin(path, run);
    begun = true;
    rpj_cancel_again(cancel);
    errno = error;
    if (recorded
        && __atomic_compare_exchange_n(&rpj_state, &expected, RPJ_RECORDING, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        rpj_ended = true;
}

bool rpj_recorder_begins(void) {
    sigset_t before;
    if (rpj_is_recorded()) return true;
    const char *path = rpj_environment(PLANS), *run = rpj_environment("ROCPROFILER_COLLECTOR_DIR");
    if (__atomic_load_n(&rpj_state, __ATOMIC_ACQUIRE) != RPJ_NEW) return false;
    if (path == NULL || !*path || run == NULL || !*run || is_engine_needed()) return false;
    enter(&before);
    begin_once(path, run);
    leave(&before);
    return rpj_is_recorded();
}

void rpj_recorder_takes(const char* library, uint64_t version, uint64_t instance, void** tables, uint64_t count) {
    sigset_t before;
    if (image == NULL) return;
    enter(&before);
    if (strcmp(library, "hip") == 0) hip_came = true;
    rpj_segment_runtime(library, version, instance);
    rpj_wrap(image, library, instance, tables, count);
    rpj_work_registered(library);
    leave(&before);
}
