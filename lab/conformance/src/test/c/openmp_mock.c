// openmp_mock [own]: an OpenMP runtime for tests. It looks for a tool as a runtime does (OMPT), then calls every
// callback that the tool registered, with known arguments, in an order that a program could cause, with roctx
// marks in between. Prints its information about the tool. `own`: the program has its own tool, which only looks
// up the SDK's.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/ompt.h>

enum { EVENTS = 40, VERSION = 202011 };

typedef void (*function)(void);

static function callbacks[EVENTS];
static ompt_start_tool_result_t* tool;

// The runtime's data words for its tool.
static ompt_data_t the_thread, the_region, initial_task, region_task, explicit_task, the_target, the_operation;
static const char* ended_by;

#define RETURN_ADDRESS (const void*)0x1234
#define FRAME (void*)0x5678

#define CALL(event, types, ...) \
    if (callbacks[event]) ((void(*) types)callbacks[event])(__VA_ARGS__)

// --- entry points for tools ----------------------------------------------------------------------------------------

static int set_callback(int event, function callback) {
    if (event < 0 || event >= EVENTS) return 0;
    callbacks[event] = callback;
    return 5;
}

static ompt_data_t* get_thread_data(void) { return &the_thread; }

static int get_parallel_info(int level, ompt_data_t** parallel, int* team) {
    if (level > 0) return 0;
    *parallel = &the_region;
    *team = 4;
    return 2;
}

static int get_task_info(int level, int* flags, ompt_data_t** task, void** frame, ompt_data_t** parallel, int* number) {
    if (level > 0) return 0;
    if (flags) *flags = 1;
    if (task) *task = &region_task;
    if (frame) *frame = FRAME;
    if (parallel) *parallel = &the_region;
    if (number) *number = 0;
    return 2;
}

static int get_target_info(uint64_t* device, uint64_t* target, uint64_t* operation) {
    *device = 3;
    *target = the_target.value;
    *operation = the_operation.value;
    return 1;
}

static uint64_t get_unique_id(void) { return 77; }

static int answer(void) { return 0; }

static void end_of_runtime(const char* by) {
    if (ended_by) return;
    ended_by = by;
    CALL(7, (int, ompt_data_t*, ompt_data_t*, unsigned, unsigned, int), 2, NULL, &initial_task, 0, 1, 1);
    CALL(2, (ompt_data_t*), &the_thread);
    if (tool) tool->finalize(&tool->tool_data);
}

static void finalize_tool(void) { end_of_runtime("its tool"); }

static function lookup(const char* name) {
    static const struct {
        const char* name;
        function function;
    } known[] = {
        {"ompt_set_callback", (function)set_callback},
        {"ompt_get_thread_data", (function)get_thread_data},
        {"ompt_get_parallel_info", (function)get_parallel_info},
        {"ompt_get_task_info", (function)get_task_info},
        {"ompt_get_target_info", (function)get_target_info},
        {"ompt_get_unique_id", (function)get_unique_id},
        {"ompt_finalize_tool", (function)finalize_tool},
        {"ompt_enumerate_states", (function)answer},
        {"ompt_enumerate_mutex_impls", (function)answer},
        {"ompt_get_num_places", (function)answer},
        {"ompt_get_place_proc_ids", (function)answer},
        {"ompt_get_place_num", (function)answer},
        {"ompt_get_partition_place_nums", (function)answer},
        {"ompt_get_proc_id", (function)answer},
        {"ompt_get_state", (function)answer},
        {"ompt_get_task_memory", (function)answer},
        {"ompt_get_num_devices", (function)answer},
        {"ompt_get_num_procs", (function)answer},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0) return known[i].function;
    return NULL;
}

// --- events of the program -----------------------------------------------------------------------------------------

static void sync_region(int event, int kind, int endpoint) {
    CALL(event, (int, int, ompt_data_t*, ompt_data_t*, const void*), kind, endpoint, &the_region, &region_task,
         RETURN_ADDRESS);
}

static void worksharing(void) {
    CALL(20, (int, int, ompt_data_t*, ompt_data_t*, uint64_t, const void*), 1, 1, &the_region, &region_task, 100,
         RETURN_ADDRESS);
    CALL(32, (ompt_data_t*, ompt_data_t*, int, ompt_data_t), &the_region, &region_task, 1, (ompt_data_t){.value = 42});
    roctxMarkA("in a loop");
    CALL(20, (int, int, ompt_data_t*, ompt_data_t*, uint64_t, const void*), 1, 2, &the_region, &region_task, 100,
         RETURN_ADDRESS);
    CALL(21, (int, ompt_data_t*, ompt_data_t*, const void*), 1, &the_region, &region_task, RETURN_ADDRESS);
    CALL(21, (int, ompt_data_t*, ompt_data_t*, const void*), 2, &the_region, &region_task, RETURN_ADDRESS);
    sync_region(31, 7, 1);
    sync_region(31, 7, 2);
}

// A task created before the region that executes it begins: its events nevertheless belong to its creation.
static void tasks(void) {
    CALL(5, (ompt_data_t*, const void*, ompt_data_t*, int, int, const void*), &region_task, FRAME, &explicit_task, 4, 1,
         RETURN_ADDRESS);
    CALL(18, (ompt_data_t*, const void*, int), &explicit_task, FRAME, 2);
    CALL(19, (ompt_data_t*, ompt_data_t*), &region_task, &explicit_task);
    sync_region(23, 5, 1);
    sync_region(16, 5, 1);
    CALL(6, (ompt_data_t*, int, ompt_data_t*), &region_task, 7, &explicit_task);
    roctxMarkA("in a task");
    CALL(29, (ompt_data_t*, const void*), &the_thread, RETURN_ADDRESS);
    CALL(6, (ompt_data_t*, int, ompt_data_t*), &explicit_task, 1, &region_task);
    roctxMarkA("in a taskwait");
    sync_region(16, 5, 2);
    sync_region(23, 5, 2);
    CALL(30, (ompt_data_t*, int, const void*), &region_task, 1, RETURN_ADDRESS);
}

