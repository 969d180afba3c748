// The plugin that writes text files, a line for each call, piece of GPU work or marker. Their formats are
// roctracer's, because scripts parse them.
#include <pthread.h>
#include <roctracer/roctracer_hip.h>
#include <roctracer/roctracer_hsa.h>
#include <roctracer/roctracer_plugin.h>
#include <roctracer/roctracer_roctx.h>
#include <roctracer/roctx.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../environment.h"
#include "base/clock.h"
#include "base/loaded.h"
#include "base/messages.h"
#include "base/output.h"
#include "plugin/file_plugin.h"
#include "rpj_hsa.h"
#include "text/api_data.h"
#include "text/names.h"
#include "text/operation_name.h"
#include "text/text.h"

static struct output hsa_handles = OUTPUT("hsa_handles.txt", true), begin_time = OUTPUT("begin_ts_file.txt", true),
                     roctx = OUTPUT("roctx_trace.txt", true), hsa_calls = OUTPUT("hsa_api_trace.txt", true),
                     hip_calls = OUTPUT("hip_api_trace.txt", true), gpu_work = OUTPUT("hcc_ops_trace.txt", true),
                     copies = OUTPUT("async_copy_trace.txt", true), pc_samples = OUTPUT("pcs_trace.txt", true);

static struct output* const OUTPUTS[] = {&hsa_handles, &begin_time, &roctx,  &hsa_calls,
                                         &hip_calls,   &gpu_work,   &copies, &pc_samples};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct text line; // guarded by the lock: the line in progress
static bool truncate_names, handles_written;

static void end_line(struct output* output) {
    text_add(&line, "\n", 1);
    if (!line.failed) output_write(output, line.bytes, line.length);
    line.length = 0;
    line.failed = false;
}

// --- Calls ---------------------------------------------------------------------------------------------------------

static void begin_call(const roctracer_record_t* record) {
    text_format(&line, "%lu:%lu %u:%u ", (unsigned long)record->begin_ns, (unsigned long)record->end_ns,
                record->process_id, record->thread_id);
}

static void write_roctx(const roctracer_record_t* record, const roctx_api_data_t* data) {
    text_format(&line, "%lu %u:%u %u:%lu:\"", (unsigned long)record->begin_ns, record->process_id, record->thread_id,
                record->op, (unsigned long)data->args.id);
    if (data->args.message != NULL) text_string(&line, data->args.message);
    text_string(&line, "\"");
    end_line(&roctx);
}

static void write_hsa(const roctracer_record_t* record, const void* data) {
    begin_call(record);
    text_hsa_call(&line, record->op, data);
    text_format(&line, " :%lu", (unsigned long)record->correlation_id);
    end_line(&hsa_calls);
}

static void write_hip(const roctracer_record_t* record, const void* data) {
    begin_call(record);
    text_hip_call(&line, record->op, data);
    if (record->kernel_name != NULL) {
        text_string(&line, " kernel=");
        text_kernel_name(&line, record->kernel_name, truncate_names);
    }
    text_format(&line, " :%lu", (unsigned long)record->correlation_id);
    end_line(&hip_calls);
}

