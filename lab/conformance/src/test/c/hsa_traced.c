// A client of libroctracer64 that traces HSA's calls, copies and events. Its first argument selects a case:
//
//   early    before hsa_init, so that HSA's table is wrapped when it registers
//   late     after hsa_init: uses the table that was kept
//   opened   as late, but libroctracer64 is opened by dlopen, after hsa_init
//   forked   late, with a child that also calls HSA's functions
//   jumps    late; callbacks leave calls by longjmp
//   twice    early, and HSA is shut down and initialised again in between
//   nothing  no tracing
//   idle     no tracing, and prints whether there is a JVM
//
// Prints its callbacks and records, which are always the same. The second argument is a module of kernels to load.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <roctracer/roctracer.h>
#include <roctracer/roctracer_hsa.h>

#include "gpu_program.h"

enum { BYTES = 4096, RECORDS = 64 };

// The few functions used, from whichever way the library is loaded.
static __typeof__(roctracer_enable_op_callback)* enable_op;
static __typeof__(roctracer_disable_domain_callback)* disable_calls;
static __typeof__(roctracer_enable_domain_callback)* enable_domain;
static __typeof__(roctracer_open_pool)* open_pool;
static __typeof__(roctracer_close_pool)* close_pool;
static __typeof__(roctracer_enable_op_activity)* enable_activity;
static __typeof__(roctracer_enable_domain_activity)* enable_activities;
static __typeof__(roctracer_flush_activity)* flush;
static __typeof__(roctracer_op_string)* name_of;

