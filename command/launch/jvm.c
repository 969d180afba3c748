#include "jvm.h"
#include "../../runtime/native/environment.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

extern char** environ;

enum { MIB = 20, SMALL_STACK = 8 << MIB, FEW_FILES = 4096 };

// Raises a soft limit as far as the hard limit permits. The soft limit is meant for the program, not for the JVM.
static void raise_limit(int resource, rlim_t enough) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= enough) return;
    limit.rlim_cur = limit.rlim_max < enough ? limit.rlim_max : enough;
    setrlimit(resource, &limit);
}

static void set_limits(void) {
    const struct rlimit no_core = {0, 0};
    raise_limit(RLIMIT_AS, RLIM_INFINITY);
    raise_limit(RLIMIT_DATA, RLIM_INFINITY);
    raise_limit(RLIMIT_CPU, RLIM_INFINITY);
    raise_limit(RLIMIT_NPROC, RLIM_INFINITY);
    raise_limit(RLIMIT_STACK, SMALL_STACK);
    raise_limit(RLIMIT_NOFILE, FEW_FILES);
    setrlimit(RLIMIT_CORE, &no_core);
}

// Faults, and what stops it with the job.
static int is_the_jvms(int number) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGCHLD, SIGTTIN, SIGTTOU};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i] == number) return 1;
    return 0;
}

// Ignores signals to the whole job, which are meant for the program; they would end the JVM before it converts
// the records.
static void ignore_signals(void) {
    for (int number = 1; number <= SIGRTMAX; number++)
        if (!is_the_jvms(number)) signal(number, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// --- the environment

// Variables that affect a JVM are meant for the program: they are renamed with this prefix, by which the command's
// Java part recognizes them.
static const char ASIDE[] = "ROCPROFILER_ASIDE_";
static const char* const put_aside[] = {
    "LC_ALL=",   "JAVA_TOOL_OPTIONS=",  "JDK_JAVA_OPTIONS=", "_JAVA_OPTIONS=",    "LD_PRELOAD=",   "LD_LIBRARY_PATH=",
    "LD_AUDIT=", "JDK_AOT_VM_OPTIONS=", "CLASSPATH=",        "MALLOC_ARENA_MAX=", "ASAN_OPTIONS=", "LSAN_OPTIONS="};

static int is_put_aside(const char* entry) {
    for (size_t i = 0; i < sizeof put_aside / sizeof *put_aside; i++)
        if (strncmp(entry, put_aside[i], strlen(put_aside[i])) == 0) return 1;
    return 0;
}

static char* aside(const char* entry) {
    char* named = malloc(sizeof ASIDE + strlen(entry));
    if (named != NULL) stpcpy(stpcpy(named, ASIDE), entry);
    return named;
}

// Builds the JVM's environment. Makes file names and arguments UTF-8 in any locale. Limits the C library's
// allocator to few arenas, because an arena per thread would take 64 MiB of address space each.
static char** environment(void) {
    size_t n = 0;
    while (environ[n] != NULL) n++;
    char** env = calloc(n + 3, sizeof *env);
    if (env == NULL) return environ;
    for (size_t i = 0; i < n; i++) env[i] = is_put_aside(environ[i]) ? aside(environ[i]) : environ[i];
    env[n] = (char*)"LC_ALL=C.UTF-8";
    env[n + 1] = (char*)"MALLOC_ARENA_MAX=1";
    return env;
}

// --- the arguments

static int is_jar(const struct dirent* entry) {
    const size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".jar") == 0;
}

static int by_bytes(const struct dirent** a, const struct dirent** b) { return strcmp((*a)->d_name, (*b)->d_name); }

// Returns the class path, always in the same order: the start-up cache depends on it.
static char* class_path(const char* root) {
    char folder[PATH_MAX];
    struct dirent** jars;
    snprintf(folder, sizeof folder, "%s/lib/java/cli", root);
    const int count = scandir(folder, &jars, is_jar, by_bytes);
    size_t size = 1;
    for (int i = 0; i < count; i++) size += strlen(folder) + strlen(jars[i]->d_name) + 2;
    char* path = calloc(1, size);
    char* end = path;
    for (int i = 0; path != NULL && i < count; i++)
        end += sprintf(end, "%s%s/%s", i != 0 ? ":" : "", folder, jars[i]->d_name);
    return path;
}

// Returns a heap size that fits into the available memory: the rest of the JVM takes about 300 MiB of
// address space.
static int heap_mib(void) {
    struct rlimit space;
    struct rlimit data;
    if (getrlimit(RLIMIT_AS, &space) != 0 || getrlimit(RLIMIT_DATA, &data) != 0) return 512;
    const rlim_t least = space.rlim_cur < data.rlim_cur ? space.rlim_cur : data.rlim_cur;
    return least >= 2048ul << MIB ? 512 : least >= 1024ul << MIB ? 256 : 96;
}

// ROCPROFV3_TRAIN=FILE writes the start-up cache instead of using it (the build does, once).
static char* cache(const char* root) {
    const char* train = rpj_environment("ROCPROFV3_TRAIN");
    char* text = NULL;
    if (train != NULL && *train != 0) return asprintf(&text, "-XX:AOTCacheOutput=%s", train) < 0 ? NULL : text;
    return asprintf(&text, "-XX:AOTCache=%s/lib/runtime/rocprofv3.aot", root) < 0 ? NULL : text;
}

__attribute__((format(printf, 1, 2))) static char* text(const char* format, ...) {
    char* made = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&made, format, arguments);
    va_end(arguments);
    return length < 0 ? (char*)"" : made;
}

