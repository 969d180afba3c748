// status_registration: the functions around registration, contexts, buffers and threads.
#include "statuses.h"

#include <rocprofiler-sdk/experimental/registration.h>

// Called only by rocprofiler-register, and in no header.
extern int rocprofiler_attach(void);
extern int rocprofiler_detach(void);
extern int rocprofiler_set_api_table(const char* name, uint64_t version, uint64_t instance, void** tables,
                                     uint64_t count);

static rocprofiler_context_id_t made, never_started, no_context, other_context = {7};
static rocprofiler_buffer_id_t made_buffer, early_buffer, no_buffer, other_buffer = {7};
static rocprofiler_callback_thread_t thread, default_thread, other_thread = {999};

static void at_thread(rocprofiler_runtime_library_t library, void* data) { (void)library, (void)data; }

static int at_runtime(rocprofiler_runtime_registration_info_t* info, void* data) {
    return info->size != sizeof *info || data != NULL;
}

static void versions(void) {
    uint32_t major = 99, minor = 99, patch = 99;
    rocprofiler_version_triplet_t triplet;
    rocprofiler_timestamp_t timestamp;
    rocprofiler_thread_id_t id = 0;
    CASE("good", rocprofiler_get_version, &major, &minor, &patch);
    CASE("null", rocprofiler_get_version, nothing, nothing, nothing);
    note("rocprofiler_get_version", "good, of the headers", 10000 * major + 100 * minor + patch == ROCPROFILER_VERSION);
    CASE("good", rocprofiler_get_version_triplet, &triplet);
    CASE("null", rocprofiler_get_version_triplet, nothing);
    CASE("good", rocprofiler_get_timestamp, &timestamp);
    CASE("null", rocprofiler_get_timestamp, nothing);
    CASE("good", rocprofiler_get_thread_id, &id);
    CASE("null", rocprofiler_get_thread_id, nothing);
    note("rocprofiler_get_thread_id", "good, own", now == CHILD ? id == (uint64_t)getpid() : id != 0);
    const char* text = rocprofiler_get_status_name(ROCPROFILER_STATUS_ERROR_PERMISSION_DENIED);
    note("rocprofiler_get_status_name", "40, right",
         text && !strcmp(text, "ROCPROFILER_STATUS_ERROR_PERMISSION_DENIED"));
    text = rocprofiler_get_status_name(ROCPROFILER_STATUS_ERROR_PROFILE_NOT_FOUND);
    note("rocprofiler_get_status_name", "30, its newer name",
         text && !strcmp(text, "ROCPROFILER_STATUS_ERROR_CONFIG_NOT_FOUND"));
    note("rocprofiler_get_status_name", "42, null", !rocprofiler_get_status_name(ROCPROFILER_STATUS_LAST));
    text = rocprofiler_get_status_string(ROCPROFILER_STATUS_SUCCESS);
    note("rocprofiler_get_status_string", "0, right", text && !strcmp(text, "Success"));
    note("rocprofiler_get_status_string", "41, some",
         rocprofiler_get_status_string(ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_REGISTER_VERSION) != NULL);
    note("rocprofiler_get_status_string", "-1, null", !rocprofiler_get_status_string((rocprofiler_status_t)-1));
}

static void registration(void) {
    int value = 99;
    CASE("good", rocprofiler_is_initialized, &value);
    note("rocprofiler_is_initialized", "good, value", value);
    CASE("null", rocprofiler_is_initialized, nothing);
    value = 99;
    CASE("good", rocprofiler_is_finalized, &value);
    note("rocprofiler_is_finalized", "good, value", value);
    CASE("null", rocprofiler_is_finalized, nothing);
    // In phase BEFORE, this would start the profiler, which main does.
    if (now == BEFORE) note("rocprofiler_force_configure", "again", NOT_MADE);
    else CASE("again", rocprofiler_force_configure, configure);
    if (now == BEFORE) note("rocprofiler_force_configure", "null", NOT_MADE);
    else CASE("null", rocprofiler_force_configure, nothing);
    if (now == BEFORE) note("rocprofiler_set_api_table", "unknown", NOT_MADE);
    else CASE("unknown", rocprofiler_set_api_table, "cuda", 1, 0, nothing, 0);
    // This process was not started for tools to be attached.
    note("rocprofiler_attach", "no session", rocprofiler_attach());
    note("rocprofiler_detach", "no session", rocprofiler_detach());
    CASE("good", rocprofiler_iterate_runtime_registration_info, at_runtime, NULL);
    CASE("null", rocprofiler_iterate_runtime_registration_info, nothing, NULL);
}

