#include "tool.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct options tool_options;

/// Tools with a smaller number come first: roctracer itself has 50.
RT_EXPORT const uint32_t HSA_AMD_TOOL_PRIORITY = 1050;

RT_EXPORT bool OnLoad(void* table, uint64_t version, uint64_t failed_count, const char* const* failed);
RT_EXPORT void OnUnload(void);

static pthread_mutex_t life = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t flushing = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t waking = PTHREAD_MUTEX_INITIALIZER;
static bool started, ended;
static _Atomic bool awake;
static struct text said;

static bool fits(void) {
    return roctracer_version_major() == ROCTRACER_VERSION_MAJOR && roctracer_version_minor() >= ROCTRACER_VERSION_MINOR;
}

void tool_say(const char* format, ...) {
    va_list arguments;
    char line[4352];
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_string(&said, line);
}

void tool_awake(void) {
    // Who comes in between does not wait: it may be below a lock of the loader's, which the plugin needs.
    if (atomic_load_explicit(&awake, memory_order_acquire) || pthread_mutex_trylock(&waking) != 0) return;
    if (!atomic_load(&awake)) {
        fwrite(said.bytes, 1, said.length, stdout);
        text_free(&said);
        plugin_start();
        fflush(stdout);
        atomic_store_explicit(&awake, true, memory_order_release);
    }
    pthread_mutex_unlock(&waking);
}

void tool_flush(void) {
    pthread_mutex_lock(&flushing);
    if (atomic_load(&awake)) domains_announce();
    domains_flush(false);
    if (atomic_load(&awake)) {
        domains_announce();
        calls_drain();
        plugin_flush();
    }
    pthread_mutex_unlock(&flushing);
}

void tool_flush_calls(void) {
    if (pthread_mutex_trylock(&flushing) != 0) return;
    domains_announce();
    calls_drain();
    pthread_mutex_unlock(&flushing);
}

static void end(void) {
    pthread_mutex_lock(&life);
    bool now = started && !ended;
    ended = true;
    pthread_mutex_unlock(&life);
    if (!now) return;
    control_stop();
    domains_disable();
    pthread_mutex_lock(&flushing);
    if (atomic_load(&awake)) domains_announce();
    domains_flush(true);
    if (atomic_load(&awake)) {
        domains_announce();
        calls_drain();
        plugin_finish();
    }
    pthread_mutex_unlock(&flushing);
}

/// A child has its own calls and files. What the parent has not written yet is written by the parent; the threads that
/// switch and flush are the parent's alone.
static void forked(void) {
    pthread_mutex_init(&life, NULL);
    pthread_mutex_init(&flushing, NULL);
    pthread_mutex_init(&waking, NULL);
    calls_forked();
    control_forked();
}

static void say_heading(void) {
    if (tool_options.input == NULL) tool_say("ROCtracer (%d):\n", (int) getpid());
    else tool_say("ROCtracer (%d): input from \"%s\"\n", (int) getpid(), tool_options.input);
}

/// What needs no runtime: once, whoever comes first.
static void start(void) {
    pthread_mutex_lock(&life);
    if (!started && !ended) {
        if (fits()) {
            started = true;
            options_read(&tool_options);
            say_heading();
            if (tool_options.roctx) tool_say("    rocTX-trace()\n");
            control_start();
            domains_enable_roctx();
            pthread_atfork(NULL, NULL, forked);
            atexit(end);
        } else {
            rt_tool_warn("the ROCtracer API version is not compatible with this tool");
            ended = true;
        }
    }
    pthread_mutex_unlock(&life);
}

static bool running(void) {
    pthread_mutex_lock(&life);
    bool is = started && !ended;
    pthread_mutex_unlock(&life);
    return is;
}

/// Preloaded, there may be no HSA runtime that calls OnLoad: the process has none, or one that leaves tools to
/// rocprofiler-register. Otherwise this is below that runtime's dlopen, and its OnLoad comes next.
__attribute__((constructor(101))) static void preloaded(void) {
    start();
    if (running() && rt_tool_preloaded((const void*) &preloaded)) {
        plugin_load();
        domains_enable();
    }
}

bool OnLoad(void* table, uint64_t version, uint64_t failed_count, const char* const* failed) {
    (void) table, (void) version, (void) failed_count, (void) failed;
    start();
    if (running()) {
        tool_awake();
        plugin_flush(); // which knows HSA's agents now
        domains_enable();
        domains_announce();
        fflush(stdout);
    }
    return true;
}

/// HSA is going, and may come again: what is known is written, and the rest of the program goes on being traced.
void OnUnload(void) {
    if (running()) tool_flush();
}
