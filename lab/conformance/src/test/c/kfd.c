// kfd COUNT [prefetch]: a program with its own tool, on a machine with a kernel driver. Prints the agents; after COUNT
// records, it prints the records of two contexts: one requests all single events, the other only pairs. With "prefetch"
// it moves two pages of its memory to the last GPU, as hipMemPrefetchAsync does.
#include <fcntl.h>
#include <linux/ioctl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { MOST_LINES = 256, LINE_BYTES = 256, MOST_AGENTS = 16 };

static const rocprofiler_agent_v0_t* agents[MOST_AGENTS];
static size_t agent_count;
static char lines[MOST_LINES][LINE_BYTES];
static int line_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;

static rocprofiler_status_t on_agents(rocprofiler_agent_version_t version, const void** all, size_t count, void* data) {
    (void)version, (void)data;
    agent_count = count < MOST_AGENTS ? count : MOST_AGENTS;
    for (size_t i = 0; i < agent_count; i++) agents[i] = all[i];
    return ROCPROFILER_STATUS_SUCCESS;
}

static int node(rocprofiler_agent_id_t id) {
    for (size_t i = 0; i < agent_count; i++)
        if (agents[i]->id.handle == id.handle) return (int)agents[i]->node_id;
    return -1;
}

// --- records -------------------------------------------------------------------------------------------------------

static int address_range(char* to, size_t room, rocprofiler_address_t first, rocprofiler_address_t last) {
    return snprintf(to, room, " %lx..%lx", (unsigned long)first.value, (unsigned long)last.value);
}

static int migrate_event(char* to, size_t room, const rocprofiler_buffer_tracing_kfd_event_page_migrate_record_t* r) {
    int at = snprintf(to, room, " at %lu pid %u size %lu", (unsigned long)r->timestamp, r->pid, (unsigned long)r->size);
    at += address_range(to + at, room - (size_t)at, r->start_address, r->end_address);
    return at
         + snprintf(to + at, room - (size_t)at, " node %d to %d error %d", node(r->src_agent), node(r->dst_agent),
                    r->error_code);
}

static int migrate(char* to, size_t room, const rocprofiler_buffer_tracing_kfd_page_migrate_record_t* r) {
    int at = snprintf(to, room, " from %lu to %lu pid %u size %lu", (unsigned long)r->start_timestamp,
                      (unsigned long)r->end_timestamp, r->pid, (unsigned long)r->size);
    at += address_range(to + at, room - (size_t)at, r->start_address, r->end_address);
    return at
         + snprintf(to + at, room - (size_t)at, " node %d to %d prefetch %d preferred %d error %d", node(r->src_agent),
                    node(r->dst_agent), node(r->prefetch_agent), node(r->preferred_agent), r->error_code);
}

static int describe(char* to, size_t room, uint32_t kind, const void* payload) {
    switch (kind) {
        case ROCPROFILER_BUFFER_TRACING_KFD_EVENT_PAGE_MIGRATE: return migrate_event(to, room, payload);
        case ROCPROFILER_BUFFER_TRACING_KFD_PAGE_MIGRATE: return migrate(to, room, payload);
        case ROCPROFILER_BUFFER_TRACING_KFD_EVENT_PAGE_FAULT: {
            const rocprofiler_buffer_tracing_kfd_event_page_fault_record_t* r = payload;
            return snprintf(to, room, " at %lu pid %u size %lu node %d address %lx", (unsigned long)r->timestamp,
                            r->pid, (unsigned long)r->size, node(r->agent_id), (unsigned long)r->address.value);
        }
        case ROCPROFILER_BUFFER_TRACING_KFD_PAGE_FAULT: {
            const rocprofiler_buffer_tracing_kfd_page_fault_record_t* r = payload;
            return snprintf(to, room, " from %lu to %lu pid %u size %lu node %d address %lx",
                            (unsigned long)r->start_timestamp, (unsigned long)r->end_timestamp, r->pid,
                            (unsigned long)r->size, node(r->agent_id), (unsigned long)r->address.value);
        }
        case ROCPROFILER_BUFFER_TRACING_KFD_EVENT_QUEUE: {
            const rocprofiler_buffer_tracing_kfd_event_queue_record_t* r = payload;
            return snprintf(to, room, " at %lu pid %u size %lu node %d", (unsigned long)r->timestamp, r->pid,
                            (unsigned long)r->size, node(r->agent_id));
        }
        case ROCPROFILER_BUFFER_TRACING_KFD_QUEUE: {
            const rocprofiler_buffer_tracing_kfd_queue_record_t* r = payload;
            return snprintf(to, room, " from %lu to %lu pid %u size %lu node %d", (unsigned long)r->start_timestamp,
                            (unsigned long)r->end_timestamp, r->pid, (unsigned long)r->size, node(r->agent_id));
        }
        case ROCPROFILER_BUFFER_TRACING_KFD_EVENT_UNMAP_FROM_GPU: {
            const rocprofiler_buffer_tracing_kfd_event_unmap_from_gpu_record_t* r = payload;
            int at = snprintf(to, room, " at %lu pid %u size %lu node %d", (unsigned long)r->timestamp, r->pid,
                              (unsigned long)r->size, node(r->agent_id));
            return at + address_range(to + at, room - (size_t)at, r->start_address, r->end_address);
        }
        case ROCPROFILER_BUFFER_TRACING_KFD_EVENT_DROPPED_EVENTS: {
            const rocprofiler_buffer_tracing_kfd_event_dropped_events_record_t* r = payload;
            return snprintf(to, room, " at %lu pid %u size %lu count %u", (unsigned long)r->timestamp, r->pid,
                            (unsigned long)r->size, r->count);
        }
        default: return snprintf(to, room, " unexpected");
    }
}

