// The tracer tool.
//
// The tool is started by its constructor when it is preloaded, or by OnLoad when an HSA runtime loads it (tool.c).
// It enables in roctracer what the environment requests (domains.h), and keeps calls (calls.h) and the records of GPU
// work in a journal (kept_calls.h), of which the command rocprof writes the text after the program. A plugin (plugin.h)
// gets them in the process, at the end or at intervals (control.h).
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/loaded.h"
#include "base/messages.h"
#include "calls/agents.h"
#include "calls/awake.h"
#include "calls/calls.h"
#include "calls/kept_calls.h"
#include "options/announce.h"
#include "options/options.h"
#include "plugin/plugin.h"
#include "tool/control.h"
#include "tool/domains.h"
#include "tool/flush.h"

// Tools with a smaller number are loaded first: roctracer itself has 50.
RT_EXPORT const uint32_t HSA_AMD_TOOL_PRIORITY = 1050;

RT_EXPORT bool OnLoad(void* table, uint64_t version, uint64_t failed_count, const char* const* failed);
RT_EXPORT void OnUnload(void);

static pthread_mutex_t life = PTHREAD_MUTEX_INITIALIZER;
static bool started, ended;

static bool fits(void) {
    return roctracer_version_major() == ROCTRACER_VERSION_MAJOR && roctracer_version_minor() >= ROCTRACER_VERSION_MINOR;
}

static void end(void) {
    pthread_mutex_lock(&life);
    bool now = started && !ended;
    ended = true;
    pthread_mutex_unlock(&life);
    if (!now) return;
    control_stop();
    if (tool_options.plugin == NULL) {
        tool_leave(); // what other threads, and exit handlers, still call is traced, too
        return;
    }
    domains_disable();
    tool_flush_last();
}

// A child has its own calls and files. The parent writes its unwritten data; the threads that switch and flush
// exist only in the parent.
static void forked(void) {
    pthread_mutex_init(&life, NULL);
    tool_awake_forked();
    calls_forked();
    kept_forked();
    control_forked();
}

static void say_heading(void) {
    if (tool_options.input == NULL) tool_say("ROCtracer (%d):\n", (int)getpid());
    else tool_say("ROCtracer (%d): input from \"%s\"\n", (int)getpid(), tool_options.input);
}

// Starts all that needs no runtime: once, by whichever entry point comes first.
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

// If the tool is preloaded, OnLoad may never be called: the process has no HSA runtime, or one that leaves tools to
// rocprofiler-register. Otherwise this runs inside that runtime's dlopen, and its OnLoad follows.
__attribute__((constructor(101))) static void preloaded(void) {
    start();
    if (running() && rt_tool_preloaded((const void*)&preloaded)) {
        plugin_load();
        domains_enable();
    }
}

// Hands the table to roctracer: ROCr 5.2.3 calls only libraries that HSA_TOOLS_LIB names, and 7.2.4 the others only
// when it is initialised for the first time. Where roctracer has it already, nothing happens.
static void tell_roctracer(void* table, uint64_t version) {
    bool (*load)(void*, uint64_t, uint64_t, const char* const*);
    *(void**)&load = rt_tool_function("libroctracer64.so", "OnLoad");
    if (load != NULL && table != NULL) load(table, version, 0, NULL);
}

bool OnLoad(void* table, uint64_t version, uint64_t failed_count, const char* const* failed) {
    (void)failed_count, (void)failed;
    start();
    // Before HSA's table is there: roctracer then knows that HIP's work is wanted from the first queue on.
    if (running()) domains_enable();
    if (running()) tell_roctracer(table, version);
    if (running()) {
        tool_awake();
        agents_keep();  // HSA knows them now
        plugin_flush(); // and a plugin can query them
        announce();
        fflush(stdout);
    }
    return true;
}

// HSA is shut down, and may be initialised again: writes the data so far; tracing continues.
void OnUnload(void) {
    void (*unload)(void);
    if (running()) tool_flush();
    *(void**)&unload = rt_tool_function("libroctracer64.so", "OnUnload");
    if (unload != NULL) unload();
}
