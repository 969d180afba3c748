// rt_clock: roctracer_get_timestamp without HSA, before and after hsa_init, and after a second hsa_init.
// libroctracer64 is opened anew each time, as is HSA.
#include <dlfcn.h>

#include "rt_program.h"

static uint64_t last;

static void* find(const char* library, const char* name) {
    void* handle = dlopen(library, RTLD_NOW);
    void* symbol = handle ? dlsym(handle, name) : NULL;
    if (!symbol) fprintf(stderr, "%s\n", dlerror()), exit(2);
    return symbol;
}

static void ask(const char* when) {
    void* library = dlopen("libroctracer64.so.4", RTLD_NOW);
    roctracer_status_t (*get_timestamp)(uint64_t*);
    *(void**)&get_timestamp = find("libroctracer64.so.4", "roctracer_get_timestamp");
    uint64_t time = 1, before = clock_now();
    OK(get_timestamp(&time));
    uint64_t after = clock_now();
    printf("%s: %s\n", when, time == 0 ? "0" : before <= time && time <= after ? "now" : "another time");
    EXPECT(time == 0 || time > last);
    if (time) last = time;
    dlclose(library);
}

int main(void) {
    int (*init)(void), (*shut_down)(void);
    ask("without HSA");
    *(void**)&init = find("libhsa-runtime64.so.1", "hsa_init");
    *(void**)&shut_down = find("libhsa-runtime64.so.1", "hsa_shut_down");
    ask("before hsa_init");
    OK(init());
    ask("after hsa_init");
    OK(shut_down());
    OK(init());
    ask("after another hsa_init");
    OK(shut_down());
    return 0;
}