static void on_records(rocprofiler_context_id_t from, rocprofiler_buffer_id_t id, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    (void)from, (void)id, (void)dropped;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count && line_count < MOST_LINES; i++) {
        const char* name = NULL;
        int32_t operation = ((const int32_t*)headers[i]->payload)[3];
        rocprofiler_query_buffer_tracing_kind_operation_name((rocprofiler_buffer_tracing_kind_t)headers[i]->kind,
                                                             operation, &name, NULL);
        char* line = lines[line_count++];
        int at = snprintf(line, LINE_BYTES, "%s: %s", (const char*)data, name ? name + strlen("ROCPROFILER_") : "?");
        describe(line + at, LINE_BYTES - (size_t)at, headers[i]->kind, headers[i]->payload);
    }
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
}

// --- the tool ------------------------------------------------------------------------------------------------------

static void context_of(const char* name, int first_kind, int last_kind) {
    rocprofiler_context_id_t context = {0};
    rocprofiler_buffer_id_t buffer = {0};
    rocprofiler_create_context(&context);
    rocprofiler_create_buffer(context, 65536, 0, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, (void*)(uintptr_t)name,
                              &buffer);
    for (int kind = first_kind; kind <= last_kind; kind++) {
        rocprofiler_status_t status = rocprofiler_configure_buffer_tracing_service(
            context, (rocprofiler_buffer_tracing_kind_t)kind, NULL, 0, buffer);
        if (status != ROCPROFILER_STATUS_SUCCESS) printf("kind %d: %s\n", kind, rocprofiler_get_status_name(status));
    }
    rocprofiler_start_context(context);
}

static void at_thread(rocprofiler_runtime_library_t library, void* data) {
    if (library == ROCPROFILER_LIBRARY) ++*(int*)data;
}

static int threads_before, threads_after;

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, on_agents, sizeof(rocprofiler_agent_v0_t),
                                       NULL);
    context_of("events", ROCPROFILER_BUFFER_TRACING_KFD_EVENT_PAGE_MIGRATE,
               ROCPROFILER_BUFFER_TRACING_KFD_EVENT_DROPPED_EVENTS);
    context_of("pairs", ROCPROFILER_BUFFER_TRACING_KFD_PAGE_MIGRATE, ROCPROFILER_BUFFER_TRACING_KFD_QUEUE);
    return 0;
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* runtime, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)runtime, (void)priority;
    id->name = "kfd";
    rocprofiler_at_internal_thread_create(at_thread, NULL, ROCPROFILER_LIBRARY, &threads_before);
    rocprofiler_at_internal_thread_create(NULL, at_thread, ROCPROFILER_LIBRARY, &threads_after);
    return &result;
}

static void print_agent(const rocprofiler_agent_v0_t* a) {
    uint64_t unique_id;
    memcpy(&unique_id, a->uuid.bytes, sizeof unique_id);
    printf("node %u: type %d %s | %s | %s | %s\n", a->node_id, a->type, a->name, a->vendor_name, a->product_name,
           a->model_name);
    printf("  cpu %u cu %u simd %u waves %u banks %u engines %u gfx %u pci %x:%x at %x:%x minor %u\n",
           a->cpu_cores_count, a->cu_count, a->simd_count, a->max_waves_per_cu, a->mem_banks_count, a->num_shader_banks,
           a->gfx_target_version, a->vendor_id, a->device_id, a->domain, a->location_id, a->drm_render_minor);
    printf("  memory %lu hive %lx gpu %lu uuid %016lx seen by %u%u", (unsigned long)a->local_mem_size,
           (unsigned long)a->hive_id, (unsigned long)a->gpu_id, (unsigned long)unique_id, a->runtime_visibility.hsa,
           a->runtime_visibility.hip);
    for (uint32_t i = 0; i < a->io_links_count; i++)
        printf(" link %u->%u type %d", a->io_links[i].node_from, a->io_links[i].node_to, a->io_links[i].type);
    printf("\n");
}

// AMDKFD_IOC_SVM of linux/kfd_ioctl.h with one attribute, KFD_IOCTL_SVM_ATTR_PREFETCH_LOC.
static int prefetch(uint64_t address, uint32_t gpu_id) {
    struct {
        uint64_t start, size;
        uint32_t operation, count, type, value;
    } request = {.start = address, .size = 8192, .count = 1, .type = 1, .value = gpu_id};
    int driver = open("/dev/kfd", O_RDWR | O_CLOEXEC);
    if (driver >= 0 && ioctl(driver, _IOWR('K', 0x20, request), &request) == 0) return 0;
    perror("prefetch");
    return 1;
}

int main(int count, char** words) {
    int expected = count > 1 ? atoi(words[1]) : 0;
    rocprofiler_force_configure(rocprofiler_configure);
    for (size_t i = 0; i < agent_count; i++) print_agent(agents[i]);
    if (count > 2 && prefetch(0x7000000000, (uint32_t)agents[agent_count - 1]->gpu_id) != 0) return 1;
    pthread_mutex_lock(&lock);
    while (line_count < expected) pthread_cond_wait(&more, &lock);
    for (int i = 0; i < line_count; i++) printf("%s\n", lines[i]);
    pthread_mutex_unlock(&lock);
    printf("threads %d %d\n", threads_before, threads_after);
    return 0;
}
