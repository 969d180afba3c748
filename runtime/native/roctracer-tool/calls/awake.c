#include "calls/awake.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "calls/agents.h"
#include "calls/kept_calls.h"
#include "plugin/plugin.h"

// A few lines, one of them with a path.
enum { SAID_BYTES = 8192 };

static pthread_mutex_t waking = PTHREAD_MUTEX_INITIALIZER;
static _Atomic bool awake;
static char said[SAID_BYTES];
static size_t said_bytes;

void tool_say(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said + said_bytes, sizeof said - said_bytes, format, arguments);
    va_end(arguments);
    said_bytes += strlen(said + said_bytes);
}

void tool_awake(void) {
    // A thread that arrives meanwhile does not wait: it may hold a lock of the loader, which the plugin needs.
    if (atomic_load_explicit(&awake, memory_order_acquire) || pthread_mutex_trylock(&waking) != 0) return;
    if (!atomic_load(&awake)) {
        fwrite(said, 1, said_bytes, stdout);
        kept_begin();
        plugin_start();
        agents_keep();
        fflush(stdout);
        atomic_store_explicit(&awake, true, memory_order_release);
    }
    pthread_mutex_unlock(&waking);
}

bool tool_is_awake(void) { return atomic_load(&awake); }

void tool_awake_forked(void) { pthread_mutex_init(&waking, NULL); }
