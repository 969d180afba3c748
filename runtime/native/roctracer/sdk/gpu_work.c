// GPU work: HSA_OPS, which are HSA's asynchronous copies, and HIP_OPS, which are HIP's kernels and copies.
//
// The id of the submitting call is stored at the submission in the SDK's user data and stays with the work to its
// end, as does the decision whether a record is wanted. Records are written on the thread on which the SDK reports
// the end: for a copy, before the program is notified.
#include <roctracer/roctracer_hip.h>
#include <roctracer/roctracer_hsa.h>
#include <stdlib.h>
#include <string.h>

#include "base/errors.h"
#include "base/threads.h"
#include "hooks/hip.h"
#include "rt_limits.h"
#include "sdk/parts.h"
#include "sdk/sdk_functions.h"
#include "trace/hip_copies.h"
#include "trace/hip_work.h"
#include "trace/registry.h"
#include "trace/trace.h"

// 0: no client wants it.
static uint64_t word_of(uint32_t domain, uint32_t op, uint32_t api) {
    return rt_is_recorded(domain, op) ? rt_innermost(api) << 1 | 1 : 0;
}

// How many kernels had no times that can be theirs, which a record of HIP's work cannot say.
static atomic_ulong untimed;

__attribute__((destructor)) static void say_untimed(void) {
    const unsigned long count = atomic_load(&untimed);
    if (count != 0)
        rt_complain("%lu kernels without times are left out: a record of HIP's work cannot say that it has none",
                    count);
}

static void write_record(activity_record_t* record, uint64_t word, uint64_t begin, uint64_t end) {
    if (end == 0 && record->op == HIP_OP_ID_DISPATCH && record->domain == ACTIVITY_DOMAIN_HIP_OPS)
        atomic_fetch_add(&untimed, 1);
    if (end == 0) return; // a copy without times was refused
    record->correlation_id = word >> 1;
    record->begin_ns = begin;
    record->end_ns = end;
    rt_deliver(record);
}

// --- HSA -----------------------------------------------------------------------------------------------------------

static void on_hsa_copy(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* word, void* data) {
    (void)data;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        word->value = word_of(ACTIVITY_DOMAIN_HSA_OPS, HSA_OP_ID_COPY, RT_ANY_API);
    } else if (word->value != 0) {
        const rocprofiler_callback_tracing_memory_copy_data_t* copy = record.payload;
        activity_record_t told = {.domain = ACTIVITY_DOMAIN_HSA_OPS, .op = HSA_OP_ID_COPY};
        write_record(&told, word->value, copy->start_timestamp, copy->end_timestamp);
    }
}

static bool listen_to(rocprofiler_context_id_t context, rocprofiler_callback_tracing_kind_t kind,
                      rocprofiler_callback_tracing_cb_t callback) {
    return rt_sdk.rocprofiler_configure_callback_tracing_service(context, kind, NULL, 0, callback, NULL)
        == ROCPROFILER_STATUS_SUCCESS;
}

static bool configure_copies(rocprofiler_context_id_t context) {
    return listen_to(context, ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY, on_hsa_copy);
}

static bool wants_copies(void) { return rt_wants_activity(ACTIVITY_DOMAIN_HSA_OPS); }

// --- HIP: agents ---------------------------------------------------------------------------------------------------

enum { AGENT_LIMIT = 128 };

// The driver's node number by the SDK's agent. Only grows: agents may be added when HSA is initialised.
static struct {
    uint64_t handle;
    int node;
} agents[AGENT_LIMIT];
static _Atomic uint32_t agent_count;
static atomic_flag agents_busy = ATOMIC_FLAG_INIT;

static rocprofiler_status_t take_agents(rocprofiler_agent_version_t version, const void** all, size_t count,
                                        void* data) {
    (void)version, (void)data;
    for (size_t i = 0; i < count && i < AGENT_LIMIT; i++) {
        const rocprofiler_agent_v0_t* agent = all[i];
        agents[i].handle = agent->id.handle;
        agents[i].node = (int)agent->node_id;
    }
    atomic_store_explicit(&agent_count, count < AGENT_LIMIT ? (uint32_t)count : AGENT_LIMIT, memory_order_release);
    return ROCPROFILER_STATUS_SUCCESS;
}

