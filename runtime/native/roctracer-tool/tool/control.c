// Threads of the tool: one switches tracing on and off (ROCP_CTRL_RATE), one writes kept data (ROCP_FLUSH_RATE).
#include "tool/control.h"

#include <errno.h>
#include <pthread.h>
#include <roctracer/roctracer_ext.h>
#include <signal.h>
#include <time.h>

#include "../../floating_point.h"
#include "../../thread_creation.h"
#include "base/messages.h"
#include "calls/awake.h"
#include "options/options.h"
#include "tool/flush.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static bool stopping;

static struct worker {
    pthread_t thread;
    bool runs;
} switcher, flusher;

static void init_condition(void) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

// @return false when the tool ends first
static bool pause_for(uint64_t micros) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(micros / 1000000);
    until.tv_nsec += (long)(micros % 1000000) * 1000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&lock);
    int status = 0;
    while (!stopping && status != ETIMEDOUT) status = pthread_cond_timedwait(&changed, &lock, &until);
    bool goes_on = !stopping;
    pthread_mutex_unlock(&lock);
    return goes_on;
}

static void* switch_on_and_off(void* argument) {
    uint64_t off = tool_options.rate_micros - tool_options.length_micros;
    if (!pause_for(tool_options.delay_micros)) return argument;
    for (;;) {
        roctracer_start();
        // Without a pause in between, tracing stays on.
        if (off == 0 || !pause_for(tool_options.length_micros)) return argument;
        roctracer_stop();
        if (!pause_for(off)) return argument;
    }
}

static void* flush_again_and_again(void* argument) {
    rpj_floating_point_default(); // a thread inherits its creator's
    while (pause_for(tool_options.flush_micros)) tool_flush();
    return argument;
}

// Signals belong to the program's threads, so this one blocks them.
static void begin(struct worker* worker, void* (*work)(void*)) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    worker->runs = rpj_creation_of_threads()(&worker->thread, NULL, work, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!worker->runs) rt_tool_warn("no thread for the trace control");
}

void control_start(void) {
    init_condition();
    if (tool_options.controlled) {
        roctracer_stop();
        if (tool_options.never_started) tool_say("ROCtracer: trace start disabled\n");
        else
            tool_say("ROCtracer: trace control: delay(%luus), length(%luus), rate(%luus)\n",
                     (unsigned long)tool_options.delay_micros, (unsigned long)tool_options.length_micros,
                     (unsigned long)tool_options.rate_micros);
        if (!tool_options.never_started) begin(&switcher, switch_on_and_off);
    }
    if (tool_options.flush_micros > 0) {
        tool_say("ROCtracer: trace control flush rate(%luus)\n", (unsigned long)tool_options.flush_micros);
        begin(&flusher, flush_again_and_again);
    }
}

static void join(struct worker* worker) {
    // The process may end in a callback on one of these threads.
    if (worker->runs && !pthread_equal(worker->thread, pthread_self())) pthread_join(worker->thread, NULL);
    worker->runs = false;
}

void control_stop(void) {
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    join(&switcher);
    join(&flusher);
}

void control_forked(void) {
    pthread_mutex_init(&lock, NULL);
    init_condition();
    switcher.runs = flusher.runs = false;
}
