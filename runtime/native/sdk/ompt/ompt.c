// The SDK listens to an OpenMP runtime, and its tools call these functions instead of the runtime's when data words
// are involved.
#include "ompt/ompt.h"

#include "ompt/rpj_ompt.h"

// --- listening -----------------------------------------------------------------------------------------------------

typedef void (*(*lookup)(const char*))(void);
typedef int (*set_callback)(int event, void (*function)(void));

static void* look_up(const char* name) { return (void*)((lookup)rpj_ompt.lookup)(name); }

// Looks up the runtime's functions and reserves the data words of this many tools. Returns 0 when the runtime
// cannot register callbacks.
static uint64_t prepare(uint64_t clients) {
    for (unsigned i = 0; i < RPJ_OMPT_FUNCTIONS; i++) rpj_ompt.functions[i] = (uint64_t)look_up(rpj_ompt_functions[i]);
    rpj_ompt.finalize_tool = look_up("ompt_finalize_tool");
    rpj_ompt_data_prepare(clients);
    return look_up("ompt_set_callback") != NULL;
}

// Registers the callbacks of these operations (a bit each), and those that report the end of their data words.
static uint64_t listen_to(uint64_t operations) {
    set_callback set = (set_callback)look_up("ompt_set_callback");
    for (unsigned i = 0; i < RPJ_OMPT_OPERATIONS; i++) {
        const rpj_ompt_callback* callback = &rpj_ompt_callbacks[i];
        if (callback->event && (operations >> i & 1 || operations & callback->keeps))
            set(callback->event, callback->function);
    }
    return 0;
}

// --- inquiry functions, for each tool with its own data words ------------------------------------------------------

typedef ompt_data_t* (*get_thread_data)(void);
typedef int (*get_parallel_info)(int, ompt_data_t**, int*);
typedef int (*get_task_info)(int, int*, ompt_data_t**, ompt_frame_t**, ompt_data_t**, int*);
typedef int (*get_target_info)(uint64_t*, uint64_t*, uint64_t*);

enum { COMPLETE = 2, ON_TARGET = 1 }; // results for which the runtime has set its outputs

// The runtime's own function of that name.
#define REAL(name) \
    ((name)rpj_ompt.functions[offsetof(rocprofiler_ompt_callback_functions_t, ompt_##name) / sizeof(void*)])

static ompt_data_t* thread_data(unsigned client) {
    get_thread_data real = REAL(get_thread_data);
    return real != NULL ? rpj_ompt_client_data(real(), client) : NULL;
}

static int parallel_info(unsigned client, int level, ompt_data_t** parallel, int* team_size) {
    get_parallel_info real = REAL(get_parallel_info);
    ompt_data_t* word = NULL;
    int result = real != NULL ? real(level, &word, team_size) : 0;
    if (result == COMPLETE && parallel != NULL) *parallel = rpj_ompt_client_data(word, client);
    return result;
}

static int task_info(unsigned client, int level, int* flags, ompt_data_t** task, ompt_frame_t** frame,
                     ompt_data_t** parallel, int* thread) {
    get_task_info real = REAL(get_task_info);
    ompt_data_t* task_word = NULL;
    ompt_data_t* parallel_word = NULL;
    int result = real != NULL ? real(level, flags, &task_word, frame, &parallel_word, thread) : 0;
    if (result == COMPLETE && task != NULL) *task = rpj_ompt_client_data(task_word, client);
    if (result == COMPLETE && parallel != NULL) *parallel = rpj_ompt_client_data(parallel_word, client);
    return result;
}

static int target_info(unsigned client, uint64_t* device, uint64_t* target, uint64_t* operation) {
    get_target_info real = REAL(get_target_info);
    uint64_t target_id = 0, operation_id = 0, ignored;
    int result = real != NULL ? real(device != NULL ? device : &ignored, &target_id, &operation_id) : 0;
    if (result == ON_TARGET && target != NULL) *target = rpj_ompt_client_id(target_id, client);
    if (result == ON_TARGET && operation != NULL) *operation = rpj_ompt_client_id(operation_id, client);
    return result;
}

// A function has no argument for the tool that got it, so there is one per tool.
#define PROXIES_OF(n) \
    static ompt_data_t* thread_data_##n(void) { return thread_data(n); } \
    static int parallel_info_##n(int l, ompt_data_t** p, int* s) { return parallel_info(n, l, p, s); } \
    static int task_info_##n(int l, int* f, ompt_data_t** t, ompt_frame_t** a, ompt_data_t** p, int* i) { \
        return task_info(n, l, f, t, a, p, i); \
    } \
    static int target_info_##n(uint64_t* d, uint64_t* t, uint64_t* o) { return target_info(n, d, t, o); }

#define PROXY_ROW(n) {(void*)thread_data_##n, (void*)parallel_info_##n, (void*)task_info_##n, (void*)target_info_##n},

#define EACH_CLIENT(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

EACH_CLIENT(PROXIES_OF)

static void* const proxies[][RPJ_OMPT_PROXIES] = {EACH_CLIENT(PROXY_ROW)};

_Static_assert(sizeof proxies == RPJ_OMPT_CLIENTS * RPJ_OMPT_PROXIES * sizeof(void*), "a row for each client");

native_ompt_t* rpj_ompt_for_engine(void) {
    rpj_ompt.prepare = (void*)prepare;
    rpj_ompt.listen = (void*)listen_to;
    rpj_ompt.proxies = (void*)proxies;
    return &rpj_ompt;
}