static void find(const char* library) {
    void* handle = library != NULL ? dlopen(library, RTLD_LAZY | RTLD_LOCAL) : RTLD_DEFAULT;
    EXPECT(handle != NULL || library == NULL);
#define FIND(variable, function) \
    variable = (__typeof__(variable))dlsym(handle, #function); \
    EXPECT(variable != NULL)
    FIND(enable_op, roctracer_enable_op_callback);
    FIND(enable_domain, roctracer_enable_domain_callback);
    FIND(disable_calls, roctracer_disable_domain_callback);
    FIND(open_pool, roctracer_open_pool);
    FIND(close_pool, roctracer_close_pool);
    FIND(enable_activity, roctracer_enable_op_activity);
    FIND(enable_activities, roctracer_enable_domain_activity);
    FIND(flush, roctracer_flush_activity);
    FIND(name_of, roctracer_op_string);
}

static hsa_agent_t cpu, gpu;
static hsa_amd_memory_pool_t host_pool, device_pool;

static hsa_status_t on_agent(hsa_agent_t agent, void* data) {
    (void)data;
    hsa_device_type_t type;
    HSA(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_CPU) cpu = agent;
    else if (gpu.handle == 0) gpu = agent;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_pool(hsa_amd_memory_pool_t pool, void* found) {
    *(hsa_amd_memory_pool_t*)found = pool;
    return HSA_STATUS_INFO_BREAK;
}

static void find_memory(void) {
    HSA(hsa_iterate_agents(on_agent, NULL));
    hsa_amd_agent_iterate_memory_pools(cpu, on_pool, &host_pool);
    hsa_amd_agent_iterate_memory_pools(gpu, on_pool, &device_pool);
}

// --- callbacks and records -----------------------------------------------------------------------------------------

static int depth, calls_heard;
static uint64_t copy_call;
static int quiet;
static jmp_buf* jump;

static void on_call(uint32_t domain, uint32_t id, const void* callback_data, void* argument) {
    const hsa_api_data_t* data = callback_data;
    static uint64_t begun[8];
    static const void* where[8];
    EXPECT(domain == ACTIVITY_DOMAIN_HSA_API && argument == &depth);
    const char* name = name_of(domain, id, 0);
    calls_heard++;
    if (data->phase == ACTIVITY_API_PHASE_ENTER) {
        *data->phase_data = 0x5eed0000u + id;
        where[depth] = data;
        begun[depth++] = data->correlation_id;
        if (jump != NULL) longjmp(*jump, 1);
        if (id == HSA_API_ID_hsa_amd_memory_async_copy) copy_call = data->correlation_id;
        if (!quiet && id == HSA_API_ID_hsa_amd_memory_pool_allocate)
            printf("%s(size %zu)\n", name, data->args.hsa_amd_memory_pool_allocate.size);
        if (!quiet && id == HSA_API_ID_hsa_memory_copy) printf("%s(size %zu)\n", name, data->args.hsa_memory_copy.size);
        return;
    }
    depth--;
    EXPECT(where[depth] == data && begun[depth] == data->correlation_id);
    EXPECT(*data->phase_data == 0x5eed0000u + id);
    if (!quiet) printf("%s = %u\n", name, (unsigned)data->hsa_status_t_retval);
}

static void* allocated;

static void on_event(uint32_t domain, uint32_t id, const void* callback_data, void* argument) {
    const hsa_evt_data_t* data = callback_data;
    EXPECT(domain == ACTIVITY_DOMAIN_HSA_EVT && argument == NULL);
    switch (id) {
        case HSA_EVT_ID_ALLOCATE:
            if (data->allocate.size != 0) allocated = (void*)data->allocate.ptr;
            printf("  ALLOCATE size %zu segment %d flags %u code %d same %d\n", data->allocate.size,
                   (int)data->allocate.segment, data->allocate.global_flag, data->allocate.is_code,
                   data->allocate.ptr == allocated);
            break;
        case HSA_EVT_ID_DEVICE:
            printf("  DEVICE type %d id %u agent %s same %d\n", (int)data->device.type, data->device.id,
                   data->device.agent.handle == cpu.handle   ? "cpu"
                   : data->device.agent.handle == gpu.handle ? "gpu"
                                                             : "other",
                   data->device.ptr == allocated);
            break;
        case HSA_EVT_ID_MEMCOPY: printf("  MEMCOPY size %zu\n", data->memcopy.size); break;
        case HSA_EVT_ID_CODEOBJ:
            printf("  CODEOBJ storage %u file %d based %d sized %d loaded %d uri %d unload %d\n",
                   data->codeobj.storage_type, data->codeobj.storage_file >= 0, data->codeobj.memory_base != 0,
                   data->codeobj.memory_size != 0, data->codeobj.load_base != 0 && data->codeobj.load_size != 0,
                   data->codeobj.uri_length != 0 && strlen(data->codeobj.uri) == data->codeobj.uri_length,
                   data->codeobj.unload);
            break;
        default: printf("  event %u\n", id);
    }
}

static roctracer_record_t records[RECORDS];
static atomic_int record_count;

static void on_records(const char* begin, const char* end, void* argument) {
    (void)argument;
    const roctracer_record_t* record = (const roctracer_record_t*)begin;
    for (; (const char*)record < end; record++)
        if (record_count < RECORDS) records[record_count++] = *record;
}

static void print_records(void) {
    for (int i = 0; i < record_count; i++) {
        const roctracer_record_t* r = &records[i];
        EXPECT(r->begin_ns != 0 && r->begin_ns <= r->end_ns);
        if (r->domain == ACTIVITY_DOMAIN_HSA_OPS)
            printf("record %s of the copy call %d\n", name_of(r->domain, r->op, r->kind),
                   r->correlation_id == copy_call);
        else if (!quiet)
            printf("record %s pid %d tid %d\n", name_of(r->domain, r->op, r->kind), r->process_id == (uint32_t)getpid(),
                   r->thread_id == (uint32_t)gettid());
    }
}

// --- the work ------------------------------------------------------------------------------------------------------

static void enable(void) {
    roctracer_properties_t properties = {.buffer_size = 1 << 12, .buffer_callback_fun = on_records};
    EXPECT(open_pool(&properties) == 0);
    static const uint32_t ops[] = {HSA_API_ID_hsa_amd_memory_pool_allocate, HSA_API_ID_hsa_amd_memory_pool_free,
                                   HSA_API_ID_hsa_amd_memory_async_copy,    HSA_API_ID_hsa_memory_copy,
                                   HSA_API_ID_hsa_amd_agents_allow_access,  HSA_API_ID_hsa_executable_freeze,
                                   HSA_API_ID_hsa_executable_destroy};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        EXPECT(enable_op(ACTIVITY_DOMAIN_HSA_API, ops[i], on_call, &depth) == 0);
    EXPECT(enable_domain(ACTIVITY_DOMAIN_HSA_EVT, on_event, NULL) == 0);
    EXPECT(enable_activity(ACTIVITY_DOMAIN_HSA_OPS, HSA_OP_ID_COPY) == 0);
    EXPECT(enable_activity(ACTIVITY_DOMAIN_HSA_API, HSA_API_ID_hsa_memory_copy) == 0);
}

static void copy(void* to, const void* from) {
    hsa_signal_t done;
    HSA(hsa_signal_create(1, 0, NULL, &done));
    HSA(hsa_amd_profiling_async_copy_enable(false)); // the program's choice, not its tools'
    HSA(hsa_amd_memory_async_copy(to, gpu, from, cpu, BYTES, 0, NULL, done));
    while (hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED) >= 1) {
    }
    HSA(hsa_signal_destroy(done));
}

static void work(const char* module) {
    void *host, *device;
    HSA(hsa_amd_memory_pool_allocate(host_pool, BYTES, 0, &host));
    HSA(hsa_amd_agents_allow_access(1, &gpu, NULL, host));
    HSA(hsa_amd_memory_pool_allocate(device_pool, BYTES, 0, &device));
    memset(host, 7, BYTES);
    copy(device, host);
    HSA(hsa_memory_copy(host, device, 64));
    allocated = device;
    HSA(hsa_amd_memory_pool_free(device));
    allocated = host;
    HSA(hsa_amd_memory_pool_free(host));
    if (module != NULL) HSA(hsa_executable_destroy(load_module(gpu, module)));
}

static void jumps(void) {
    jmp_buf here;
    quiet = 1;
    for (volatile int i = 0; i < 100000; i++) {
        jump = &here;
        if (setjmp(here) == 0) hsa_memory_copy(NULL, NULL, 0);
        depth = 0;
    }
    jump = NULL;
    quiet = 0;
    printf("jumped out of %d calls\n", calls_heard);
}

static void in_child(void) {
    pid_t child = fork();
    if (child == 0) {
        calls_heard = 0;
        work(NULL);
        printf("the child heard %d calls\n", calls_heard);
        fflush(stdout);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    EXPECT(status == 0);
}

static int has_jvm(void) {
    char line[4096];
    int found = 0;
    FILE* maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps) != NULL) found |= strstr(line, "libjvm.so") != NULL;
    fclose(maps);
    return found;
}

