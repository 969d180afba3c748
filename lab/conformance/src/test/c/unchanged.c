// unchanged: prints the process state that its first mark changed: limits, locale, floating point, masks, files
// that executed programs would inherit, the kernel's files about the process.
#define _GNU_SOURCE
#include <fcntl.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { MOST_LINES = 4096, MOST_FILES = 256 };

// The handlers that a JVM needs: for faults in its own code, and for the signal between its threads.
static const int needed[] = {SIGILL, SIGBUS, SIGFPE, SIGSEGV, 62};

static int is_needed(int signo) {
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (needed[i] == signo) return 1;
    return 0;
}

static void print_signals(FILE* to) {
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    for (int i = 1; i <= SIGRTMAX; i++) {
        struct sigaction action;
        fprintf(to, "signal %d blocked %d\n", i, sigismember(&mask, i));
        if (is_needed(i) || sigaction(i, NULL, &action) != 0) continue;
        fprintf(to, "signal %d %p %x\n", i, (void*)action.sa_handler, action.sa_flags & ~0x04000000);
    }
}

// Skips lines that count memory, threads, scheduling, and the handlers above.
static void print_file(FILE* to, const char* path) {
    static const char* const counts[] = {"Vm",     "Rss",       "Threads",      "SigQ",         "SigCgt",
                                         "SigIgn", "voluntary", "nonvoluntary", "HugetlbPages", "FDSize"};
    char line[512];
    FILE* file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        int counted = 0;
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
            counted |= strncmp(line, counts[i], strlen(counts[i])) == 0;
        if (!counted) fprintf(to, "%s: %s", path, line);
    }
    if (file) fclose(file);
}

static void print_thread(FILE* to) {
    char name[32] = "";
    int subreaper = 0;
    stack_t stack;
    cpu_set_t cpus;
    prctl(PR_GET_NAME, name);
    prctl(PR_GET_CHILD_SUBREAPER, &subreaper);
    sigaltstack(NULL, &stack);
    sched_getaffinity(0, sizeof cpus, &cpus);
    fprintf(to, "name %s\nsubreaper %d\nslack %d\ndumpable %d\n", name, subreaper, prctl(PR_GET_TIMERSLACK),
            prctl(PR_GET_DUMPABLE));
    fprintf(to, "huge pages off %d\n", prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0));
    fprintf(to, "alternate stack %d %p\n", stack.ss_flags, stack.ss_sp);
    fprintf(to, "processors %d\npolicy %d\npriority %d\n", CPU_COUNT(&cpus), sched_getscheduler(0),
            getpriority(PRIO_PROCESS, 0));
    fprintf(to, "personality %x\nfloating point %x\n", personality(0xffffffff), __builtin_ia32_stmxcsr() & ~0x3fu);
}

static void print_process(FILE* to) {
    mode_t mask = umask(0);
    umask(mask);
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        struct rlimit limit;
        getrlimit(i, &limit);
        fprintf(to, "limit %d %lx %lx\n", i, (unsigned long)limit.rlim_cur, (unsigned long)limit.rlim_max);
    }
    fprintf(to, "locale %s\nbytes of a character %zu\n", setlocale(LC_ALL, NULL), MB_CUR_MAX);
    fprintf(to, "mask of files %o\nfolder %s\nzone %s %ld\n", mask, getcwd(NULL, 0), tzname[0], timezone);
    for (char** variable = environ; *variable; variable++) fprintf(to, "variable %s\n", *variable);
    for (int i = 0; i < MOST_FILES; i++) {
        int flags = fcntl(i, F_GETFD);
        if (flags >= 0 && !(flags & FD_CLOEXEC)) fprintf(to, "file %d %x\n", i, fcntl(i, F_GETFL));
    }
    print_file(to, "/proc/self/status");
    print_file(to, "/proc/self/coredump_filter");
    print_file(to, "/proc/self/oom_score_adj");
    print_file(to, "/proc/self/comm");
    print_file(to, "/proc/self/cmdline");
}

static char* state(void) {
    char* text = NULL;
    size_t size = 0;
    FILE* to = open_memstream(&text, &size);
    print_process(to);
    print_thread(to);
    print_signals(to);
    fclose(to);
    return text;
}

static int has_line(const char* text, const char* line, size_t length) {
    for (const char* at = text; (at = strstr(at, line)) != NULL; at++)
        if (at[length] == '\n' && (at == text || at[-1] == '\n')) return 1;
    return 0;
}

static int print_missing(const char* what, char* of, const char* in) {
    int missing = 0;
    char* rest = NULL;
    for (char* line = strtok_r(of, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (has_line(in, line, strlen(line))) continue;
        printf("%s %s\n", what, line);
        missing++;
    }
    return missing;
}

int main(void) {
    int drawn = rand();
    tzset();
    char* before = state();
    srand(1);
    roctxMarkA("first");
    char* after = state();
    if (rand() != drawn) printf("rand\n");
    char* copy = strdup(before);
    int changes = print_missing("was", before, after) + print_missing("is", after, copy);
    printf("%d changes\n", changes);
    return 0;
}
