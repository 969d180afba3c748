// tables: has a tool, and registers invalid tables as runtimes. Prints the result of each registration; the last
// one is valid, and its function is called.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { PAGE = 4096 };

int rocprofiler_set_api_table(const char* name, uint64_t version, uint64_t instance, void** tables, uint64_t count);

typedef struct {
    uint64_t size;
    void* slots[ROCPROFILER_HIP_RUNTIME_API_ID_LAST];
} hip_table;

static rocprofiler_context_id_t context;
static int calls;

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* data, void* argument) {
    (void)data, (void)argument;
    calls += record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    rocprofiler_create_context(&context);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                   on_call, NULL);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API, NULL, 0, on_call,
                                                   NULL);
    return rocprofiler_start_context(context);
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* runtime, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof(rocprofiler_tool_configure_result_t), initialize, NULL,
                                                         NULL};
    (void)version, (void)runtime, (void)priority;
    id->name = "tables";
    return &result;
}

static hipError_t device(int* result) {
    (void)result;
    return hipErrorNoDevice;
}

static void say(const char* what, int status) {
    printf("%s: %s\n", what, status == 0 ? "taken" : rocprofiler_get_status_name((rocprofiler_status_t)status));
    fflush(stdout);
}

static void offer(const char* what, void* table) {
    void* tables[] = {table};
    say(what, rocprofiler_set_api_table("hip", 70000, 0, tables, 1));
}

static void offer_hsa(const char* what, void* container) {
    void* tables[] = {container};
    say(what, rocprofiler_set_api_table("hsa", 20100, 0, tables, 1));
}

// Two pages of which only the first is readable.
static char* half_page(int protection) {
    char* pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(pages, 0, 2 * PAGE);
    mprotect(pages + PAGE, PAGE, PROT_NONE);
    return protection == PROT_NONE ? pages : (mprotect(pages, PAGE, protection), pages);
}

static void with_sizes(void) {
    static hip_table table;
    static const uint64_t wrong[] = {0, 1, 7};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        table.size = wrong[i];
        offer("a table of few bytes", &table);
    }
    char* page = half_page(PROT_NONE);
    *(uint64_t*)page = UINT64_MAX;
    offer("a table of all bytes, of which a page can be read", page);
    char* end = page + PAGE - 64;
    *(uint64_t*)end = sizeof table;
    offer("a table that ends too early", end);
    *(uint64_t*)end = 64;
    offer("a short table at the end of a page", end);
    *(uint64_t*)(end + 4) = 60;
    offer("a table that is not aligned", end + 4);
}

static void with_pointers(void) {
    static hip_table table = {.size = sizeof table};
    void* tables[] = {&table};
    char* page = half_page(PROT_NONE);
    offer("a null table", NULL);
    offer("a table that cannot be read", page + PAGE);
    offer("a table at an address that is none", (void*)0x8000000000001000);
    say("no name", rocprofiler_set_api_table(NULL, 70000, 0, tables, 1));
    say("a name that cannot be read", rocprofiler_set_api_table(page + PAGE, 70000, 0, tables, 1));
    memset(page, 'h', PAGE);
    say("a name without an end", rocprofiler_set_api_table(page, 70000, 0, tables, 1));
    say("null tables", rocprofiler_set_api_table("hip", 70000, 0, NULL, 1));
    say("tables that cannot be read", rocprofiler_set_api_table("hip", 70000, 0, (void**)(page + PAGE), 1));
    say("no tables", rocprofiler_set_api_table("hip", 70000, 0, tables, 0));
    say("all tables there are", rocprofiler_set_api_table("hip", 70000, 0, tables, UINT64_MAX));
    char* constant = half_page(PROT_NONE);
    *(uint64_t*)constant = 64;
    mprotect(constant, PAGE, PROT_READ);
    offer("a table that cannot be written", constant);
}

static void with_containers(void) {
    uint64_t container[8] = {(uint64_t)sizeof container << 32 | 2};
    offer_hsa("a null container", NULL);
    container[2] = 0x1000;
    offer_hsa("a container of a table that cannot be read", container);
    container[2] = (uint64_t)container;
    container[0] = 2;
    offer_hsa("a container of no bytes", container);
}

int main(void) {
    static hip_table table = {.size = sizeof table};
    int number;
    table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice] = (void*)device;
    with_pointers();
    with_sizes();
    with_containers();
    offer("a table", &table);
    ((hipError_t(*)(int*))table.slots[ROCPROFILER_HIP_RUNTIME_API_ID_hipGetDevice])(&number);
    printf("%d calls\n", calls);
    return 0;
}