static int find_node(uint64_t handle) {
    const uint32_t count = atomic_load_explicit(&agent_count, memory_order_acquire);
    for (uint32_t i = 0; i < count; i++)
        if (agents[i].handle == handle) return agents[i].node;
    return -1;
}

static int node_of(rocprofiler_agent_id_t agent) {
    int node = find_node(agent.handle);
    if (node >= 0 || atomic_flag_test_and_set(&agents_busy)) return node < 0 ? 0 : node;
    rt_sdk.rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, take_agents,
                                              sizeof(rocprofiler_agent_v0_t), NULL);
    atomic_flag_clear(&agents_busy);
    node = find_node(agent.handle);
    return node < 0 ? 0 : node;
}

// --- HIP: names of kernels -----------------------------------------------------------------------------------------

// Indexed by kernel id, which the SDK counts up from 1. Names are never freed: records of a kernel follow
// its unloading.
enum { NAMES_PER_PAGE = 1024, NAME_PAGES = 1024 };

static _Atomic(_Atomic(const char*)*) names[NAME_PAGES];

static _Atomic(const char*)* name_place(uint64_t kernel) {
    if (kernel / NAMES_PER_PAGE >= NAME_PAGES) return NULL;
    _Atomic(const char*)* page = atomic_load(&names[kernel / NAMES_PER_PAGE]);
    return page != NULL ? &page[kernel % NAMES_PER_PAGE] : NULL;
}

static void make_page(uint64_t kernel) {
    if (kernel / NAMES_PER_PAGE >= NAME_PAGES || atomic_load(&names[kernel / NAMES_PER_PAGE]) != NULL) return;
    _Atomic(const char*)* fresh = calloc(NAMES_PER_PAGE, sizeof *fresh);
    _Atomic(const char*)* none = NULL;
    if (fresh != NULL && !atomic_compare_exchange_strong(&names[kernel / NAMES_PER_PAGE], &none, fresh)) free(fresh);
}

// HIP reports the function's name, HSA's symbol is that of its descriptor.
static char* function_name(const char* symbol) {
    const size_t length = strlen(symbol);
    const bool descriptor = length > 3 && strcmp(symbol + length - 3, ".kd") == 0;
    return strndup(symbol, descriptor ? length - 3 : length);
}

static void on_code(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user_data, void* data) {
    (void)user_data, (void)data;
    if (record.operation != ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER
        || record.phase != ROCPROFILER_CALLBACK_PHASE_LOAD)
        return;
    const rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t* kernel = record.payload;
    if (kernel->kernel_name == NULL) return;
    make_page(kernel->kernel_id);
    _Atomic(const char*)* place = name_place(kernel->kernel_id);
    if (place != NULL && atomic_load(place) == NULL) atomic_store(place, function_name(kernel->kernel_name));
}

static const char* name_of(uint64_t kernel) {
    _Atomic(const char*)* place = name_place(kernel);
    return place != NULL ? atomic_load(place) : NULL;
}

static bool configure_names(rocprofiler_context_id_t context) {
    return listen_to(context, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, on_code);
}

// Wanted from the start: code loaded earlier is not reported later.
static bool always(void) { return true; }

// --- HIP: work -----------------------------------------------------------------------------------------------------
//
// HIP's own kernels are copies and fills to HIP, or nothing that it would report. What they copy is known while their
// call is open, and kept until they end in memory whose address, an even number, is their word. The first bit of a
// copy's word says whether it is a rectangle's.

struct own_copy {
    uint64_t id;
    struct rt_hip_copy copy;
};

static const char OWN_KERNELS[] = "__amd_rocclr_";

static bool begins_with(const char* text, const char* with) { return strncmp(text, with, strlen(with)) == 0; }

static uint64_t own_word(const char* what) {
    const bool fills = begins_with(what, "fill");
    struct rt_hip_copy copy = rt_hip_copy_here();
    if (!fills && !begins_with(what, "copy")) return 0;
    const uint64_t word = word_of(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_COPY, ACTIVITY_DOMAIN_HIP_API);
    struct own_copy* own = word != 0 ? malloc(sizeof *own) : NULL;
    if (own == NULL) return 0;
    if (fills != (copy.kind == RT_COMMAND_FillBuffer)) copy = (struct rt_hip_copy){.kind = 0};
    if (copy.kind == 0) copy.kind = fills ? RT_COMMAND_FillBuffer : RT_COMMAND_CopyDeviceToDevice;
    *own = (struct own_copy){.id = word >> 1, .copy = copy};
    return (uint64_t)(uintptr_t)own;
}