static void locks(void) {
    CALL(24, (int, unsigned, unsigned, uint64_t, const void*), 3, 4, 2, 99, RETURN_ADDRESS);
    CALL(26, (int, unsigned, unsigned, uint64_t, const void*), 3, 4, 2, 99, RETURN_ADDRESS);
    CALL(27, (int, uint64_t, const void*), 3, 99, RETURN_ADDRESS);
    CALL(28, (int, uint64_t, const void*), 1, 99, RETURN_ADDRESS);
    CALL(28, (int, uint64_t, const void*), 2, 99, RETURN_ADDRESS);
    CALL(17, (int, uint64_t, const void*), 3, 99, RETURN_ADDRESS);
    CALL(25, (int, uint64_t, const void*), 3, 99, RETURN_ADDRESS);
}

static void data_op(int endpoint) {
    CALL(34, (int, ompt_data_t*, ompt_data_t*, ompt_data_t*, int, void*, int, void*, int, size_t, const void*),
         endpoint, NULL, &the_target, &the_operation, 2, (void*)0xaaaa, 0, (void*)0xbbbb, 3, 4096, RETURN_ADDRESS);
}

static void target(int endpoint) {
    CALL(33, (int, int, int, ompt_data_t*, ompt_data_t*, ompt_data_t*, const void*), 1, endpoint, 3, &initial_task,
         NULL, &the_target, RETURN_ADDRESS);
}

static void devices(void) {
    CALL(12, (int, const char*, void*, function, const char*), 3, "gfx", (void*)0x3000, (function)0x4000, "none");
    CALL(14, (int, const char*, int64_t, void*, size_t, void*, void*, uint64_t), 3, "image", -1, (void*)0x10, 20,
         (void*)0x30, (void*)0x40, 50);
    target(1);
    data_op(1);
    roctxMarkA("in a copy");
    data_op(2);
    data_op(3);
    CALL(35, (int, ompt_data_t*, ompt_data_t*, unsigned), 1, &the_target, &the_operation, 8);
    CALL(35, (int, ompt_data_t*, ompt_data_t*, unsigned), 2, &the_target, &the_operation, 8);
    target(2);
    CALL(13, (int), 3);
    CALL(37, (int, const char*, size_t, const void*), 1, "careful", 7, RETURN_ADDRESS);
}

static void program(void) {
    CALL(1, (int, ompt_data_t*), 1, &the_thread);
    CALL(7, (int, ompt_data_t*, ompt_data_t*, unsigned, unsigned, int), 1, NULL, &initial_task, 1, 1, 1);
    CALL(3, (ompt_data_t*, const void*, ompt_data_t*, unsigned, int, const void*), &initial_task, FRAME, &the_region, 4,
         2, RETURN_ADDRESS);
    CALL(7, (int, ompt_data_t*, ompt_data_t*, unsigned, unsigned, int), 1, &the_region, &region_task, 4, 0, 2);
    worksharing();
    tasks();
    locks();
    CALL(7, (int, ompt_data_t*, ompt_data_t*, unsigned, unsigned, int), 2, NULL, &region_task, 4, 0, 2);
    CALL(4, (ompt_data_t*, ompt_data_t*, int, const void*), &the_region, &initial_task, 2, RETURN_ADDRESS);
    devices();
    roctxMarkA("at the end");
}

// --- the tool ------------------------------------------------------------------------------------------------------

typedef ompt_start_tool_result_t* (*start_tool)(unsigned, const char*);
typedef rocprofiler_status_t (*query)(int*);

static void say_state(const char* when) {
    query initialized = (query)dlsym(RTLD_DEFAULT, "rocprofiler_ompt_is_initialized");
    query finalized = (query)dlsym(RTLD_DEFAULT, "rocprofiler_ompt_is_finalized");
    int is_initialized = -2, is_finalized = -2;
    if (!initialized || !finalized) return;
    int statuses = (int)initialized(&is_initialized) + (int)finalized(&is_finalized);
    printf("%s: initialized %d, finalized %d, statuses %d\n", when, is_initialized, is_finalized, statuses);
}

__attribute__((destructor)) static void end_of_process(void) {
    end_of_runtime("itself");
    printf("ended by %s\n", ended_by);
    say_state("ended");
    const ompt_data_t* words[] = {&the_thread,    &the_region, &initial_task, &region_task,
                                  &explicit_task, &the_target, &the_operation};
    int kept = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) kept += words[i]->value != 0;
    printf("words kept: %d\n", kept);
}

int main(int count, char** arguments) {
    int own = count > 1 && strcmp(arguments[1], "own") == 0;
    start_tool start = (start_tool)dlsym(RTLD_DEFAULT, own ? "rocprofiler_ompt_start_tool" : "ompt_start_tool");
    printf("tool: %s\n", !start ? "no function" : (tool = start(VERSION, "mock")) ? "found" : "none");
    say_state("found");
    if (tool) printf("initialize: %d\n", tool->initialize((ompt_function_lookup_t)lookup, 0, &tool->tool_data));
    say_state("initialized");
    if (tool) printf("a second runtime: %s\n", start(VERSION, "second") ? "a tool" : "none");
    printf("registered:");
    for (int i = 0; i < EVENTS; i++)
        if (callbacks[i]) printf(" %d", i);
    printf("\n");
    fflush(stdout);
    program();
    return 0;
}
