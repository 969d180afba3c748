// rt_race HIP enable COUNT: a thread makes calls without pause while another registers other callbacks for its call
// COUNT times, each with its own argument. No callback gets another's argument.
// rt_race HIP toggle COUNT: 4 threads make COUNT calls together while another disables and enables callback and
// activity, and starts and stops everything.
#include "rt_hip.h"
#include "rt_program.h"

static const uint32_t API = ACTIVITY_DOMAIN_HIP_API;

enum { CALLBACKS = 4, CALLERS = 4 };
static char arguments[CALLBACKS];
static atomic_ulong seen[CALLBACKS], wrong, records, toggles;
static atomic_bool over, runs;
static unsigned long count;

static _Thread_local bool inside;

// Checks that enters and exits of one call are on the same thread, an exit only after an enter, with the call's own
// data word between them.
static void see(int which, const void* data, const void* argument) {
    const hip_api_data_t* call = data;
    if (argument != &arguments[which]) wrong++;
    if (call->phase == ACTIVITY_API_PHASE_ENTER) {
        if (inside) wrong++;
        *call->phase_data = call->correlation_id;
        inside = true;
    } else {
        if (!inside || *call->phase_data != call->correlation_id) wrong++;
        inside = false;
    }
    atomic_fetch_add_explicit(&seen[which], 1, memory_order_relaxed);
}

#define CALLBACK(which) \
    static void callback_##which(uint32_t domain, uint32_t op, const void* data, void* argument) { \
        if (domain != API || op != MALLOC) wrong++; \
        see(which, data, argument); \
    }
CALLBACK(0)
CALLBACK(1)
CALLBACK(2)
CALLBACK(3)
static const activity_rtapi_callback_t callbacks[CALLBACKS] = {callback_0, callback_1, callback_2, callback_3};

static int enable(unsigned long i) {
    return roctracer_enable_op_callback(API, MALLOC, callbacks[i % CALLBACKS], &arguments[i % CALLBACKS]);
}

static void* call_all_the_time(void* unused) {
    while (!over) {
        if (!hip.call(MALLOC, NULL, NULL, NULL)) wrong++;
        inside = false;
        runs = true;
    }
    return unused;
}

static bool all_seen(void) { return seen[0] && seen[1] && seen[2] && seen[3]; }

static void race_enable(void) {
    pthread_t caller;
    OK(enable(0));
    pthread_create(&caller, NULL, call_all_the_time, NULL);
    WAIT_FOR(runs);
    for (unsigned long i = 0; i < count || !all_seen(); i++)
        if (enable(i) != 0) wrong++;
    over = true;
    pthread_join(caller, NULL);
}

// --- toggle --------------------------------------------------------------------------------------------------------

static void on_records(const char* begin, const char* end, void* unused) {
    (void)unused;
    const roctracer_record_t* r = (const roctracer_record_t*)begin;
    for (; r < (const roctracer_record_t*)end; r++) {
        if (r->domain != API || r->op != MALLOC || r->begin_ns == 0 || r->begin_ns > r->end_ns
            || r->correlation_id == 0)
            wrong++;
        records++;
    }
}

static unsigned long at_most(unsigned long most, unsigned long value) { return value < most ? value : most; }

// Ensures, however the threads are scheduled, that every registration was active for a while and was removed.
static bool has_seen_enough(void) {
    for (int i = 0; i < CALLBACKS; i++)
        if (seen[i] < at_most(1000, count / 200)) return false;
    return toggles > at_most(10000, count / 20);
}

static void* call_a_while(void* unused) {
    for (unsigned long i = 0; i < count / CALLERS || !has_seen_enough(); i++) {
        hip.call(MALLOC, NULL, NULL, NULL);
        // An exit that was disabled during its call must not arrive later.
        inside = false;
        runs = true;
    }
    return unused;
}

static void* toggle(void* unused) {
    for (unsigned long i = 0; !over; i++) {
        int failed = 0;
        switch (i % 7) {
            case 0: failed = roctracer_enable_op_activity(API, MALLOC); break;
            case 1:
            case 3:
            case 5: failed = enable(i); break;
            case 2: failed = roctracer_disable_op_callback(API, MALLOC); break;
            case 4: failed = roctracer_disable_op_activity(API, MALLOC); break;
            default: roctracer_stop(), roctracer_start();
        }
        if (failed) wrong++;
        toggles++;
    }
    return unused;
}

static void race_toggle(void) {
    pthread_t callers[CALLERS], toggler;
    roctracer_properties_t properties = {.buffer_size = 1 << 16, .buffer_callback_fun = on_records};
    OK(roctracer_open_pool(&properties));
    pthread_create(&toggler, NULL, toggle, NULL);
    for (int i = 0; i < CALLERS; i++) pthread_create(&callers[i], NULL, call_a_while, NULL);
    for (int i = 0; i < CALLERS; i++) pthread_join(callers[i], NULL);
    over = true;
    pthread_join(toggler, NULL);
    OK(roctracer_close_pool());
    EXPECT(records > 0);
}

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    alarm(3000);
    count = strtoul(argv[3], NULL, 10);
    open_hip(argv[1]);
    if (!strcmp(argv[2], "enable")) race_enable();
    else race_toggle();
    printf("%lu wrong\n", wrong);
    return 0;
}
