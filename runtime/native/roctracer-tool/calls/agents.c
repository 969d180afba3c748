#include "calls/agents.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/loaded.h"
#include "base/own_calls.h"
#include "calls/kept_calls.h"
#include "options/options.h"
#include "rpj_hsa.h"
#include "rpj_journal.h"

static pthread_mutex_t keeping = PTHREAD_MUTEX_INITIALIZER;
static _Atomic bool kept;

static hsa_status_t keep(hsa_agent_t agent, void* get_info) {
    hsa_device_type_t type = HSA_DEVICE_TYPE_CPU;
    hsa_status_t status = ((hsa_agent_get_info_fn*)get_info)(agent, HSA_AGENT_INFO_DEVICE, &type);
    if (status != HSA_STATUS_SUCCESS) return status;
    const journal_agent_t data = {.handle = agent.handle, .is_gpu = type != HSA_DEVICE_TYPE_CPU};
    struct event* entry = kept_append(KEPT_AGENTS, sizeof data);
    if (entry == NULL) return HSA_STATUS_SUCCESS;
    memset(&entry->record, 0, sizeof entry->record);
    memcpy(entry->data, &data, sizeof data);
    kept_ready(entry);
    return HSA_STATUS_SUCCESS;
}

// HSA may be loaded late: this is tried until it succeeds.
void agents_keep(void) {
    // A plugin asks HSA itself.
    if (tool_options.plugin != NULL || atomic_load_explicit(&kept, memory_order_relaxed)
        || pthread_mutex_trylock(&keeping) != 0)
        return;
    own_calls_begin();
    hsa_iterate_agents_fn* iterate = rt_tool_function("libhsa-runtime64.so", "hsa_iterate_agents");
    void* get_info = rt_tool_function("libhsa-runtime64.so", "hsa_agent_get_info");
    if (!atomic_load(&kept) && iterate != NULL && get_info != NULL && iterate(keep, get_info) == HSA_STATUS_SUCCESS)
        atomic_store(&kept, true);
    own_calls_end();
    pthread_mutex_unlock(&keeping);
}

void agents_keep_after_call(void) {
    static _Atomic uint32_t calls;
    if (tool_options.plugin != NULL || atomic_load_explicit(&kept, memory_order_relaxed)) return;
    const uint32_t before = atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    if ((before & (before + 1)) == 0) agents_keep();
}
