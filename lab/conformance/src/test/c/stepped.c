// stepped STATES MODE: a debugger single-steps through calls during which a thread moves to its next stretch. After
// each instruction that changed the trace it saves the trace in the folder STATES, as if the program had been
// killed there. Prints the number of states, or `cannot step` where this machine permits no debugger.
//
// MODE is when the calls are made: open, while the program runs; closed, after tracing's own exit handlers; child,
// in a forked child, from its first call to its end.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

// The layout of a segment: a header with counters, then stretches. A stretch begins with its own counters.
enum { HEADER = 4096, TAKEN = 512, STRETCH = 65536, HEAD = 64, STRETCHES = 256, NAME = 512, AROUND = 6 };

enum { IDLE, STEP, REFUSED, STEPPING, ENOUGH, ENDED };

static struct {
    atomic_int state;
    atomic_int pid;
} * wish;

// --- the debugger --------------------------------------------------------------------------------------------------

static char header[HEADER], heads[STRETCHES][2 * HEAD], page[STRETCH];
static const char* states;
static int kept;

// Opens the segment of a process, if the run's directory has one by now.
static int open_segment(int pid) {
    char runs[NAME], process[NAME], name[NAME];
    DIR* out = opendir("out");
    struct dirent* entry;
    int file = -1;
    while (out && (entry = readdir(out)))
        if (strstr(entry->d_name, ".segments")) snprintf(runs, sizeof runs, "out/%.200s", entry->d_name);
    if (out) closedir(out);
    DIR* run = out ? opendir(runs) : NULL;
    snprintf(process, sizeof process, "%d-", pid);
    while (run && (entry = readdir(run)))
        if (strncmp(entry->d_name, process, strlen(process)) == 0) {
            snprintf(name, sizeof name, "%.200s/%.200s/records.seg", runs, entry->d_name);
            file = open(name, O_RDONLY | O_CLOEXEC);
        }
    if (run) closedir(run);
    return file;
}

// Compares each stretch's counters and the beginning of its first record.
static bool changed(int file) {
    bool change = false;
    if (pread(file, page, HEADER, 0) != HEADER) return false;
    if (memcmp(page, header, HEADER)) memcpy(header, page, HEADER), change = true;
    for (int i = 0; i < STRETCHES; i++) {
        if (pread(file, page, 2 * HEAD, HEADER + (off_t)i * STRETCH) != 2 * HEAD) break;
        if (memcmp(page, heads[i], 2 * HEAD)) memcpy(heads[i], page, 2 * HEAD), change = true;
        static const char none[2 * HEAD];
        if (i > 8 && !memcmp(page, none, 2 * HEAD)) break; // unused, as are all that follow
    }
    return change;
}

// Saves a copy of the segment's length, with holes in place of empty pages.
static void keep(int file) {
    char name[NAME];
    struct stat status;
    snprintf(name, sizeof name, "%s/%d", states, kept++);
    int copy = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (copy < 0 || fstat(file, &status) || ftruncate(copy, status.st_size)) abort();
    static const char zeros[STRETCH];
    for (off_t at = 0; at < status.st_size; at += HEADER) {
        ssize_t bytes = pread(file, page, HEADER, at);
        if (bytes > 0 && memcmp(page, zeros, (size_t)bytes) && pwrite(copy, page, (size_t)bytes, at) != bytes) abort();
    }
    close(copy);
}

static void step_through(int pid) {
    int status, file = -1;
    if (ptrace(PTRACE_SEIZE, pid, NULL, NULL) || ptrace(PTRACE_INTERRUPT, pid, NULL, NULL)) {
        wish->state = REFUSED;
        return;
    }
    waitpid(pid, &status, __WALL);
    wish->state = STEPPING;
    for (long signal = 0; wish->state == STEPPING;) {
        // A missing segment can only appear at a system call.
        if (ptrace(file < 0 ? PTRACE_SYSCALL : PTRACE_SINGLESTEP, pid, NULL, signal)) break;
        if (waitpid(pid, &status, __WALL) < 0 || !WIFSTOPPED(status)) break;
        signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
        if (file < 0) file = open_segment(pid);
        if (file >= 0 && changed(file)) keep(file);
    }
    ptrace(PTRACE_DETACH, pid, NULL, NULL);
    if (file >= 0) close(file);
    wish->state = ENDED;
}

static void debug(int parent) {
    struct timespec moment = {0, 1000000};
    while (wish->state != STEP && getppid() == parent) nanosleep(&moment, NULL);
    if (wish->state == STEP) step_through(wish->pid);
    _exit(0);
}

static void wait_while(int state) {
    struct timespec moment = {0, 1000000};
    while (wish->state == state) nanosleep(&moment, NULL);
}

static bool begin_steps(void) {
    wish->pid = getpid();
    wish->state = STEP;
    wait_while(STEP);
    return wish->state == STEPPING;
}

static void end_steps(void) {
    int stepping = STEPPING;
    if (atomic_compare_exchange_strong(&wish->state, &stepping, ENOUGH)) wait_while(ENOUGH);
}

// --- the program ---------------------------------------------------------------------------------------------------

static const char* mode;

static void call(void) {
    int device = -1;
    if (hipGetDevice(&device) || device) abort();
    roctxMarkA("stepped");
    roctxRangePushA("range");
    if (roctxRangePop() != 0) abort();
}

static uint64_t taken(int file) {
    uint64_t count = 0;
    if (pread(file, &count, sizeof count, TAKEN) != sizeof count) abort();
    return count;
}

static long calls_to_next_stretch(int file) {
    long calls = 0;
    for (uint64_t before = taken(file); taken(file) == before; calls++) call();
    return calls;
}

static int segment;
static long calls_of_a_stretch;

// Ends at the start of a stretch.
static void measure(void) {
    segment = open_segment(getpid());
    if (segment < 0) abort();
    calls_to_next_stretch(segment);
    calls_of_a_stretch = calls_to_next_stretch(segment);
}

static void step_over_a_change(void) {
    for (long i = 0; i < calls_of_a_stretch - AROUND; i++) call();
    uint64_t before = taken(segment);
    bool steps = begin_steps();
    for (int i = 0; i < 2 * AROUND; i++) call();
    end_steps();
    if (steps && taken(segment) == before) abort();
}

// Runs after tracing's own exit handlers.
static void at_exit(void) {
    if (!strcmp(mode, "closed")) step_over_a_change();
}

static void of_child(void) {
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    begin_steps();
    for (int i = 0; i < AROUND; i++) call();
    exit(0); // while the debugger still steps
}

__attribute__((destructor)) static void say(void) {
    if (!mode || !strcmp(mode, "of the child")) return;
    printf("%s\n", wish->state == REFUSED ? "cannot step" : "stepped");
    fflush(stdout);
}

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    wish = mmap(NULL, sizeof *wish, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    states = argv[1];
    int parent = getpid();
    pid_t debugger = fork();
    if (!debugger) debug(parent);
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    mode = argv[2];
    atexit(at_exit);
    call();
    measure();
    if (!strcmp(mode, "open")) step_over_a_change();
    if (!strcmp(mode, "child")) {
        pid_t child = fork();
        if (!child) mode = "of the child", of_child();
        waitpid(child, NULL, 0);
        wait_while(STEPPING);
    }
    return 0;
}
