// rt_reload HIP: opens, uses and closes libroctracer64 three times in one process, and once closes it with
// everything enabled. This program is not linked to the library.
#include <dlfcn.h>

#include "rt_hip.h"
#include "rt_program.h"

static atomic_int entered, recorded;

static void on_call(uint32_t domain, uint32_t op, const void* data, void* argument) {
    (void)domain, (void)op, (void)argument;
    if (((const hip_api_data_t*)data)->phase == ACTIVITY_API_PHASE_ENTER) entered++;
}

static void on_records(const char* begin, const char* end, void* argument) {
    (void)argument;
    recorded += (int)((end - begin) / 64);
}

static void* find(void* library, const char* name) {
    void* symbol = dlsym(library, name);
    if (!symbol) printf("no %s\n", name);
    return symbol;
}

static void use(void* library, bool takes_away) {
    roctracer_status_t (*enable_callback)(activity_domain_t, uint32_t, activity_rtapi_callback_t, void*);
    roctracer_status_t (*enable_activity)(activity_domain_t, uint32_t);
    roctracer_status_t (*disable_callback)(activity_domain_t);
    roctracer_status_t (*get_timestamp)(uint64_t*);
    roctracer_status_t (*open_pool)(const roctracer_properties_t*);
    roctracer_status_t (*close_pool)(void);
    *(void**)&enable_callback = find(library, "roctracer_enable_op_callback");
    *(void**)&enable_activity = find(library, "roctracer_enable_op_activity");
    *(void**)&disable_callback = find(library, "roctracer_disable_domain_callback");
    *(void**)&get_timestamp = find(library, "roctracer_get_timestamp");
    *(void**)&open_pool = find(library, "roctracer_open_pool");
    *(void**)&close_pool = find(library, "roctracer_close_pool");
    uint64_t time;
    OK(get_timestamp(&time));
    EXPECT(time <= clock_now());
    roctracer_properties_t properties = {.buffer_size = 1024, .buffer_callback_fun = on_records};
    OK(open_pool(&properties));
    OK(enable_activity(ACTIVITY_DOMAIN_HIP_API, MALLOC));
    OK(enable_callback(ACTIVITY_DOMAIN_HIP_API, MALLOC, on_call, NULL));
    for (int i = 0; i < 100; i++) EXPECT(hip.call(MALLOC, NULL, NULL, NULL));
    if (!takes_away) return;
    OK(disable_callback(ACTIVITY_DOMAIN_HIP_API));
    OK(close_pool());
    EXPECT(!hip.call(MALLOC, NULL, NULL, NULL));
    printf("entered %d, recorded %d\n", entered, recorded);
    EXPECT(entered == recorded);
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    alarm(100);
    setvbuf(stdout, NULL, _IOLBF, 0);
    open_hip(argv[1]);
    for (int i = 0; i < 4; i++) {
        void* library = dlopen("libroctracer64.so.4", RTLD_NOW);
        if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
        use(library, i < 3);
        dlclose(library);
        hip.call(MALLOC, NULL, NULL, NULL);
    }
    printf("the end\n");
    return 0;
}