static void threads(void) {
    CASE("good", rocprofiler_at_internal_thread_create, at_thread, at_thread, 0, NULL);
    CASE("null", rocprofiler_at_internal_thread_create, nothing, nothing, ROCPROFILER_HIP_LIBRARY, NULL);
    CASE("good", rocprofiler_create_callback_thread, &thread);
    CASE("null", rocprofiler_create_callback_thread, nothing);
    CASE("unknown thread", rocprofiler_assign_callback_thread, buffer, other_thread);
    CASE("unknown buffer", rocprofiler_assign_callback_thread, other_buffer, thread);
    CASE("unknown both", rocprofiler_assign_callback_thread, other_buffer, other_thread);
    CASE("good", rocprofiler_assign_callback_thread, buffer, default_thread);
}

static void state(const char* what, const char* function, rocprofiler_status_t (*ask)(rocprofiler_context_id_t, int*),
                  rocprofiler_context_id_t of) {
    char value_of[40];
    int value = 99;
    snprintf(value_of, sizeof value_of, "%s, value", what);
    note(function, what, (int)ask(of, &value));
    note(function, value_of, value);
}

#define STATE(what, function, of) state(what, #function, function, of)

static void contexts(void) {
    rocprofiler_context_id_t used = {1}, fresh = {0};
    CASE("not zero", rocprofiler_create_context, &used);
    CASE("null", rocprofiler_create_context, nothing);
    CASE("good", rocprofiler_create_context, now == INITIALIZE ? &never_started : &fresh);
    if (now == INITIALIZE) rocprofiler_create_context(&made);
    STATE("good", rocprofiler_context_is_valid, never_started);
    STATE("none", rocprofiler_context_is_valid, no_context);
    STATE("unknown", rocprofiler_context_is_valid, other_context);
    CASE("null", rocprofiler_context_is_valid, made, nothing);
    STATE("never started", rocprofiler_context_is_active, never_started);
    STATE("none", rocprofiler_context_is_active, no_context);
    STATE("unknown", rocprofiler_context_is_active, other_context);
    CASE("null", rocprofiler_context_is_active, made, nothing);
    CASE("none", rocprofiler_start_context, no_context);
    CASE("unknown", rocprofiler_start_context, other_context);
    CASE("good", rocprofiler_start_context, made);
    CASE("twice", rocprofiler_start_context, made);
    STATE("started", rocprofiler_context_is_active, made);
    CASE("none", rocprofiler_stop_context, no_context);
    CASE("unknown", rocprofiler_stop_context, other_context);
    CASE("never started", rocprofiler_stop_context, never_started);
    CASE("good", rocprofiler_stop_context, made);
    CASE("twice", rocprofiler_stop_context, made);
}

static int make_buffer(rocprofiler_buffer_id_t* id, rocprofiler_context_id_t of, size_t size,
                       rocprofiler_buffer_tracing_cb_t to) {
    return (int)rocprofiler_create_buffer(of, size, 3584, ROCPROFILER_BUFFER_POLICY_DISCARD, to, NULL, id);
}

static void buffers(void) {
    rocprofiler_buffer_id_t large = {0}, deaf = {0}, anybody = {0}, small = {0};
    rocprofiler_buffer_id_t* made_now = now == CONFIGURE ? &early_buffer : &made_buffer;
    note("rocprofiler_create_buffer", "good", make_buffer(made_now, context, 4096, on_records));
    note("rocprofiler_create_buffer", "exists", make_buffer(made_now, context, 4096, on_records));
    note("rocprofiler_create_buffer", "null", make_buffer(nothing, context, 4096, on_records));
    note("rocprofiler_create_buffer", "no callback", make_buffer(&deaf, context, 4096, nothing));
    note("rocprofiler_create_buffer", "too large", make_buffer(&large, context, SIZE_MAX / 4, on_records));
    note("rocprofiler_create_buffer", "one byte", make_buffer(&small, context, 1, on_records));
    note("rocprofiler_create_buffer", "unknown context", make_buffer(&anybody, other_context, 4096, on_records));
    CASE("none", rocprofiler_flush_buffer, no_buffer);
    CASE("unknown", rocprofiler_flush_buffer, other_buffer);
    CASE("unknown context", rocprofiler_flush_buffer, anybody);
    CASE("good", rocprofiler_flush_buffer, made_buffer);
    // In phase RECORDS, this is the buffer whose callback runs.
    CASE("the frame's", rocprofiler_flush_buffer, buffer);
    CASE("none", rocprofiler_destroy_buffer, no_buffer);
    CASE("unknown", rocprofiler_destroy_buffer, other_buffer);
    if (now == RECORDS) CASE("busy", rocprofiler_destroy_buffer, buffer);
    else note("rocprofiler_destroy_buffer", "busy", NOT_MADE);
    CASE("good", rocprofiler_destroy_buffer, small);
    CASE("twice", rocprofiler_destroy_buffer, small);
}

static void calls(void) {
    versions();
    registration();
    threads();
    contexts();
    buffers();
}
