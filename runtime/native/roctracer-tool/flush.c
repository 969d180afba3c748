#include "flush.h"

#include "announce.h"
#include "awake.h"
#include "domains.h"
#include "kept_calls.h"
#include "plugin.h"

static void flush(bool last) {
    kept_lock();
    if (tool_is_awake()) announce();
    domains_flush(last);
    if (tool_is_awake()) {
        announce();
        kept_drain();
        if (last) plugin_finish();
        else plugin_flush();
    }
    kept_unlock();
}

void tool_flush(void) { flush(false); }

void tool_flush_last(void) { flush(true); }
