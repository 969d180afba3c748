#include "tool/flush.h"

#include "calls/agents.h"
#include "calls/awake.h"
#include "calls/kept_calls.h"
#include "options/announce.h"
#include "options/options.h"
#include "plugin/plugin.h"
#include "tool/domains.h"

// With the lock. @return whether anything is kept
static bool gathered(void) {
    if (kept_any()) tool_awake();
    if (!tool_is_awake()) return false;
    announce();
    agents_keep();
    return true;
}

void tool_flush(void) {
    kept_lock();
    domains_flush(false);
    if (gathered() && tool_options.plugin != NULL) {
        kept_drain();
        plugin_flush();
    }
    kept_unlock();
}

void tool_flush_last(void) {
    kept_lock();
    domains_flush(true);
    if (gathered()) {
        kept_drain();
        plugin_finish();
        kept_finish();
    }
    kept_unlock();
}

void tool_leave(void) {
    kept_lock();
    if (gathered()) kept_tell(!tool_options.by_command);
    kept_unlock();
}
