// The library that gets the tool's data, through roctracer's plugin interface.
#include "plugin/plugin.h"

#include <dlfcn.h>
#include <pthread.h>
#include <roctracer/roctracer_plugin.h>
#include <stdatomic.h>

#include "base/loaded.h"
#include "base/messages.h"
#include "base/own_calls.h"
#include "options/options.h"

static struct {
    int (*initialize)(uint32_t major, uint32_t minor);
    void (*finalize)(void);
    int (*write_call)(const roctracer_record_t* record, const void* data);
    int (*write_records)(const roctracer_record_t* begin, const roctracer_record_t* end);
} plugin;

static pthread_once_t loading = PTHREAD_ONCE_INIT, starting = PTHREAD_ONCE_INIT;
static char path[4096];
static bool loaded;
static _Atomic bool usable;

static void* function(void* library, const char* name, bool* all) {
    void* address = dlsym(library, name);
    if (address == NULL) rt_tool_warn("plugin '%s' has no %s", path, name);
    *all &= address != NULL;
    return address;
}

static bool load_file(void) {
    bool all = true;
    void* library = dlopen(path, RTLD_LAZY);
    if (library == NULL) {
        rt_tool_warn("dlopen of plugin '%s' failed: %s", path, dlerror());
        return false;
    }
    *(void**)&plugin.initialize = function(library, "roctracer_plugin_initialize", &all);
    *(void**)&plugin.finalize = function(library, "roctracer_plugin_finalize", &all);
    *(void**)&plugin.write_call = function(library, "roctracer_plugin_write_callback_record", &all);
    *(void**)&plugin.write_records = function(library, "roctracer_plugin_write_activity_records", &all);
    return all;
}

static void load(void) {
    const char* name = tool_options.plugin;
    loaded = name != NULL && rt_tool_beside((const void*)&load, name, path, sizeof path) && load_file();
}

static void start(void) {
    plugin_load();
    if (!loaded) return;
    own_calls_begin();
    bool fine = plugin.initialize(ROCTRACER_VERSION_MAJOR, ROCTRACER_VERSION_MINOR) == 0;
    own_calls_end();
    if (!fine)
        rt_tool_warn("plugin '%s' cannot be used with version %d.%d", path, ROCTRACER_VERSION_MAJOR,
                     ROCTRACER_VERSION_MINOR);
    atomic_store(&usable, fine);
}

void plugin_load(void) { pthread_once(&loading, load); }

void plugin_start(void) {
    if (!own_calls()) pthread_once(&starting, start);
}

void plugin_write_call(const roctracer_record_t* record, const void* data) {
    if (!atomic_load(&usable)) return;
    own_calls_begin();
    plugin.write_call(record, data);
    own_calls_end();
}

void plugin_write_records(const roctracer_record_t* begin, const roctracer_record_t* end) {
    plugin_start();
    if (!atomic_load(&usable)) return;
    own_calls_begin();
    plugin.write_records(begin, end);
    own_calls_end();
}

// The interface has no flush function: writing zero records makes the plugin update its files.
void plugin_flush(void) {
    static const roctracer_record_t none;
    if (atomic_load(&usable)) plugin_write_records(&none, &none);
}

void plugin_finish(void) {
    if (!atomic_exchange(&usable, false)) return;
    own_calls_begin();
    plugin.finalize();
    own_calls_end();
}
