#include "tool/flush.h"

#include "calls/awake.h"
#include "calls/kept_calls.h"
#include "options/announce.h"
#include "plugin/plugin.h"
#include "tool/domains.h"

static void finish(void) {
    plugin_finish();
    kept_finish();
}

// With the lock. It is all in the file.
static void leave(void) {
    if (kept_any()) tool_awake();
    if (!tool_is_awake()) return;
    announce();
    plugin_write_agents(true);
}

static void flush(bool last) {
    if (tool_is_awake()) announce();
    domains_flush(last);
    if (kept_any()) tool_awake();
    if (!tool_is_awake()) return;
    announce();
    kept_drain();
    if (last) finish();
    else plugin_flush();
}

void tool_flush(void) {
    kept_lock();
    if (kept_later()) leave();
    else flush(false);
    kept_unlock();
}

bool tool_leave_writing(void) {
    if (!kept_later()) return false;
    tool_flush();
    return true;
}

void tool_flush_last(void) {
    kept_lock();
    flush(true);
    kept_unlock();
}
