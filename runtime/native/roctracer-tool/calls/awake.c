#include "calls/awake.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

#include "calls/kept_calls.h"
#include "plugin/plugin.h"
#include "text/text.h"

static pthread_mutex_t waking = PTHREAD_MUTEX_INITIALIZER;
static _Atomic bool awake;
static struct text said;

void tool_say(const char* format, ...) {
    va_list arguments;
    char line[4352];
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_string(&said, line);
}

void tool_awake(void) {
    // A thread that arrives meanwhile does not wait: it may hold a lock of the loader, which the plugin needs.
    if (atomic_load_explicit(&awake, memory_order_acquire) || pthread_mutex_trylock(&waking) != 0) return;
    if (!atomic_load(&awake)) {
        fwrite(said.bytes, 1, said.length, stdout);
        text_free(&said);
        kept_begin();
        plugin_start();
        fflush(stdout);
        atomic_store_explicit(&awake, true, memory_order_release);
    }
    pthread_mutex_unlock(&waking);
}

bool tool_is_awake(void) { return atomic_load(&awake); }

void tool_awake_forked(void) { pthread_mutex_init(&waking, NULL); }
