// rt_calls HIP CASE: calls of the tests' own HIP runtime as clients of libroctracer64 see them, HIP_API
// and HIP_OPS.
//
// A callback prints `LABEL enter|exit CALL #ID`, a record `CALL|op OP #ID ...`; ids count from the case's first.
#include "rt_hip.h"
#include "rt_program.h"

static const uint32_t API = ACTIVITY_DOMAIN_HIP_API, OPS = ACTIVITY_DOMAIN_HIP_OPS;
static uint64_t user_begin, user_end;

static const char* name_of(uint32_t op) {
    static _Thread_local char number[20];
    const char* name = roctracer_op_string(API, op, 0);
    if (op == 1 || op == HIP_API_ID_LAST) return op == 1 ? "first" : "last";
    snprintf(number, sizeof number, "call %u", op);
    return strcmp(name, "unknown") ? name : number;
}

static void on_call(uint32_t domain, uint32_t op, const void* data, void* label) {
    const hip_api_data_t* call = data;
    uint64_t* word = *hip.word(data);
    EXPECT(domain == API);
    if (call->phase == ACTIVITY_API_PHASE_ENTER) {
        user_begin = clock_now();
        *word = call->correlation_id * 1000 + op;
    } else {
        EXPECT(*word == call->correlation_id * 1000 + op);
        user_end = clock_now();
    }
    printf("%s %s %s #%" PRIu64 "\n", (char*)label, call->phase ? "exit" : "enter", name_of(op), call->correlation_id);
}

// Prints the call's arguments, at both ends.
static void on_arguments(uint32_t domain, uint32_t op, const void* data, void* argument) {
    const hip_api_data_t* call = data;
    static void* pointed;
    (void)domain, (void)argument;
    if (op == MALLOC) {
        if (call->phase) EXPECT(*call->args.hipMalloc.ptr != NULL && (void*)call->args.hipMalloc.ptr == pointed);
        else pointed = call->args.hipMalloc.ptr;
        printf("%u hipMalloc %zu\n", call->phase, call->args.hipMalloc.size);
    } else if (op == MEMCPY) {
        printf("%u hipMemcpy %s %zu %d\n", call->phase, (const char*)call->args.hipMemcpy.src,
               call->args.hipMemcpy.sizeBytes, (int)call->args.hipMemcpy.kind);
    } else if (op == LAUNCH) {
        const struct { uint32_t x, y, z; }* blocks = (const void*)&call->args.hipLaunchKernel.numBlocks;
        printf("%u hipLaunchKernel %s %u,%u,%u %zu\n", call->phase,
               (const char*)call->args.hipLaunchKernel.function_address, blocks->x, blocks->y, blocks->z,
               (size_t)call->args.hipLaunchKernel.sharedMemBytes);
    }
}

static void print_record(const roctracer_record_t* r, const char* label) {
    switch (r->domain) {
        case ACTIVITY_DOMAIN_HIP_API:
            EXPECT(r->kind == 0 && r->process_id == (uint32_t)getpid() && r->begin_ns && r->begin_ns <= r->end_ns);
            EXPECT(r->thread_id == (uint32_t)getpid());
            EXPECT(r->bytes == 0);
            printf("%s%s #%" PRIu64 "\n", label, name_of(r->op), (uint64_t)r->correlation_id);
            return;
        case ACTIVITY_DOMAIN_EXT_API:
            EXPECT(r->begin_ns == 0 && r->end_ns == 0 && r->kind == 0 && r->op == ACTIVITY_EXT_OP_EXTERN_ID);
            printf("%sexternal %" PRIu64 " #%" PRIu64 "\n", label, (uint64_t)r->external_id,
                   (uint64_t)r->correlation_id);
            return;
        case ACTIVITY_DOMAIN_HIP_OPS:
            printf("%sop %u %#x #%" PRIu64 " %" PRIu64 "-%" PRIu64 " device %d queue %" PRIu64 " ", label, r->op,
                   r->kind, (uint64_t)r->correlation_id, r->begin_ns, r->end_ns, r->device_id, (uint64_t)r->queue_id);
            if (r->op == HIP_OP_ID_DISPATCH) printf("%s\n", r->kernel_name ? r->kernel_name : "null");
            else printf("%zu\n", (size_t)r->bytes);
            return;
        default: printf("%sdomain %u\n", label, r->domain);
    }
}