int roctracer_plugin_write_callback_record(const roctracer_record_t* record, const void* data) {
    int status = 0;
    pthread_mutex_lock(&lock);
    switch (record->domain) {
        case ACTIVITY_DOMAIN_ROCTX: write_roctx(record, data); break;
        case ACTIVITY_DOMAIN_HSA_API: write_hsa(record, data); break;
        case ACTIVITY_DOMAIN_HIP_API: write_hip(record, data); break;
        default: rt_tool_warn("write_callback_record: ignored record for domain %u", record->domain); status = -1;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

// --- GPU work ------------------------------------------------------------------------------------------------------

static void begin_work(const roctracer_record_t* record) {
    text_format(&line, "%lu:%lu ", (unsigned long)record->begin_ns, (unsigned long)record->end_ns);
}

static void end_work(const roctracer_record_t* record, struct output* output) {
    text_format(&line, ":%lu:%u", (unsigned long)record->correlation_id, output_process());
    end_line(output);
}

static void add_operation(const roctracer_record_t* record) {
    const char* name = operation_name(record->domain, record->op, record->kind);
    text_string(&line, name == NULL ? "" : name);
}

static void write_hip_work(const roctracer_record_t* record) {
    if (record->correlation_id == 0) return; // its call is unknown
    begin_work(record);
    text_format(&line, "%d:%lu ", record->device_id, (unsigned long)record->queue_id);
    if (record->op == HIP_OP_ID_DISPATCH && record->kernel_name != NULL)
        text_kernel_name(&line, record->kernel_name, true);
    else add_operation(record);
    end_work(record, &gpu_work);
}

static bool write_hsa_work(const roctracer_record_t* record) {
    if (record->op == HSA_OP_ID_COPY) {
        begin_work(record);
        text_string(&line, "async-copy");
        end_work(record, &copies);
    } else if (record->op == HSA_OP_ID_RESERVED1) {
        text_format(&line, "%u %lu 0x%lx ", record->pc_sample.se, (unsigned long)record->pc_sample.cycle,
                    (unsigned long)record->pc_sample.pc);
        add_operation(record);
        end_line(&pc_samples);
    } else {
        return false;
    }
    return true;
}

static bool write_work(const roctracer_record_t* record) {
    if (record->domain == ACTIVITY_DOMAIN_HIP_OPS) write_hip_work(record);
    else if (record->domain != ACTIVITY_DOMAIN_HSA_OPS || !write_hsa_work(record)) {
        rt_tool_warn("write_activity_records: ignored activity for domain %u", record->domain);
        return false;
    }
    return true;
}

// --- Agents --------------------------------------------------------------------------------------------------------

// Called from roctracer_plugin_*, with the lock.
static hsa_status_t write_agent(hsa_agent_t agent, void* get_info) {
    hsa_device_type_t type = HSA_DEVICE_TYPE_CPU;
    hsa_status_t status = ((hsa_agent_get_info_fn*)get_info)(agent, HSA_AGENT_INFO_DEVICE, &type);
    if (status != HSA_STATUS_SUCCESS) return status;
    text_format(&line, "0x%lx agent %s", (unsigned long)agent.handle, type == HSA_DEVICE_TYPE_CPU ? "cpu" : "gpu");
    end_line(&hsa_handles);
    return HSA_STATUS_SUCCESS;
}

// HSA may be loaded late: this is tried at each write until it succeeds.
static void write_handles(void) {
    if (handles_written) return;
    hsa_iterate_agents_fn* iterate = rt_tool_function("libhsa-runtime64.so", "hsa_iterate_agents");
    void* get_info = rt_tool_function("libhsa-runtime64.so", "hsa_agent_get_info");
    handles_written = iterate != NULL && get_info != NULL && iterate(write_agent, get_info) == HSA_STATUS_SUCCESS;
}

// --- Plugin --------------------------------------------------------------------------------------------------------

int roctracer_plugin_write_activity_records(const roctracer_record_t* begin, const roctracer_record_t* end) {
    int status = 0;
    pthread_mutex_lock(&lock);
    write_handles();
    for (; begin < end; begin++)
        if (!write_work(begin)) status = -1;
    for (size_t i = 0; i < sizeof OUTPUTS / sizeof *OUTPUTS; i++) output_flush(OUTPUTS[i]);
    pthread_mutex_unlock(&lock);
    return status;
}

bool rpj_file_plugin_agents(void) {
    pthread_mutex_lock(&lock);
    write_handles();
    output_flush(&hsa_handles);
    bool written = handles_written;
    pthread_mutex_unlock(&lock);
    return written;
}

void rpj_file_plugin_image(uint32_t number) { output_image(number); }

void file_plugin_for(const char* folder, uint32_t process, uint32_t image, bool short_names) {
    output_for(folder, process, image);
    truncate_names = short_names;
    handles_written = true; // by the process itself
}

// The file names contain the process id.
static void forked(void) {
    pthread_mutex_init(&lock, NULL);
    line = (struct text){0}; // another thread may have been changing it
    for (size_t i = 0; i < sizeof OUTPUTS / sizeof *OUTPUTS; i++) output_forked(OUTPUTS[i]);
}

static void write_begin_time(void) {
    text_format(&line, "%lu", (unsigned long)rt_tool_now());
    end_line(&begin_time);
    output_flush(&begin_time);
}

int roctracer_plugin_initialize(uint32_t major, uint32_t minor) {
    static bool before;
    const char* truncate = rpj_environment("ROCP_TRUNCATE_NAMES");
    if (major != ROCTRACER_VERSION_MAJOR || minor < ROCTRACER_VERSION_MINOR) return -1;
    pthread_mutex_lock(&lock);
    truncate_names = truncate != NULL && atoi(truncate) != 0;
    write_handles();
    write_begin_time();
    if (!before) pthread_atfork(NULL, NULL, forked);
    before = true;
    pthread_mutex_unlock(&lock);
    return 0;
}

void roctracer_plugin_finalize(void) {
    pthread_mutex_lock(&lock);
    write_handles();
    for (size_t i = 0; i < sizeof OUTPUTS / sizeof *OUTPUTS; i++) output_close(OUTPUTS[i]);
    text_free(&line);
    pthread_mutex_unlock(&lock);
}
