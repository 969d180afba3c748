// See signal_routes.h. The command preloads the signal library; a tool that came by an environment variable, or by its
// own call, has the C library in front. Libraries that install handlers for faults then come with the runtime, as late
// as in the program's first calls: ROCm's compiler does, whose LLVM takes SIGSEGV with SA_RESETHAND
// (RegisterHandlers() in lib/Support/Unix/Signals.inc of LLVM 21), so that the second of two faults ends the process.
//
// A library that was opened is of no use before dlsym has found something in it. So dlsym is replaced, too: by code
// that looks for new libraries and goes on to the C library's, whose caller stays the one it was (RTLD_NEXT).
#include "signals/signal_routes.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/engine.h"
#include "signals/signal_mask.h"
#include "system/imports.h"
#include "system/quiet.h"

#define LIBRARY "/librocprofiler-signals.so"

static const char* const names[] = {"sigaction",   "__sigaction", "signal", "bsd_signal",   "ssignal", "__sysv_signal",
                                    "sysv_signal", "sigignore",   "sigset", "siginterrupt", "prctl",   "syscall"};
enum { FUNCTIONS = sizeof names / sizeof *names };

static void* signal_library;
static rpj_import routes[FUNCTIONS + 1];
static size_t count;

// --- which libraries are new ---------------------------------------------------------------------------------------

// How often libraries have come and gone, when all that were there had been looked at, and how many those were.
static _Atomic uint64_t known_added, known_removed;
static _Atomic size_t known;

typedef struct {
    uint64_t added, removed;
} changes;

static int count_changes(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    *(changes*)data = (changes){info->dlpi_adds, info->dlpi_subs};
    return 1;
}

typedef struct {
    size_t wanted, seen;
    bool found;
    char name[PATH_MAX];
} search;

static int find(struct dl_phdr_info* info, size_t size, void* data) {
    search* s = data;
    (void)size;
    if (s->seen++ != s->wanted) return 0;
    s->found = true;
    snprintf(s->name, sizeof s->name, "%s", info->dlpi_name);
    return 1;
}

// --- routing -------------------------------------------------------------------------------------------------------

// Not with a lock of the C library's, and with all signals blocked: no handler waits for the thread that it interrupts.
static void replace_in(void* library) {
    static atomic_flag busy = ATOMIC_FLAG_INIT;
    const uint64_t mask = rpj_change_mask(SIG_SETMASK, ~0ull);
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) syscall(SYS_sched_yield);
    rpj_replace_imports(library, routes, count);
    atomic_flag_clear_explicit(&busy, memory_order_release);
    rpj_change_mask(SIG_SETMASK, mask);
}

// dlopen waits for other threads that are loading the library, as the dlsym does that is about to be called.
static void route(const char* name) {
    void* library = dlopen(*name ? name : NULL, RTLD_NOLOAD | RTLD_LAZY);
    if (library == NULL) return;
    replace_in(library);
    dlclose(library);
}

static bool route_at(size_t i) {
    search s = {.wanted = i};
    dl_iterate_phdr(find, &s);
    if (s.found) route(s.name);
    return s.found;
}

// By number: nothing may be opened while the C library goes through the list. Out of line for the sake of threads with
// small stacks.
__attribute__((noinline)) static void route_new(const changes* now) {
    size_t i = now->removed == atomic_load(&known_removed) ? atomic_load(&known) : 0;
    while (route_at(i)) i++;
    atomic_store(&known, i);
    atomic_store(&known_removed, now->removed);
    atomic_store(&known_added, now->added);
}

// Called by rpj_routed_dlsym: any thread, in handlers of signals, too.
void rpj_before_dlsym(void);

void rpj_before_dlsym(void) {
    const int error = errno;
    changes now = {0, 0};
    if (rpj_forked || rpj_is_quiet()) return;
    dl_iterate_phdr(count_changes, &now);
    if (now.added != atomic_load(&known_added)) route_new(&now);
    errno = error;
}

// --- the start -----------------------------------------------------------------------------------------------------

// The C library's dlsym, and what libraries call instead (signal_routes.S).
extern void* rpj_dlsym;
void* rpj_dlsym;
void* rpj_routed_dlsym(void* library, const char* name);

// Of functions that are the C library's in the whole process; another library's before them is not passed by.
static void add(void* libc, const char* name, void* replacement) {
    const void* former = dlsym(libc, name);
    if (former == NULL || replacement == NULL || dlsym(RTLD_DEFAULT, name) != former) return;
    routes[count++] = (rpj_import){name, former, replacement};
}

void rpj_route_signals(const char* library_dir) {
    char path[PATH_MAX];
    // Up to glibc 2.33 dlsym is in libdl, which needs the C library.
    void* libdl = dlopen("libdl.so.2", RTLD_NOLOAD | RTLD_LAZY);
    void* libc = libdl != NULL ? libdl : dlopen("libc.so.6", RTLD_NOLOAD | RTLD_LAZY);
    if (libc == NULL || dlsym(RTLD_DEFAULT, "JVM_get_signal_action") != NULL) return;
    if (dlsym(libc, "sigaction") != dlsym(RTLD_DEFAULT, "sigaction")) return;
    snprintf(path, sizeof path, "%s" LIBRARY, library_dir);
    signal_library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (signal_library == NULL) return;
    for (size_t i = 0; i < FUNCTIONS; i++) add(libc, names[i], dlsym(signal_library, names[i]));
    rpj_dlsym = dlsym(libc, "dlsym");
    add(libc, "dlsym", (void*)rpj_routed_dlsym);
    rpj_before_dlsym();
}

void* rpj_signal_function_for_jvm(const char* name) {
    return signal_library != NULL && strncmp(name, "JVM_", 4) == 0 ? dlsym(signal_library, name) : NULL;
}

void* rpj_signal_library_function(const char* name) {
    return dlsym(signal_library != NULL ? signal_library : RTLD_DEFAULT, name);
}