static roctracer_record_t last;
static void on_records(const char* begin, const char* end, void* label) {
    const roctracer_record_t* r = (const roctracer_record_t*)begin;
    while (r < (const roctracer_record_t*)end) {
        last = *r;
        print_record(r, label ? label : "");
        OK(roctracer_next_record(r, &r));
    }
}

static roctracer_pool_t* open_pool(char* label) {
    roctracer_properties_t properties = {
        .buffer_size = 0x1000, .buffer_callback_fun = on_records, .buffer_callback_arg = label};
    roctracer_pool_t* pool = NULL;
    OK(roctracer_open_pool_expl(&properties, &pool));
    return pool;
}

static void default_pool(void) {
    roctracer_properties_t properties = {.buffer_size = 0x1000, .buffer_callback_fun = on_records};
    OK(roctracer_open_pool(&properties));
}

static void phase(const char* title) {
    OK(roctracer_flush_activity());
    printf("-- %s\n", title);
}

static int call(uint32_t op) { return hip.call(op, NULL, NULL, NULL); }

static void nested_body(void* unused) {
    (void)unused;
    EXPECT(call(MEMCPY));
    EXPECT(hip.current_id() == 0);
}

// --- cases ---------------------------------------------------------------------------------------------------------

static void phases(void) {
    default_pool();
    phase("nothing");
    EXPECT(!call(MALLOC));
    phase("callback");
    OK(roctracer_enable_op_callback(API, MALLOC, on_call, "one"));
    EXPECT(call(MALLOC) && !call(FREE));
    phase("callback and activity");
    OK(roctracer_enable_op_activity(API, MALLOC));
    EXPECT(call(MALLOC));
    phase("activity");
    OK(roctracer_disable_op_callback(API, MALLOC));
    EXPECT(call(MALLOC));
    phase("another callback, and activity");
    OK(roctracer_enable_op_callback(API, MALLOC, on_call, "two"));
    EXPECT(call(MALLOC));
    phase("callback again");
    OK(roctracer_disable_op_activity(API, MALLOC));
    EXPECT(call(MALLOC));
    phase("replaced without being disabled");
    OK(roctracer_enable_op_callback(API, MALLOC, on_call, "three"));
    EXPECT(call(MALLOC));
    phase("nothing again");
    OK(roctracer_disable_op_callback(API, MALLOC));
    EXPECT(!call(MALLOC));
    phase("the domain");
    OK(roctracer_enable_domain_callback(API, on_call, "all"));
    OK(roctracer_enable_domain_activity(API));
    EXPECT(call(MALLOC) && call(FREE) && call(1) && call(HIP_API_ID_LAST) && !call(0));
    phase("the domain but one");
    OK(roctracer_disable_op_callback(API, FREE));
    EXPECT(call(MALLOC) && call(FREE));
    OK(roctracer_disable_op_activity(API, FREE));
    EXPECT(call(MALLOC) && !call(FREE));
    OK(roctracer_disable_domain_callback(API));
    OK(roctracer_disable_domain_activity(API));
    EXPECT(!call(MALLOC));
    phase("end");
}

static void arguments(void) {
    void *first, *second;
    OK(roctracer_enable_domain_callback(API, on_arguments, NULL));
    hip.malloc(&first, 4096);
    second = strdup("from");
    memcpy(first, "to", 3);
    hip.memcpy(first, second, 5, 3);
    uint64_t launch[16] = {
        (uintptr_t) "kernel", 2 | (uint64_t)3 << 32, 4 | (uint64_t)5 << 32, 6 | (uint64_t)7 << 32, 0, 0, 48};
    // Offsets from the arguments: function 0, blocks 8, 12, 16, threads 20, 24, 28, arguments 32, bytes 48.
    hip.call(LAUNCH, launch, NULL, NULL);
    hip.free(first), hip.free(second);
}

