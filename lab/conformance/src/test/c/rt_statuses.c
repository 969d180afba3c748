// rt_statuses HIP: every function of libroctracer64 with good, bad and null arguments, and its error message. HIP
// is a library to open first, or `-`.
//
// The tables have a column for each domain; `.` marks a call that is not made there.
#include "rt_program.h"

#include <dlfcn.h>

// Functions that no header declares, or no longer declares.
extern int roctracer_load(void);
extern void roctracer_unload(void), roctracer_flush_buf(void), roctracer_mark(const char*);
extern roctracer_status_t roctracer_enable_callback(activity_rtapi_callback_t, void*), roctracer_disable_callback(void);
extern roctracer_status_t roctracer_enable_activity(void), roctracer_enable_activity_expl(roctracer_pool_t*);
extern roctracer_status_t roctracer_disable_activity(void);
extern bool OnLoad(void*, uint64_t, uint64_t, const char* const*);
extern void OnUnload(void);
extern const uint32_t HSA_AMD_TOOL_PRIORITY;

enum { DOMAINS = 10 };
static const char* const domain_names[DOMAINS] = {"HSA_API", "HSA_OPS", "HIP_OPS", "HIP_API", "KFD_API",
                                                  "EXT_API", "ROCTX",   "HSA_EVT", "NUMBER",  "-1"};
static const uint32_t begins[DOMAINS] = {[3] = 1};
static const uint32_t ends[DOMAINS] = {214, 4, 3, HIP_API_ID_LAST + 1, 1, 0, 5, 6, 1, 1};
enum { NOT_MADE = 1000 };

static activity_domain_t domain_of(int column) { return (activity_domain_t)(column == DOMAINS - 1 ? -1 : column); }

static void callback(uint32_t domain, uint32_t op, const void* data, void* argument) {
    (void)domain, (void)op, (void)data, (void)argument;
}

static void records(const char* begin, const char* end, void* argument) { (void)begin, (void)end, (void)argument; }

// Prints one row. `domain` and `op` stand for a column's.
#define ROW(what, op_of_column, call) \
    do { \
        printf("  %-22s", what); \
        for (int column = 0; column < DOMAINS; column++) { \
            activity_domain_t domain = domain_of(column); \
            uint32_t begin = begins[column], end = ends[column], op = (op_of_column); \
            (void)domain, (void)begin, (void)end, (void)op; \
            int status = (call); \
            if (status == NOT_MADE) printf(" %*s", (int)strlen(domain_names[column]), "."); \
            else printf(" %*d", (int)strlen(domain_names[column]), status); \
        } \
        printf("\n"); \
    } while (0)
#define OPS(call) \
    do { \
        ROW("first", begin, end == 0 ? NOT_MADE : (call)); \
        ROW("last", end - 1, end == 0 ? NOT_MADE : (call)); \
        ROW("end", end, call); \
        ROW("-1", UINT32_MAX, call); \
    } while (0)

static void heading(const char* function) { printf("%s\n", function); }

static void header(void) {
    printf("%-24s", "");
    for (int i = 0; i < DOMAINS; i++) printf(" %s", domain_names[i]);
    printf("\n");
}

static void callbacks(void) {
    void* argument = &argument;
    activity_rtapi_callback_t none = (activity_rtapi_callback_t)nothing;
    heading("enable_op_callback");
    OPS(roctracer_enable_op_callback(domain, op, callback, argument));
    ROW("null", begin, roctracer_enable_op_callback(domain, op, none, argument));
    ROW("end, null", end, roctracer_enable_op_callback(domain, op, none, argument));
    heading("enable_domain_callback");
    ROW("good", 0, roctracer_enable_domain_callback(domain, callback, NULL));
    ROW("null", 0, roctracer_enable_domain_callback(domain, none, NULL));
    heading("disable_op_callback");
    OPS(roctracer_disable_op_callback(domain, op));
    heading("disable_domain_callback");
    ROW("good", 0, roctracer_disable_domain_callback(domain));
    ROW("nothing enabled", 0, roctracer_disable_domain_callback(domain));
    heading("disable_op_callback");
    ROW("nothing enabled", begin, end == 0 ? NOT_MADE : roctracer_disable_op_callback(domain, op));
}

