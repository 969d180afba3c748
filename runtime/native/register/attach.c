// Sessions of a tool that comes while the program runs. An attacher calls these functions inside the program, in AMD's
// case by ptrace; a program may call them itself.
#include "../cancel.h"
#include "register_internal.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOOL_LIBRARIES "ROCP_TOOL_LIBRARIES"

// The tool of the first session, never freed; no session can have another one.
static _Atomic(char*) attached_tool;
// Set while a thread attaches or detaches: another one is refused, since none waits here.
static atomic_flag in_progress = ATOMIC_FLAG_INIT;
// Whether the program was started with ROCP_TOOL_ATTACH, which later changes of its environment do not affect.
static bool started_with_attachment;

static rocprofiler_register_error_code_t attach(const char* environment, const char* tools);
static rocprofiler_register_error_code_t attach_first(const char* tools);
static void apply(const char* environment);
static bool is_tool(const char* path);
static bool are_tools(const char* paths);
static bool add_to_environment(const char* tools);
static rocprofiler_register_error_code_t call(const char* function);

__attribute__((constructor)) static void look_at_start(void) {
    started_with_attachment = environment_flag("ROCP_TOOL_ATTACH", false);
}

REGISTER_EXPORT rocprofiler_register_error_code_t rocprofiler_register_attach(const char* environment_buffer,
                                                                              const char* tool_lib_path) {
    const struct register_functions* base;
    if (tool_lib_path == NULL || *tool_lib_path == '\0') return ROCP_REG_INVALID_ARGUMENT;
    if (base_register(&base)) {
        if (base == NULL) return ROCP_REG_ATTACHMENT_NOT_AVAILABLE;
        return base->attach(environment_buffer, tool_lib_path);
    }
    if (!started_with_attachment) return ROCP_REG_ATTACHMENT_NOT_AVAILABLE;
    if (!environment_flag("ROCPROFILER_REGISTER_ENABLED", true)) return ROCP_REG_NO_TOOLS;
    if (inside_hand_over(__builtin_frame_address(0))) return ROCP_REG_DEADLOCK;
    if (atomic_flag_test_and_set(&in_progress)) return ROCP_REG_DEADLOCK;
    rpj_cancellation cancel = rpj_cancel_off();
    rocprofiler_register_error_code_t result = attach(environment_buffer, tool_lib_path);
    rpj_cancel_again(cancel);
    atomic_flag_clear(&in_progress);
    return result;
}

REGISTER_EXPORT rocprofiler_register_error_code_t rocprofiler_register_detach(void) {
    const struct register_functions* base;
    if (base_register(&base)) return base != NULL ? base->detach() : ROCP_REG_ATTACHMENT_NOT_AVAILABLE;
    if (!started_with_attachment) return ROCP_REG_ATTACHMENT_NOT_AVAILABLE;
    if (atomic_load(&attached_tool) == NULL) return ROCP_REG_NO_TOOLS;
    if (atomic_flag_test_and_set(&in_progress)) return ROCP_REG_DEADLOCK;
    rpj_cancellation cancel = rpj_cancel_off();
    rocprofiler_register_error_code_t result = call("rocprofiler_detach");
    rpj_cancel_again(cancel);
    atomic_flag_clear(&in_progress);
    return result;
}

static rocprofiler_register_error_code_t attach(const char* environment, const char* tools) {
    const char* earlier = atomic_load(&attached_tool);
    if (earlier != NULL && strcmp(earlier, tools) != 0) {
        complain("%s cannot be attached: this process has been given %s", tools, earlier);
        return ROCP_REG_INVALID_ARGUMENT;
    }
    if (environment != NULL) apply(environment);
    else complain("%s is attached without an environment", tools);
    return earlier != NULL ? call("rocprofiler_attach") : attach_first(tools);
}

// A tool that cannot be opened is refused before the SDK is loaded: the SDK looks for tools once.
static rocprofiler_register_error_code_t attach_first(const char* tools) {
    if (!are_tools(tools)) return ROCP_REG_INVALID_ARGUMENT;
    char* kept = strdup(tools);
    if (kept == NULL || setenv("ROCPROFILER_REGISTER_TOOL_ATTACHED", "1", 1) != 0 || !add_to_environment(tools)) {
        free(kept);
        return ROCP_REG_ROCPROFILER_ERROR;
    }
    if (tool_entry() == NULL || tool_function("rocprofiler_attach") == NULL) {
        free(kept);
        return ROCP_REG_NO_TOOLS;
    }
    atomic_store(&attached_tool, kept);
    // Our SDK asks for the runtimes' tables itself, and learns so that they are in use already.
    if (!tool_is_ours()) (void)rocprofiler_register_invoke_nonpropagated_registrations();
    return call("rocprofiler_attach");
}

// The number of variables, in 32 bits, then name, value, name, value, each with a null byte at its end.
static void apply(const char* environment) {
    uint32_t count;
    memcpy(&count, environment, sizeof count);
    const char* text = environment + sizeof count;
    for (uint32_t i = 0; i < count; i++) {
        const char* name = text;
        const char* value = name + strlen(name) + 1;
        if (setenv(name, value, 1) != 0) complain("cannot set the variable \"%s\": %s", name, strerror(errno));
        text = value + strlen(value) + 1;
    }
}

static bool are_tools(const char* paths) {
    char* copy = strdup(paths);
    char* rest = NULL;
    bool all = copy != NULL;
    for (char* path = copy != NULL ? strtok_r(copy, ":", &rest) : NULL; path != NULL && all;
         path = strtok_r(NULL, ":", &rest))
        all = is_tool(path);
    free(copy);
    return all;
}

// Leaves the library open.
static bool is_tool(const char* path) {
    void* library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) complain("tool library %s cannot be attached: %s", path, dlerror());
    else if (dlsym(library, "rocprofiler_configure") == NULL)
        complain("tool library %s cannot be attached: it has no function rocprofiler_configure", path);
    else return true;
    return false;
}

static bool add_to_environment(const char* tools) {
    const char* set = environment_text(TOOL_LIBRARIES);
    if (set == NULL || strcmp(set, tools) == 0) return setenv(TOOL_LIBRARIES, tools, 1) == 0;
    char* both = NULL;
    if (asprintf(&both, "%s:%s", set, tools) < 0) return false;
    bool done = setenv(TOOL_LIBRARIES, both, 1) == 0;
    free(both);
    return done;
}

static rocprofiler_register_error_code_t call(const char* function) {
    int (*known)(void) = (int (*)(void))tool_function(function);
    if (known == NULL) return ROCP_REG_NO_TOOLS;
    return known() == 0 ? ROCP_REG_SUCCESS : ROCP_REG_ROCPROFILER_ERROR;
}