static void times(void) {
    default_pool();
    OK(roctracer_enable_op_activity(API, MALLOC));
    OK(roctracer_enable_op_callback(API, MALLOC, on_call, "one"));
    uint64_t before = clock_now();
    call(MALLOC);
    uint64_t after = clock_now();
    OK(roctracer_flush_activity());
    EXPECT(before <= last.begin_ns && last.begin_ns <= user_begin && user_end <= last.end_ns && last.end_ns <= after);
}

static void nested(void) {
    default_pool();
    OK(roctracer_enable_domain_activity(API));
    OK(roctracer_enable_domain_callback(API, on_call, "one"));
    hip.call(MALLOC, NULL, nested_body, NULL);
    OK(roctracer_flush_activity());
}

// Changes of a call's registration from inside the call.
static void replace(void* unused) { (void)unused, OK(roctracer_enable_op_callback(API, MALLOC, on_call, "two")); }
static void disable(void* unused) { (void)unused, OK(roctracer_disable_op_callback(API, MALLOC)); }
static void disable_activity(void* unused) { (void)unused, OK(roctracer_disable_op_activity(API, MALLOC)); }
static void enable_activity(void* unused) { (void)unused, OK(roctracer_enable_op_activity(API, MALLOC)); }
static void stop(void* unused) { (void)unused, roctracer_stop(); }
static void stop_and_start(void* unused) { (void)unused, roctracer_stop(), roctracer_start(); }

static void during(const char* title, void (*body)(void*)) {
    phase(title);
    hip.call(MALLOC, NULL, body, NULL);
}

static void changes(void) {
    default_pool();
    OK(roctracer_enable_op_activity(API, MALLOC));
    OK(roctracer_enable_op_callback(API, MALLOC, on_call, "one"));
    during("replaced", replace);
    during("disabled", disable);
    during("enabled", replace);
    during("activity disabled", disable_activity);
    during("activity enabled", enable_activity);
    during("stopped", stop);
    phase("while stopped");
    EXPECT(!call(MALLOC));
    roctracer_start();
    during("stopped and started", stop_and_start);
    phase("end");
}

static void on_start(void) { printf("start\n"); }
static void on_stop(void) { printf("stop\n"); }
static void on_mark(uint32_t domain, uint32_t op, const void* data, void* argument) {
    (void)argument;
    printf("roctx %u %u %s\n", domain, op, ((const roctx_api_data_t*)data)->args.message);
}

static void command(uint32_t op, uint64_t at, const char* kernel) {
    struct fake_command it = {.op = op,
                              .kind = 0x11F0 + op,
                              .device = 4,
                              .queue = 1 + op,
                              .bytes = 4096,
                              .begin = at,
                              .end = at + 10,
                              .kernel_name = kernel};
    hip.create(&it);
    printf("%s\n", it.wanted ? "wanted" : "not wanted");
    if (it.wanted) EXPECT(hip.complete(&it) == 0);
}

static void start_stop(void) {
    default_pool();
    roctracer_ext_properties_t both = {on_start, on_stop}, neither = {NULL, NULL};
    OK(roctracer_set_properties(ACTIVITY_DOMAIN_EXT_API, &both));
    OK(roctracer_enable_domain_activity(API));
    OK(roctracer_enable_domain_activity(OPS));
    OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, on_mark, NULL));
    phase("started from the beginning");
    roctracer_start();
    EXPECT(call(MALLOC));
    phase("stopped");
    roctracer_stop();
    roctracer_stop();
    EXPECT(!call(MALLOC));
    command(HIP_OP_ID_COPY, 100, NULL);
    roctxMark("while stopped");
    OK(roctracer_disable_op_activity(API, FREE));
    OK(roctracer_activity_push_external_correlation_id(9));
    phase("started");
    roctracer_start();
    roctracer_start();
    EXPECT(call(MALLOC) && !call(FREE));
    command(HIP_OP_ID_COPY, 200, NULL);
    phase("without functions");
    OK(roctracer_set_properties(ACTIVITY_DOMAIN_EXT_API, &neither));
    roctracer_stop();
    roctracer_start();
    phase("end");
}