static void activities(const char* when, roctracer_pool_t* pool) {
    printf("%s\n", when);
    heading("enable_op_activity");
    OPS(roctracer_enable_op_activity(domain, op));
    heading("enable_op_activity_expl");
    OPS(roctracer_enable_op_activity_expl(domain, op, pool));
    heading("enable_domain_activity");
    ROW("good", 0, roctracer_enable_domain_activity(domain));
    heading("enable_domain_activity_expl");
    ROW("good", 0, roctracer_enable_domain_activity_expl(domain, pool));
    heading("disable_op_activity");
    OPS(roctracer_disable_op_activity(domain, op));
    heading("disable_domain_activity");
    ROW("good", 0, roctracer_disable_domain_activity(domain));
    ROW("nothing enabled", 0, roctracer_disable_domain_activity(domain));
    heading("set_properties");
    ROW("null", 0, roctracer_set_properties(domain, nothing));
    roctracer_ext_properties_t properties = {NULL, NULL};
    ROW("good", 0, roctracer_set_properties(domain, &properties));
}

// Prints a call's result, and its error if it set one: before the call, another error with a unique domain is set.
static int before_case(void) {
    static int cases;
    return (int)roctracer_set_properties((activity_domain_t)(1000 + ++cases), NULL) == -2 ? cases : -1;
}
static void show(const char* call, int status, int which) {
    char marker[200];
    snprintf(marker, sizeof marker, "roctracer_set_properties(), roctracer_set_properties(), invalid domain ID(%d)",
             1000 + which);
    const char* error = last_error();
    printf("%s: %d%s%s\n", call, status, strcmp(error, marker) ? " " : "", strcmp(error, marker) ? error : "");
}
#define CASE(call) \
    do { \
        int which = before_case(); \
        int status = (int)(call); \
        show(#call, status, which); \
    } while (0)

static const activity_domain_t HSA_API = ACTIVITY_DOMAIN_HSA_API, HIP_API = ACTIVITY_DOMAIN_HIP_API,
                               KFD_API = ACTIVITY_DOMAIN_KFD_API, HIP_OPS = ACTIVITY_DOMAIN_HIP_OPS,
                               EXT_API = ACTIVITY_DOMAIN_EXT_API, ROCTX = ACTIVITY_DOMAIN_ROCTX;

static void errors(void) {
    activity_rtapi_callback_t none = (activity_rtapi_callback_t)nothing;
    uint32_t op = 99, kind = 99;
    CASE(roctracer_enable_op_callback(HIP_API, 100000, callback, NULL));
    CASE(roctracer_enable_op_callback(HIP_API, 1, none, NULL));
    CASE(roctracer_enable_op_callback(KFD_API, 0, callback, NULL));
    CASE(roctracer_enable_domain_callback(HIP_API, none, NULL));
    CASE(roctracer_enable_domain_callback(8, callback, NULL));
    CASE(roctracer_disable_op_callback(ROCTX, 5));
    CASE(roctracer_disable_op_callback(8, 0));
    CASE(roctracer_disable_domain_callback(KFD_API));
    CASE(roctracer_enable_op_activity(HIP_API, 1));
    CASE(roctracer_enable_op_activity_expl(8, 1, NULL));
    CASE(roctracer_enable_domain_activity(HIP_OPS));
    CASE(roctracer_enable_domain_activity_expl(HIP_OPS, NULL));
    CASE(roctracer_enable_domain_activity(KFD_API));
    CASE(roctracer_disable_op_activity(HIP_OPS, 3));
    CASE(roctracer_disable_op_activity(KFD_API, 3));
    CASE(roctracer_disable_domain_activity(8));
    CASE(roctracer_set_properties(KFD_API, NULL));
    CASE(roctracer_set_properties(EXT_API, nothing));
    CASE(roctracer_op_code(HIP_API, "nope", &op, &kind));
    CASE(roctracer_op_code(HSA_API, "hipMalloc", &op, &kind));
    CASE(roctracer_op_code(KFD_API, "hipMalloc", &op, &kind));
    CASE(roctracer_op_code(HIP_API, nothing, &op, &kind));
    CASE(roctracer_op_code(HIP_API, "hipMalloc", nothing, &kind));
    CASE(roctracer_get_timestamp(nothing));
    CASE(roctracer_open_pool(nothing));
    CASE(roctracer_next_record(nothing, nothing));
    CASE(roctracer_activity_pop_external_correlation_id(nothing));
    CASE(roctracer_enable_callback(callback, NULL));
    CASE(roctracer_enable_callback(none, NULL));
    CASE(roctracer_disable_callback());
    CASE(roctracer_enable_activity());
    CASE(roctracer_enable_activity_expl(NULL));
    CASE(roctracer_disable_activity());
}

static void pools(void) {
    roctracer_properties_t properties = {.buffer_size = 1024, .buffer_callback_fun = records};
    roctracer_pool_t *pool = NULL, *other = NULL;
    CASE(roctracer_default_pool() != NULL);
    CASE(roctracer_default_pool_expl(NULL) != NULL);
    CASE(roctracer_flush_activity());
    CASE(roctracer_flush_activity_expl(NULL));
    CASE(roctracer_close_pool());
    CASE(roctracer_close_pool_expl(NULL));
    CASE(roctracer_open_pool_expl(nothing, &pool));
    CASE(pool != NULL);
    CASE(roctracer_open_pool_expl(&properties, &pool));
    CASE(pool != NULL);
    CASE(roctracer_default_pool() != NULL);
    CASE(roctracer_open_pool(&properties));
    CASE(roctracer_open_pool(&properties));
    CASE(roctracer_open_pool_expl(&properties, NULL));
    CASE((other = roctracer_default_pool()) != NULL && other != pool);
    CASE(roctracer_default_pool_expl(NULL) == other);
    CASE(roctracer_default_pool_expl(pool) == other);
    CASE(roctracer_default_pool_expl(other) == pool);
    CASE(roctracer_enable_activity());
    CASE(roctracer_enable_activity_expl(pool));
    CASE(roctracer_disable_activity());
    CASE(roctracer_flush_activity());
    CASE(roctracer_flush_activity_expl(pool));
    CASE(roctracer_close_pool());
    CASE(roctracer_close_pool());
    CASE(roctracer_default_pool() != NULL);
    CASE(roctracer_open_pool(&properties));
    CASE(roctracer_close_pool_expl(NULL));
    CASE(roctracer_default_pool_expl(pool) != NULL);
    CASE(roctracer_close_pool_expl(pool));
    CASE(roctracer_default_pool() != NULL);
}

static void external_ids(void) {
    activity_correlation_id_t last = 77;
    CASE(roctracer_activity_pop_external_correlation_id(&last));
    CASE(last);
    CASE(roctracer_activity_push_external_correlation_id(31));
    CASE(roctracer_activity_push_external_correlation_id(0));
    CASE(roctracer_activity_push_external_correlation_id(33));
    CASE(roctracer_activity_pop_external_correlation_id(&last));
    CASE(last);
    CASE(roctracer_activity_pop_external_correlation_id(NULL));
    CASE(roctracer_activity_pop_external_correlation_id(&last));
    CASE(last);
    CASE(roctracer_activity_pop_external_correlation_id(&last));
    CASE(last);
    for (uint64_t i = 0; i < 100000; i++) OK(roctracer_activity_push_external_correlation_id(i));
    for (uint64_t i = 100000; i-- > 0;) {
        OK(roctracer_activity_pop_external_correlation_id(&last));
        EXPECT(last == i);
    }
}

static void* in_thread(void* unused) {
    // A thread does not see another thread's error.
    printf("%s\n", *last_error() ? "an error of another thread" : "no error yet");
    return unused;
}

static void others(void) {
    activity_record_t two[2];
    const activity_record_t *next = NULL, *same = two;
    CASE(roctracer_version_major());
    CASE(roctracer_version_minor());
    CASE(roctracer_next_record(two, &next));
    CASE(next == two + 1);
    CASE(roctracer_next_record(same, &same));
    CASE(same == two + 1);
    CASE(roctracer_next_record(two, nothing));
    CASE((roctracer_start(), roctracer_stop(), roctracer_stop(), roctracer_start(), 0));
    uint64_t first = 1, second = 2;
    CASE(roctracer_get_timestamp(&first));
    CASE(roctracer_get_timestamp(&second));
    CASE(second >= first && first <= clock_now());
    const char *one = roctracer_error_string(), *two_of_them = roctracer_error_string();
    CASE(one != two_of_them && !strcmp(one, two_of_them));
    free((void*)one), free((void*)two_of_them);
    pthread_t thread;
    pthread_create(&thread, NULL, in_thread, NULL);
    pthread_join(thread, NULL);
}

static void old(void) {
    CASE(roctracer_load());
    CASE((roctracer_flush_buf(), 0));
    CASE((roctracer_mark("a mark"), roctracer_mark(nothing), 0));
    CASE((roctracer_unload(), 0));
    CASE(roctracer_load());
    CASE(HSA_AMD_TOOL_PRIORITY);
    CASE(OnLoad(nothing, 0, 0, nothing));
    CASE((OnUnload(), OnUnload(), 0));
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    alarm(100);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (strcmp(argv[1], "-") && !dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL)) return 2;
    others();
    old();
    external_ids();
    errors();
    pools();
    header();
    callbacks();
    activities("without a pool", NULL);
    roctracer_properties_t properties = {.buffer_size = 1024, .buffer_callback_fun = records};
    roctracer_pool_t* pool = NULL;
    OK(roctracer_open_pool(&properties));
    OK(roctracer_open_pool_expl(&properties, &pool));
    activities("with a default pool", NULL);
    OK(roctracer_close_pool());
    activities("with a pool", pool);
    OK(roctracer_close_pool_expl(pool));
    return 0;
}
