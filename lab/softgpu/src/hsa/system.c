// The runtime as a whole: reference count, tools, system properties, status names.
#define _GNU_SOURCE
#include "tools.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

pthread_mutex_t sg_state_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(uint32_t) references;

// One thread at a time takes HSA up or down, with the tools. What these call of hsa_init and hsa_shut_down only counts.
pthread_mutex_t sg_life_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static enum { DOWN, CHANGING, UP } life; // guarded by the life lock, as is:
static bool has_older_tools;

bool sg_hsa_ready(void) {
    return atomic_load_explicit(&references, memory_order_acquire) != 0;
}

// The reference count has its upper limit in the specification; tests can reach it.
static hsa_status_t add_reference(void) {
    pthread_mutex_lock(&sg_state_lock);
    uint32_t count = atomic_load(&references);
    if (count != UINT32_MAX) {
        sg_agents_setup();
        atomic_store_explicit(&references, count + 1, memory_order_release);
    }
    pthread_mutex_unlock(&sg_state_lock);
    return count == UINT32_MAX ? HSA_STATUS_ERROR_REFCOUNT_OVERFLOW : HSA_STATUS_SUCCESS;
}

// Whether the older tools are wanted although rocprofiler-register has found one: set, and not to a word for no.
static bool are_both_wanted(void) {
    static const char *const no[] = {"0", "off", "false", "no", "n", "f"};
    const char *text = sg_env("HSA_TOOLS_ROCPROFILER_V1_TOOLS");
    for (size_t i = 0; text != NULL && i < sizeof no / sizeof no[0]; i++) {
        if (strcasecmp(text, no[i]) == 0) return false;
    }
    return text != NULL;
}

// The runtime works by now: tools ask for agents right away.
static void come_up(void) {
    bool has_tool = sg_hsa_register();
    if (has_tool && !are_both_wanted()) return;
    has_older_tools = sg_tools_load(sg_hsa_table_for_tools()) > 0;
}

static void go_down(void) {
    if (has_older_tools) {
        sg_tools_unload();
        sg_hsa_table_take_back();
        sg_tools_close();
        has_older_tools = false;
    }
    if (sg_env_number("SOFTGPU_HSA_REGISTER_AGAIN", 0, 0, 1) == 1) sg_hsa_unregister();
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
    uint32_t count = atomic_load(&references);
    if (count > 0) atomic_store_explicit(&references, count - 1, memory_order_release);
    pthread_mutex_unlock(&sg_state_lock);
    return count > 0 ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_NOT_INITIALIZED;
}

hsa_status_t sg_hsa_shut_down(void) {
    pthread_mutex_lock(&sg_life_lock);
    if (life == UP && atomic_load(&references) == 1) {
        life = CHANGING;
        go_down();
        life = DOWN;
    }
    hsa_status_t status = drop_reference();
    pthread_mutex_unlock(&sg_life_lock);
    return status;
}

#define PUT(type, ...) \
    do { \
        *(type *)value = (type)(__VA_ARGS__); \
        return HSA_STATUS_SUCCESS; \
    } while (0)

hsa_status_t sg_hsa_system_get_info(hsa_system_info_t attribute, void *value) {
    SG_REQUIRE_INIT();
    if (value == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch (attribute) {
        case HSA_SYSTEM_INFO_VERSION_MAJOR: PUT(uint16_t, 1);
        case HSA_SYSTEM_INFO_VERSION_MINOR: PUT(uint16_t, 18);
        case HSA_SYSTEM_INFO_TIMESTAMP: PUT(uint64_t, sg_now_ns());
        case HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY: PUT(uint64_t, 1000000000);
        case HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT: PUT(uint64_t, UINT64_MAX);
        case HSA_SYSTEM_INFO_ENDIANNESS: PUT(uint32_t, HSA_ENDIANNESS_LITTLE);
        case HSA_SYSTEM_INFO_MACHINE_MODEL: PUT(uint32_t, HSA_MACHINE_MODEL_LARGE);
        case HSA_SYSTEM_INFO_EXTENSIONS: sg_extension_bits(value); return HSA_STATUS_SUCCESS;
        case HSA_AMD_SYSTEM_INFO_BUILD_VERSION: PUT(const char *, "softgpu");
        case HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED:
        case HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT:
        case HSA_AMD_SYSTEM_INFO_MWAITX_ENABLED:
        case HSA_AMD_SYSTEM_INFO_DMABUF_SUPPORTED:
        case HSA_AMD_SYSTEM_INFO_XNACK_ENABLED: PUT(bool, false);
        case HSA_AMD_SYSTEM_INFO_VIRTUAL_MEM_API_SUPPORTED: PUT(bool, true);
        case HSA_AMD_SYSTEM_INFO_EXT_VERSION_MAJOR: PUT(uint16_t, 1);
        case HSA_AMD_SYSTEM_INFO_EXT_VERSION_MINOR: PUT(uint16_t, 0);
        default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

// There are no faults of memory or hardware to tell of.
hsa_status_t sg_hsa_amd_register_system_event_handler(hsa_amd_system_event_callback_t callback, void *data) {
    (void)data;
    SG_REQUIRE_INIT();
    return callback == NULL ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS;
}

// The runtime makes no queues for itself.
hsa_status_t sg_hsa_amd_runtime_queue_create_register(hsa_amd_runtime_queue_notifier callback, void *user_data) {
    (void)callback, (void)user_data;
    SG_REQUIRE_INIT();
    return HSA_STATUS_SUCCESS;
}

hsa_status_t sg_hsa_status_string(hsa_status_t status, const char **status_string) {
    if (status_string == NULL) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch ((uint32_t)status) {
#define SOFTGPU_X(name, value) \
    case value: *status_string = #name; return HSA_STATUS_SUCCESS;
#include "hsa_status_names.inc"
#undef SOFTGPU_X
        default: *status_string = NULL; return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}