static void commands(void) {
    roctracer_pool_t *kernels = open_pool("kernels: "), *copies = open_pool("copies: ");
    command(HIP_OP_ID_DISPATCH, 1, "too early");
    OK(roctracer_enable_op_activity_expl(OPS, HIP_OP_ID_DISPATCH, kernels));
    OK(roctracer_enable_op_activity_expl(OPS, HIP_OP_ID_COPY, copies));
    OK(roctracer_enable_op_activity_expl(API, MALLOC, copies));
    OK(roctracer_activity_push_external_correlation_id(31));
    command(HIP_OP_ID_DISPATCH, 1000, "a_kernel");
    command(HIP_OP_ID_DISPATCH, 2000, NULL);
    command(HIP_OP_ID_COPY, 3000, NULL);
    command(HIP_OP_ID_BARRIER, 4000, NULL);
    call(MALLOC);
    OK(roctracer_flush_activity_expl(kernels));
    OK(roctracer_flush_activity_expl(copies));
    OK(roctracer_disable_op_activity(OPS, HIP_OP_ID_COPY));
    command(HIP_OP_ID_COPY, 5000, NULL);
    command(HIP_OP_ID_DISPATCH, 6000, "another");
    OK(roctracer_close_pool_expl(copies));
    OK(roctracer_close_pool_expl(kernels));
    // Closing the pool ended its activities.
    command(HIP_OP_ID_DISPATCH, 7000, "too late");
    EXPECT(!call(MALLOC));
}

static void launch_body(void* it) { hip.create(it); }
static void* complete(void* it) {
    EXPECT(hip.complete(it) == 0);
    return NULL;
}

// The command keeps its call's id and completes after the call, on another thread; one that is in flight when
// tracing stops is still reported.
static void correlated(void) {
    default_pool();
    OK(roctracer_enable_op_activity(API, LAUNCH));
    OK(roctracer_enable_domain_activity(OPS));
    for (int round = 0; round < 2; round++) {
        struct fake_command it = {
            .op = HIP_OP_ID_DISPATCH, .kind = 0x11F0, .begin = 5, .end = 6, .kernel_name = "launched"};
        hip.call(LAUNCH, NULL, launch_body, &it);
        EXPECT(it.wanted);
        if (round == 1) roctracer_stop();
        pthread_t thread;
        pthread_create(&thread, NULL, complete, &it);
        pthread_join(thread, NULL);
        OK(roctracer_flush_activity());
    }
}

static void externals(void) {
    activity_correlation_id_t id;
    default_pool();
    OK(roctracer_enable_domain_activity(API));
    call(MALLOC);
    OK(roctracer_activity_push_external_correlation_id(31));
    OK(roctracer_activity_push_external_correlation_id(32));
    call(MALLOC);
    hip.call(FREE, NULL, nested_body, NULL);
    OK(roctracer_activity_pop_external_correlation_id(&id));
    call(MALLOC);
    OK(roctracer_activity_pop_external_correlation_id(&id));
    call(MALLOC);
    OK(roctracer_flush_activity());
}

// Ids that are newer than this library are traced, with the name that HIP has for them. Where there is no room for an
// id, its calls pass through, and do not affect others.
static void newer(void) {
    default_pool();
    OK(roctracer_enable_domain_callback(API, on_call, "one"));
    OK(roctracer_enable_domain_activity(API));
    OK(roctracer_enable_domain_activity(OPS));
    static const uint32_t ids[] = {HIP_API_ID_LAST + 1, FAKE_NEWER_CALL};
    uint32_t id = 0;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) EXPECT(call(ids[i]));
    EXPECT(!call(FAKE_NEW_CALL) && !call(UINT32_MAX));
    EXPECT(roctracer_enable_op_callback(API, HIP_API_ID_LAST + 1, on_call, "no name") != ROCTRACER_STATUS_SUCCESS);
    OK(roctracer_op_code(API, "hipNewerCall", &id, NULL));
    EXPECT(id == FAKE_NEWER_CALL);
    OK(roctracer_disable_op_activity(API, FAKE_NEWER_CALL));
    OK(roctracer_enable_op_callback(API, FAKE_NEWER_CALL, on_call, "two"));
    EXPECT(call(FAKE_NEWER_CALL));
    for (uint32_t op = 3; op < 6; op++) command(op, 1, NULL);
    struct fake_command kind = {.op = HIP_OP_ID_BARRIER, .kind = FAKE_NEW_KIND, .begin = 1, .end = 2};
    hip.create(&kind);
    EXPECT(hip.complete(&kind) == 0);
    OK(roctracer_flush_activity());
    printf("%s %s\n", roctracer_op_string(API, FAKE_NEW_CALL, 0), roctracer_op_string(OPS, 2, FAKE_NEW_KIND));
    EXPECT(call(MALLOC));
    OK(roctracer_flush_activity());
}