static long long now_millis(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * 1000ll + now.tv_nsec / 1000000;
}

enum { OWN_ARGUMENTS = 24 };

// The JVM stays invisible to others: no performance counters or sockets in /tmp, no error reports, no standard
// output of its own.
static size_t own_arguments(char** argv, const struct rpj_jvm* jvm, const struct rpj_jvm_ends* ends) {
    static const char* const flags[] = {"-Xrs",
                                        "-XX:+UseSerialGC",
                                        "-XX:ReservedCodeCacheSize=64m",
                                        "-XX:CompressedClassSpaceSize=64m",
                                        "-XX:-UsePerfData",
                                        "-XX:+DisableAttachMechanism",
                                        "-XX:+DisplayVMOutputToStderr",
                                        "-XX:+SuppressFatalErrorMessage",
                                        "-Xlog:disable",
                                        "--enable-native-access=ALL-UNNAMED"};
    size_t n = 0;
    argv[n++] = text("%s/lib/runtime/bin/java", jvm->root);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) argv[n++] = (char*)flags[i];
    argv[n++] = text("-Xmx%dm", heap_mib());
    argv[n++] = cache(jvm->root);
    argv[n++] = text("-Drocprofiler.home=%s", jvm->root);
    argv[n++] = text("-Drocprofiler.command=%s", jvm->command);
    argv[n++] = text("-Drocprofiler.started=%lld", now_millis());
    if (ends != NULL)
        argv[n++] = text("-Drocprofiler.front=%d,%d,%d,%d", getppid(), ends->control, ends->out, ends->error);
    argv[n++] = text("-Dorg.sqlite.lib.path=%s/lib/java/cli", jvm->root);
    argv[n++] = (char*)"-cp";
    argv[n++] = class_path(jvm->root);
    argv[n++] = (char*)"io.rocprofiler.cli.Main";
    return n;
}

void rpj_become_jvm(const struct rpj_jvm* jvm, const struct rpj_jvm_ends* ends) {
    size_t given = 0;
    while (jvm->arguments[given] != NULL) given++;
    char** argv = calloc(OWN_ARGUMENTS + given + 1, sizeof *argv);
    if (argv == NULL) return;
    set_limits();
    const size_t n = own_arguments(argv, jvm, ends);
    memcpy(argv + n, jvm->arguments, given * sizeof *argv);
    if (ends != NULL) ignore_signals();
    execve(argv[0], argv, environment());
}
