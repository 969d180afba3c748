// Registration of runtimes and requests for the profiler: the work before the engine gets them.
#include <stdlib.h>
#include <string.h>

#include <dlfcn.h>

#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk/experimental/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include "boot/boot.h"
#include "boot/libraries.h"
#include "engine/after_engine.h"
#include "engine/without_java.h"
#include "recorder/recorder.h"
#include "rpj_sdk_functions.h"
#include "system/cancel_word.h"
#include "system/complain.h"
#include "tools/tools.h"

RPJ_EXPORT int rocprofiler_set_api_table(const char* name, uint64_t lib_version, uint64_t lib_instance, void** tables,
                                         uint64_t num_tables);

// Whether tables will never be taken, so that registering again is useless.
static bool none_will_take(void) {
    return !rpj_is_recorded() && (rpj_engine_over() || __atomic_load_n(&rpj_state, __ATOMIC_ACQUIRE) == RPJ_GONE);
}

// Called by rocprofiler-register with a runtime's tables. Without a tool this does nothing and starts no JVM; in a
// forked child and without a usable JVM the tables are unchanged, except that marks and ranges may be counted.
int rocprofiler_set_api_table(const char* name, uint64_t lib_version, uint64_t lib_instance, void** tables,
                              uint64_t num_tables) {
    if (!rpj_is_library(name)) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
    if (!rpj_in_full()) rpj_notice_fork();
    if (!rpj_engine_ready() && !rpj_engine_over() && !rpj_tools_wanted()) return 0;
    if (rpj_cancel_interrupted()) return none_will_take() ? 0 : RPJ_REGISTER_LATER;
    int status = rpj_check_tables(name, tables, num_tables);
    if (status != ROCPROFILER_STATUS_SUCCESS) return rpj_forked ? 0 : status;
    // As in AMD's library: this disables HSA's older way of loading tools, which excludes registration.
    if (strcmp(name, "hsa") == 0 && !rpj_forked) setenv("HSA_TOOLS_ROCPROFILER_V1_TOOLS", "0", 1);
    if (rpj_recorder_begins()) {
        rpj_recorder_takes(name, lib_version, lib_instance, tables, num_tables);
        return 0;
    }
    rpj_library_registers(name, tables);
    if (!rpj_engine_over()) {
        uint64_t arguments[5] = {(uint64_t)name, lib_version, lib_instance, (uint64_t)tables, num_tables};
        status = (int)rpj_call(RPJ_FN_rocprofiler_set_api_table, arguments, (uint64_t)RPJ_REGISTER_LATER);
        if (status != RPJ_REGISTER_TOO_LATE && (status != RPJ_REGISTER_LATER || !none_will_take())) return status;
    }
    rpj_library_is_late(name, tables, num_tables);
    return 0;
}

static void refuse(void) {
    static bool said;
    if (!__atomic_test_and_set(&said, __ATOMIC_RELAXED))
        rpj_complain(
            "a tool that comes while the program runs is not configured, as rocprofv3 records it without a Java "
            "runtime; set ROCPROFV3_ENGINE=1 to have both");
}

// A program, or a tool linked into it, brings a tool, before any runtime has registered or later: runtimes that
// register must load this library even if they see no tool.
RPJ_EXPORT rocprofiler_status_t rocprofiler_force_configure(rocprofiler_configure_func_t configure_func) {
    uint64_t arguments[1] = {(uint64_t)(uintptr_t)configure_func};
    uint64_t status = rpj_call(RPJ_FN_rocprofiler_force_configure, arguments, ROCPROFILER_STATUS_ERROR_NOT_AVAILABLE);
    if (status == ROCPROFILER_STATUS_SUCCESS) rpj_force_load();
    if (rpj_is_recorded() && !rpj_forked) refuse();
    return (rocprofiler_status_t)status;
}

// Called by rocprofiler-register when a tool is attached to this process or detached from it: 0 or a status.
RPJ_EXPORT int rocprofiler_attach(void);
RPJ_EXPORT int rocprofiler_detach(void);

int rocprofiler_attach(void) {
    uint64_t none[1] = {0};
    if (!rpj_engine_ready() && !rpj_engine_over() && !rpj_tools_wanted()) return ROCPROFILER_STATUS_ERROR_NOT_AVAILABLE;
    return (int)rpj_call(RPJ_FN_rocprofiler_attach, none, ROCPROFILER_STATUS_ERROR);
}

int rocprofiler_detach(void) {
    uint64_t none[1] = {0};
    if (!rpj_engine_ready() && !rpj_engine_over()) return ROCPROFILER_STATUS_ERROR_NOT_AVAILABLE;
    return (int)rpj_call(RPJ_FN_rocprofiler_detach, none, ROCPROFILER_STATUS_ERROR);
}

typedef struct {
    rocprofiler_runtime_registration_info_cb_t callback;
    void* data;
} listener;

static int tell_listener(rocprofiler_register_registration_info_t* known, void* data) {
    const listener* to = data;
    rocprofiler_runtime_registration_info_t info = {
        .size = sizeof info,
        .common_name = known->common_name,
        .lib_version = known->lib_version,
        .api_table_length = known->api_table_length,
    };
    return to->callback(&info, to->data);
}

// Where rocprofiler-register is not loaded, or cannot tell, no runtime is known.
RPJ_EXPORT rocprofiler_status_t
rocprofiler_iterate_runtime_registration_info(rocprofiler_runtime_registration_info_cb_t callback, void* data) {
    if (callback == NULL) return ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
    void* registry = dlopen("librocprofiler-register.so.0", RTLD_LAZY | RTLD_NOLOAD);
    if (registry == NULL) return ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_REGISTER_VERSION;
    __typeof__(rocprofiler_register_iterate_registration_info)* iterate =
        dlsym(registry, "rocprofiler_register_iterate_registration_info");
    listener to = {callback, data};
    bool told = iterate != NULL && iterate(tell_listener, &to) == ROCP_REG_SUCCESS;
    dlclose(registry);
    return told ? ROCPROFILER_STATUS_SUCCESS : ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_REGISTER_VERSION;
}
