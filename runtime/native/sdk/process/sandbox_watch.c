// See sandbox_watch.h. A filter (seccomp) is for the thread that installs it and for those that it creates; only with a
// flag (TSYNC) is it for those that exist, ours among them, at once.
#include "process/sandbox_watch.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../sandbox.h"
#include "base/engine.h"
#include "process/filter_program.h"
#include "process/process.h"
#include "process/standstill.h"
#include "segment/segment.h"
#include "signals/signal_routes.h"
#include "stacks/errands.h"
#include "system/complain.h"
#include "threads/thread_life.h"

// What a JVM calls while it runs, or when one of its threads comes or goes, and what our own half calls.
static const int needed[] = {SYS_read,
                             SYS_write,
                             SYS_close,
                             SYS_fstat,
                             SYS_newfstatat,
                             SYS_lseek,
                             SYS_mmap,
                             SYS_mprotect,
                             SYS_munmap,
                             SYS_brk,
                             SYS_rt_sigaction,
                             SYS_rt_sigprocmask,
                             SYS_rt_sigreturn,
                             SYS_ioctl,
                             SYS_pread64,
                             SYS_pwrite64,
                             SYS_sched_yield,
                             SYS_madvise,
                             SYS_nanosleep,
                             SYS_getpid,
                             SYS_clone,
                             SYS_clone3,
                             SYS_exit,
                             SYS_fcntl,
                             SYS_prctl,
                             SYS_gettid,
                             SYS_tgkill,
                             SYS_sigaltstack,
                             SYS_futex,
                             SYS_sched_getaffinity,
                             SYS_clock_nanosleep,
                             SYS_openat,
                             SYS_prlimit64,
                             SYS_process_vm_readv,
                             SYS_set_robust_list,
                             SYS_rseq,
                             SYS_getdents64,
                             SYS_statx};

enum { COUNT = sizeof needed / sizeof *needed };

// Otherwise the kernel refuses to install it.
static bool may_be_installed(void) { return geteuid() == 0 || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1; }

// Nobody is left to do anything for the program's threads: tools end now, as at the end of the process, and C goes on.
static void go_on_alone(void) {
    if (rpj_engine_ready())
        rpj_complain(
            "this program installs a sandbox (seccomp) that forbids what the Java runtime in its process needs: "
            "tools end now, and later calls are recorded as far as there is memory, else counted");
    if (!rpj_is_recorded()) rpj_finalize();
    rpj_segment_reserve();
    rpj_stand_still();
    rpj_become_quiet(RPJ_FILTERED | RPJ_ALONE);
}

static uint64_t go_on_alone_for(uint64_t unused, uint64_t also_unused) {
    (void)unused, (void)also_unused;
    go_on_alone();
    return 0;
}

static void on_filter(const rpj_sandbox* sandbox) {
    if (rpj_quiet_now() & RPJ_ALONE) return;
    if (rpj_is_quiet()) {
        if (sandbox->all_threads) rpj_send_errand(rpj_thread(), go_on_alone_for, 0, 0, 0);
    } else if (may_be_installed() && rpj_filter_kills(sandbox->program, needed, COUNT)) {
        if (sandbox->all_threads || rpj_forked || !rpj_prepare_errands()) go_on_alone();
        else rpj_become_quiet(RPJ_FILTERED);
    }
}

// Strict mode is for the calling thread alone, which cannot create others any more, and whose next look at a clock
// would be a fault: the kernel takes the time stamp counter away. So its calls are counted, as those made inside of the
// engine are.
static void on_strict(void) {
    native_thread_t* thread = rpj_thread();
    if (thread != NULL) rpj_set_inside(thread, 1);
    rpj_strict = true;
    rpj_become_quiet(RPJ_SOME_STRICT);
}

static void on_sandbox(const rpj_sandbox* sandbox) {
    if (rpj_own_thread) return;
    if (sandbox->strict) on_strict();
    else on_filter(sandbox);
}

void rpj_watch_sandboxes(void) {
    typedef void listen_fn(rpj_sandbox_listener);
    listen_fn* listen = (listen_fn*)rpj_signal_library_function(RPJ_SANDBOX_LISTEN_NAME);
    if (listen != NULL) listen(on_sandbox);
}