static uint64_t kernel_word(uint64_t kernel) {
    const char* name = name_of(kernel);
    if (name != NULL && begins_with(name, OWN_KERNELS)) return own_word(name + strlen(OWN_KERNELS));
    return word_of(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_DISPATCH, ACTIVITY_DOMAIN_HIP_API);
}

static uint32_t in_shape(uint32_t kind, bool is_rectangle) {
    return is_rectangle ? kind + (RT_COMMAND_CopyDeviceToHost2D - RT_COMMAND_CopyDeviceToHost) : kind;
}

static void on_kernel(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* word, void* data) {
    (void)data;
    const rocprofiler_callback_tracing_kernel_dispatch_data_t* kernel = record.payload;
    if (record.operation == ROCPROFILER_KERNEL_DISPATCH_ENQUEUE) {
        if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER)
            word->value = kernel_word(kernel->dispatch_info.kernel_id);
        return;
    }
    if (word->value == 0) return;
    activity_record_t told = {
        .domain = ACTIVITY_DOMAIN_HIP_OPS,
        .device_id = node_of(kernel->dispatch_info.agent_id),
        .queue_id = kernel->dispatch_info.queue_id.handle - 1, // HIP counts its queues from 0
    };
    struct own_copy* own = word->value & 1 ? NULL : (struct own_copy*)(uintptr_t)word->value;
    told.op = own != NULL ? HIP_OP_ID_COPY : HIP_OP_ID_DISPATCH;
    told.kind = own != NULL ? in_shape(own->copy.kind, own->copy.is_rectangle) : RT_COMMAND_KernelExecution;
    if (own != NULL) told.bytes = own->copy.bytes;
    else told.kernel_name = name_of(kernel->dispatch_info.kernel_id);
    write_record(&told, own != NULL ? own->id << 1 : word->value, kernel->start_timestamp, kernel->end_timestamp);
    free(own);
}

static void on_hip_copy(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* word, void* data) {
    (void)data;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
        const uint64_t plain = word_of(ACTIVITY_DOMAIN_HIP_OPS, HIP_OP_ID_COPY, ACTIVITY_DOMAIN_HIP_API);
        word->value = plain != 0 ? plain << 1 | rt_hip_copy_here().is_rectangle : 0;
    } else if (word->value != 0) {
        const rocprofiler_callback_tracing_memory_copy_data_t* copy = record.payload;
        const bool to_host = record.operation == ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST;
        const bool to_device = record.operation == ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE;
        const uint32_t kind = to_host   ? RT_COMMAND_CopyDeviceToHost
                            : to_device ? RT_COMMAND_CopyHostToDevice
                                        : RT_COMMAND_CopyDeviceToDevice;
        activity_record_t told = {
            .domain = ACTIVITY_DOMAIN_HIP_OPS,
            .kind = in_shape(kind, word->value & 1),
            .op = HIP_OP_ID_COPY,
            .device_id = node_of(to_host ? copy->src_agent_id : copy->dst_agent_id),
            .bytes = copy->bytes,
        };
        write_record(&told, word->value >> 1, copy->start_timestamp, copy->end_timestamp);
    }
}

static bool configure_work(rocprofiler_context_id_t context) {
    return listen_to(context, ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH, on_kernel)
        && listen_to(context, ROCPROFILER_CALLBACK_TRACING_MEMORY_COPY, on_hip_copy);
}

static bool wants_work(void) {
    return rt_wants_activity(ACTIVITY_DOMAIN_HIP_OPS)
        && (rt_hip_way() == RT_HIP_TABLES || rt_hip_work_can_be_the_sdks());
}

const struct rt_part rt_copies_part = {configure_copies, wants_copies, true};
const struct rt_part rt_hip_work_part = {configure_work, wants_work, true};
const struct rt_part rt_kernel_name_part = {configure_names, always, true};