int main(int argc, char** argv) {
    const char* mode = argc > 1 ? argv[1] : "late";
    const char* module = argc > 2 ? argv[2] : NULL;
    const int opened = strcmp(mode, "opened") == 0;
    if (!opened) find(NULL);
    const int early = strcmp(mode, "early") == 0 || strcmp(mode, "twice") == 0;
    if (early) enable();
    HSA(hsa_init());
    if (strcmp(mode, "twice") == 0) {
        HSA(hsa_shut_down());
        HSA(hsa_init());
    }
    find_memory();
    if (opened) find("libroctracer64.so.4");
    const int idle = strcmp(mode, "idle") == 0;
    if (!early && !idle && strcmp(mode, "nothing") != 0) enable();
    fflush(stdout);
    if (strcmp(mode, "jumps") == 0) jumps();
    if (strcmp(mode, "forked") == 0) in_child();
    work(module);
    EXPECT(flush() == 0);
    print_records();
    EXPECT(disable_calls(ACTIVITY_DOMAIN_HSA_API) == 0);
    EXPECT(disable_calls(ACTIVITY_DOMAIN_HSA_EVT) == 0);
    calls_heard = 0;
    work(NULL);
    EXPECT(close_pool() == 0);
    printf("then %d calls\n", calls_heard);
    if (idle) printf("JVM: %d\n", has_jvm());
    return 0;
}