// With nothing enabled, no tracer is registered with a runtime.
static void print_registrations(const char* when) {
    int set, cleared;
    hip.registrations(&set, &cleared);
    printf("%s: %d set, %s\n", when, set, cleared ? "cleared" : "never cleared");
}

static void registrations(void) {
    default_pool();
    print_registrations("at first");
    OK(roctracer_enable_op_callback(API, MALLOC, on_call, "one"));
    print_registrations("enabled");
    OK(roctracer_enable_domain_activity(API));
    OK(roctracer_disable_op_callback(API, MALLOC));
    print_registrations("changed");
    OK(roctracer_disable_domain_activity(API));
    print_registrations("disabled");
    OK(roctracer_enable_op_activity(OPS, HIP_OP_ID_COPY));
    print_registrations("enabled again");
}

// The library is opened after the registration; the next registration of any kind finds it.
static void late(const char* path, bool of_this_domain) {
    OK(roctracer_enable_op_callback(API, MALLOC, on_call, "one"));
    OK(roctracer_enable_op_callback(API, FREE, on_call, "two"));
    OK(roctracer_disable_op_callback(API, FREE));
    open_hip(path);
    if (of_this_domain) OK(roctracer_disable_op_callback(API, MEMCPY));
    else OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_ROCTX, 0, on_mark, NULL));
    EXPECT(call(MALLOC) && !call(FREE));
}

// The library is opened after the registration, and what comes next has nothing to do with it: a call of roctracer's,
// an event of ROC-TX, or HSA's initialisation, which HIP makes itself.
static void late_and(const char* path, const char* what) {
    OK(roctracer_enable_op_callback(API, MALLOC, on_call, "one"));
    if (!strcmp(what, "a mark")) OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_ROCTX, on_mark, NULL));
    open_hip(path);
    if (!strcmp(what, "an external id")) OK(roctracer_activity_push_external_correlation_id(1));
    if (!strcmp(what, "a flush")) OK(roctracer_flush_activity());
    if (!strcmp(what, "a mark")) roctxMark("after HIP");
    if (!strcmp(what, "HSA")) {
        void* hsa = dlopen("libhsa-runtime64.so.1", RTLD_NOW);
        int (*initialize)(void) = hsa ? (int (*)(void))dlsym(hsa, "hsa_init") : NULL;
        EXPECT(initialize && initialize() == 0);
    }
    EXPECT(call(MALLOC) && !call(FREE));
}

// Callbacks of HIP_OPS, and activities of ROCTX and HSA_EVT, are accepted without effect.
static void no_effect(void) {
    default_pool();
    OK(roctracer_enable_domain_callback(OPS, on_call, "ops"));
    OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_ROCTX));
    OK(roctracer_enable_domain_activity(ACTIVITY_DOMAIN_HSA_EVT));
    command(HIP_OP_ID_COPY, 1, NULL);
    roctxMark("a mark");
    OK(roctracer_flush_activity());
}

int main(int argc, char** argv) {
    static const struct {
        const char* name;
        void (*run)(void);
    } cases[] = {{"phases", phases},
                 {"arguments", arguments},
                 {"times", times},
                 {"nested", nested},
                 {"changes", changes},
                 {"start_stop", start_stop},
                 {"commands", commands},
                 {"correlated", correlated},
                 {"externals", externals},
                 {"newer", newer},
                 {"registrations", registrations},
                 {"no_effect", no_effect}};
    if (argc != 3) return 2;
    alarm(100);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!strncmp(argv[2], "late and ", 9)) return late_and(argv[1], argv[2] + 9), 0;
    if (!strncmp(argv[2], "late", 4)) return late(argv[1], !argv[2][4]), 0;
    open_hip(argv[1]);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[2], cases[i].name)) return cases[i].run(), 0;
    return 2;
}
