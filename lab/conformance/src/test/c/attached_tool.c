// A tool that a program is given while it runs. It prints what it is told, and counts the calls of HIP by the thread
// that asks. With TOOL_IS_PLAIN it has no functions for sessions and starts its context at once.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <rocprofiler-sdk/experimental/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#define EXPORTED __attribute__((visibility("default")))

static rocprofiler_context_id_t context, unused;
static rocprofiler_client_id_t* self;
static rocprofiler_client_detach_t detach_self;
static _Thread_local unsigned long mine;
static atomic_ulong all;

EXPORTED unsigned long attached_tool_mine(void);
EXPORTED unsigned long attached_tool_all(void);
EXPORTED void attached_tool_leave(void);

unsigned long attached_tool_mine(void) { return mine; }
unsigned long attached_tool_all(void) { return atomic_load(&all); }
void attached_tool_leave(void) { detach_self(*self); }

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* nothing) {
    (void)user, (void)nothing;
    if (record.phase != ROCPROFILER_CALLBACK_PHASE_ENTER) return;
    mine++;
    atomic_fetch_add(&all, 1);
}

static int is_plain(void) { return getenv("TOOL_IS_PLAIN") != NULL; }

static int count(rocprofiler_runtime_registration_info_t* info, void* counted) {
    ++*(int*)counted;
    return info->size != sizeof *info;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    int runtimes = 0;
    (void)finalize, (void)data;
    rocprofiler_iterate_runtime_registration_info(count, &runtimes);
    printf("tool: initialize, %s runtimes\n", runtimes > 0 ? "some" : "no");
    rocprofiler_create_context(&context);
    rocprofiler_create_context(&unused);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                   on_call, NULL);
    if (is_plain()) rocprofiler_start_context(context);
    return 0;
}

static void finalize(void* data) { printf("tool: finalize %s\n", (char*)data); }

EXPORTED rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text,
                                                                    uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, "data"};
    (void)version, (void)text, (void)priority;
    printf("tool: configure\n");
    id->name = "attached";
    self = id;
    return &result;
}

static int attach(rocprofiler_client_detach_t detach, rocprofiler_context_id_t* contexts, uint64_t length, void* data) {
    int active = 99;
    printf("tool: attach %s, %lu contexts\n", (char*)data, length);
    detach_self = detach;
    if (length != 2 || contexts[0].handle != context.handle) return 7;
    rocprofiler_context_is_active(context, &active);
    return active != 0 || rocprofiler_start_context(context) != ROCPROFILER_STATUS_SUCCESS;
}

static void detach(void* data) { printf("tool: detach %s\n", (char*)data); }

EXPORTED rocprofiler_tool_configure_attach_result_t* rocprofiler_configure_attach(uint32_t version, const char* text,
                                                                                  uint32_t priority,
                                                                                  rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_attach_result_t result = {sizeof result, attach, detach, "sessions"};
    (void)version, (void)text, (void)priority;
    printf("tool: configure_attach%s\n", id == self ? "" : " of another");
    return is_plain() ? NULL : &result;
}
