// rt_roctx HOW LIBRARY [LIBRARY]: ROC-TX, called through the libraries in turn, as a tracer sees it. HOW is `none`,
// `own` (the program's own tracer function), `roctracer` (libroctracer64 in between) or `late` (libroctracer64 is
// loaded first).
//
// A call prints its result; before that, the tracer prints its arguments.
#include <dlfcn.h>

#include "rt_program.h"

enum { MOST = 2 };
static struct library {
    void (*mark)(const char*);
    int (*push)(const char*);
    int (*pop)(void);
    uint64_t (*start)(const char*);
    void (*stop)(uint64_t);
} libraries[MOST];
static int library_count, calls_made;

static const struct library* next_library(void) { return &libraries[calls_made++ % library_count]; }

static void open_library(const char* name) {
    void* handle = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    if (!handle) fprintf(stderr, "%s\n", dlerror()), exit(2);
    struct library* l = &libraries[library_count++];
    *(void**)&l->mark = dlsym(handle, "roctxMarkA");
    *(void**)&l->push = dlsym(handle, "roctxRangePushA");
    *(void**)&l->pop = dlsym(handle, "roctxRangePop");
    *(void**)&l->start = dlsym(handle, "roctxRangeStartA");
    *(void**)&l->stop = dlsym(handle, "roctxRangeStop");
}

// The action inside the next callback.
static void (*inside)(void);
static const char* given;

static int tracer(uint32_t domain, uint32_t op, void* data) {
    const roctx_api_data_t* call = data;
    EXPECT(domain == ACTIVITY_DOMAIN_ROCTX);
    // A mark and a push have a message and no id, a stop has only an id, a start has both.
    printf("told %u %s %" PRIu64 "\n", op, call->args.message ? call->args.message : "null", (uint64_t)call->args.id);
    EXPECT(call->args.message == given);
    void (*now)(void) = inside;
    inside = NULL;
    if (now) now();
    return -5; // ignored
}

static void callback(uint32_t domain, uint32_t op, const void* data, void* argument) {
    EXPECT(argument == &given);
    tracer(domain, op, (void*)data);
}

static void mark(const char* text) { given = text, next_library()->mark(text); }
static int push(const char* text) { return given = text, next_library()->push(text); }
static int pop(void) { return given = NULL, next_library()->pop(); }
static uint64_t start(const char* text) { return given = text, next_library()->start(text); }
static void stop(uint64_t id) { given = NULL, next_library()->stop(id); }

static void* in_thread(void* id) {
    printf("thread: pop %d\n", pop());
    printf("thread: push %d\n", push("in a thread"));
    stop((uintptr_t)id);
    printf("thread: pop %d\n", pop());
    return NULL;
}

static void push_inside(void) { printf("inside: push %d\n", push("inside")); }
static void pop_inside(void) { printf("inside: pop %d\n", pop()); }

static void everything(void) {
    mark("a mark");
    mark(nothing);
    mark("");
    printf("pop %d\n", pop());
    printf("push %d\n", push("outer"));
    printf("push %d\n", push(nothing));
    printf("push %d\n", push("inner"));
    printf("pop %d\n", pop());
    printf("push %d\n", push("inner again"));
    uint64_t id = start("a range");
    printf("start %" PRIu64 "\n", id);
    uint64_t other = start(nothing);
    printf("start %" PRIu64 "\n", other);
    pthread_t thread;
    pthread_create(&thread, NULL, in_thread, (void*)(uintptr_t)id);
    pthread_join(thread, NULL);
    stop(other);
    stop(other);
    stop(0);
    stop(UINT64_MAX);
    printf("pop %d\n", pop());
    printf("pop %d\n", pop());
    printf("pop %d\n", pop());
    printf("pop %d\n", pop());
    printf("pop %d\n", pop());
    inside = push_inside;
    printf("push %d\n", push("with one inside"));
    inside = pop_inside;
    printf("pop %d\n", pop());
    inside = NULL;
    printf("pop %d\n", pop());
}

static const activity_domain_t ROCTX = ACTIVITY_DOMAIN_ROCTX;

static void* roctracer_function(const char* name) {
    static void* library;
    if (!library) library = dlopen("libroctracer64.so.4", RTLD_NOW);
    void* function = library ? dlsym(library, name) : NULL;
    if (!function) fprintf(stderr, "%s\n", dlerror()), exit(2);
    return function;
}

// A registration takes effect when the library is opened and the next registration is made.
static void before_the_library(char** names) {
    roctracer_status_t (*enable_domain)(activity_domain_t, activity_rtapi_callback_t, void*);
    roctracer_status_t (*disable)(activity_domain_t, uint32_t);
    *(void**)&enable_domain = roctracer_function("roctracer_enable_domain_callback");
    *(void**)&disable = roctracer_function("roctracer_disable_op_callback");
    OK(enable_domain(ROCTX, callback, &given));
    for (; *names; names++) open_library(*names);
    OK(disable(ACTIVITY_DOMAIN_HIP_API, MALLOC));
    everything();
}

// Enables single operations, and checks that stop has no effect.
static void through_roctracer(void) {
    roctracer_status_t (*enable)(activity_domain_t, uint32_t, activity_rtapi_callback_t, void*);
    roctracer_status_t (*enable_domain)(activity_domain_t, activity_rtapi_callback_t, void*);
    roctracer_status_t (*disable)(activity_domain_t, uint32_t);
    roctracer_status_t (*disable_domain)(activity_domain_t);
    void (*stop_all)(void);
    *(void**)&enable = roctracer_function("roctracer_enable_op_callback");
    *(void**)&enable_domain = roctracer_function("roctracer_enable_domain_callback");
    *(void**)&disable = roctracer_function("roctracer_disable_op_callback");
    *(void**)&disable_domain = roctracer_function("roctracer_disable_domain_callback");
    *(void**)&stop_all = roctracer_function("roctracer_stop");
    OK(enable(ROCTX, ROCTX_API_ID_roctxRangePop, callback, &given));
    printf("only pops\n");
    mark("not told");
    push("not told");
    pop();
    OK(enable_domain(ROCTX, callback, &given));
    OK(disable(ROCTX, ROCTX_API_ID_roctxRangePop));
    printf("all but pops\n");
    stop_all();
    push("told while stopped");
    pop();
    OK(enable(ROCTX, ROCTX_API_ID_roctxRangePop, callback, &given));
    printf("all\n");
    everything();
    OK(disable_domain(ROCTX));
    printf("none\n");
    mark("not told");
}

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    alarm(100);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!strcmp(argv[1], "late")) return before_the_library(argv + 2), 0;
    for (int i = 2; i < argc; i++) open_library(argv[i]);
    if (!strcmp(argv[1], "roctracer")) through_roctracer();
    else if (!strcmp(argv[1], "own")) {
        void (*set_tracer)(int (*)(uint32_t, uint32_t, void*));
        *(void**)&set_tracer = dlsym(RTLD_DEFAULT, "roctxRegisterTracerCallback");
        if (!set_tracer) return 2;
        set_tracer(tracer);
        everything();
        set_tracer(NULL);
        mark("not told");
    } else everything();
    printf(has_jvm() ? "with a JVM\n" : "no JVM\n");
    return 0;
}
