// The public functions and the API table behind them: an original that is never changed, and a copy for tools,
// which get it when HSA is initialised.
#define _GNU_SOURCE
#include "entry.h"

#include <strings.h>

#include "agents_setup.h"
#include "base.h"
#include "hsa.h"
#include "queue.h"
#include "registration.h"
#include "scratch.h"
#include "state.h"
#include "tools.h"

enum { HSA_VERSION = 10000 * 1 + 100 * 18 + 0 };

// One const instance of every sub-table, filled with the runtime's own functions.
#define VERSION_OF(table) \
    { table##_MAJOR, sizeof(table), table##_STEP, 0 }
static const CoreApiTable core = {
    .version = VERSION_OF(CoreApiTable),
#include "init_CoreApiTable.inc"
};
static const AmdExtTable amd_ext = {
    .version = VERSION_OF(AmdExtTable),
#include "init_AmdExtTable.inc"
};
static const FinalizerExtTable finalizer_ext = {
    .version = VERSION_OF(FinalizerExtTable),
#include "init_FinalizerExtTable.inc"
};
static const ImageExtTable image_ext = {
    .version = VERSION_OF(ImageExtTable),
#include "init_ImageExtTable.inc"
};
static const ToolsApiTable tools = {
    .version = VERSION_OF(ToolsApiTable),
#include "init_ToolsApiTable.inc"
};
static const PcSamplingExtTable pc_sampling_ext = {
    .version = VERSION_OF(PcSamplingExtTable),
#include "init_PcSamplingExtTable.inc"
};
static const HsaApiTable original = {
    .version = VERSION_OF(HsaApiTable),
    .core_ = (CoreApiTable*)&core,
    .amd_ext_ = (AmdExtTable*)&amd_ext,
    .finalizer_ext_ = (FinalizerExtTable*)&finalizer_ext,
    .image_ext_ = (ImageExtTable*)&image_ext,
    .tools_ = (ToolsApiTable*)&tools,
    .pc_sampling_ext_ = (PcSamplingExtTable*)&pc_sampling_ext,
};

typedef struct tables {
    HsaApiTable root;
    CoreApiTable core;
    AmdExtTable amd_ext;
    FinalizerExtTable finalizer_ext;
    ImageExtTable image_ext;
    ToolsApiTable tools;
    PcSamplingExtTable pc_sampling_ext;
} tables;
static tables copy, before_tools;

SOFTGPU_EXPORT uint32_t rocprofiler_register_import_hsa(void) { return HSA_VERSION; }

sg_registration sg_hsa_registration = {
    .name = "hsa",
    .version = HSA_VERSION,
    .import = rocprofiler_register_import_hsa,
    .copy = &copy.root,
    .original = &original,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

static void fill_copy(void) {
    copy.core = core;
    copy.amd_ext = amd_ext;
    copy.finalizer_ext = finalizer_ext;
    copy.image_ext = image_ext;
    copy.tools = tools;
    copy.pc_sampling_ext = pc_sampling_ext;
    copy.root = (HsaApiTable){.version = original.version,
                              .core_ = &copy.core,
                              .amd_ext_ = &copy.amd_ext,
                              .finalizer_ext_ = &copy.finalizer_ext,
                              .image_ext_ = &copy.image_ext,
                              .tools_ = &copy.tools,
                              .pc_sampling_ext_ = &copy.pc_sampling_ext};
}

// --- initialisation and shutdown -----------------------------------------------------------------------------------

// With the life lock. The first call registers the table with rocprofiler-register, unless
// HSA_TOOLS_DISABLE_REGISTER=1. Returns whether that found a tool.
static bool register_table(void) {
    if (atomic_load(&sg_hsa_registration.current) == NULL) fill_copy();
    if (sg_env_number("HSA_TOOLS_DISABLE_REGISTER", 0, 0, 1) == 1) sg_unregistered_table(&sg_hsa_registration);
    else sg_registered_table(&sg_hsa_registration);
    atomic_store(&sg_scratch_listeners, &copy.tools);
    return sg_hsa_registration.has_tool;
}

// The table for tools other than rocprofiler-register's. take_back_table reverts their changes.
static HsaApiTable* table_for_tools(void) {
    before_tools = copy;
    return &copy.root;
}

static void take_back_table(void) { copy = before_tools; }

// The next registration is again a first one, with an unchanged table.
static void unregister_table(void) {
    atomic_store(&sg_scratch_listeners, NULL);
    atomic_store(&sg_hsa_registration.current, NULL);
}

static enum { DOWN, CHANGING, UP } life; // guarded by the life lock, as is:
static bool has_older_tools;

static hsa_status_t add_reference(void) {
    pthread_mutex_lock(&sg_state_lock);
    sg_agents_setup();
    bool added = sg_hsa_add_reference();
    pthread_mutex_unlock(&sg_state_lock);
    return added ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_REFCOUNT_OVERFLOW;
}

// Whether the older tools are wanted although rocprofiler-register has found one: the variable is set, and not to a
// word for no.
static bool are_both_wanted(void) {
    static const char* const no[] = {"0", "off", "false", "no", "n", "f"};
    const char* text = sg_env("HSA_TOOLS_ROCPROFILER_V1_TOOLS");
    for (size_t i = 0; text != NULL && i < sizeof no / sizeof no[0]; i++) {
        if (strcasecmp(text, no[i]) == 0) return false;
    }
    return text != NULL;
}

// The runtime already works, because tools query agents at once.
static void come_up(void) {
    bool has_tool = register_table();
    if (has_tool && !are_both_wanted()) return;
    has_older_tools = sg_tools_load(table_for_tools()) > 0;
}

static void go_down(void) {
    if (has_older_tools) {
        sg_tools_unload();
        take_back_table();
        sg_tools_close();
        has_older_tools = false;
    }
    if (sg_env_number("SOFTGPU_HSA_REGISTER_AGAIN", 0, 0, 1) == 1) unregister_table();
}

hsa_status_t sg_hsa_init(void) {
    pthread_mutex_lock(&sg_life_lock);
    hsa_status_t status = add_reference();
    if (status == HSA_STATUS_SUCCESS && life == DOWN) {
        life = CHANGING;
        come_up();
        life = UP;
    }
    pthread_mutex_unlock(&sg_life_lock);
    return status;
}

static hsa_status_t drop_reference(void) {
    pthread_mutex_lock(&sg_state_lock);
    bool dropped = sg_hsa_drop_reference();
    pthread_mutex_unlock(&sg_state_lock);
    return dropped ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_NOT_INITIALIZED;
}

hsa_status_t sg_hsa_shut_down(void) {
    pthread_mutex_lock(&sg_life_lock);
    if (life == UP && sg_hsa_is_last_reference()) {
        life = CHANGING;
        go_down();
        life = DOWN;
    }
    hsa_status_t status = drop_reference();
    pthread_mutex_unlock(&sg_life_lock);
    return status;
}

// --- the public functions ------------------------------------------------------------------------------------------

const HsaApiTable* softgpu_hsa_table(void) {
    const void* table = atomic_load_explicit(&sg_hsa_registration.current, memory_order_acquire);
    return table == NULL ? &original : table;
}

#include "hsa_exports.inc"
