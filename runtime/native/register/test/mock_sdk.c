// An SDK in miniature: prints each registration it is given. Its environment:
//   MOCK_SDK_WRAP=1        replaces the first function of the first table
//   MOCK_SDK_TOGETHER=N    a registration returns only when N of them are inside at once
//   MOCK_SDK_CALLS=NAME    the first registration calls this void(const char*) from another thread and waits for it
//   MOCK_SDK_NESTED=NAME   the first registration calls it itself
//   MOCK_SDK_SLEEPS=MS     a registration takes that long
//   MOCK_SDK_REFUSES=1     answers 19
#include <dlfcn.h>
#include <pthread.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

struct table {
    uint64_t size;
    void (*entry)(const char* text);
};

struct expectation {
    const char* name;
    uint64_t version;
    uint64_t tables;
    int found;
};

EXPORT int rocprofiler_set_api_table(const char* name, uint64_t version, uint64_t instance, void** tables,
                                     uint64_t count);

#ifndef CANNOT_ATTACH
EXPORT int rocprofiler_attach(void);
EXPORT int rocprofiler_detach(void);
#endif

static const char* const names[] = {"hsa",       "hip",     "roctx",     "hip_compiler", "rccl",
                                    "rocdecode", "rocjpeg", "rocattach", "hipFile",      "rocshmem"};
static void (*originals[10])(const char*);
static atomic_int calls;

#define WRAPPER(i) \
    static void wrapper_##i(const char* text) { \
        printf("[sdk] %s(%s)\n", names[i], text); \
        originals[i](text); \
    }
WRAPPER(0)
WRAPPER(1)
WRAPPER(2)
WRAPPER(3)
WRAPPER(4)
WRAPPER(5)
WRAPPER(6)
WRAPPER(7)
WRAPPER(8)
WRAPPER(9)
static void (*const wrappers[])(const char*) = {
    wrapper_0, wrapper_1, wrapper_2, wrapper_3, wrapper_4, wrapper_5, wrapper_6, wrapper_7, wrapper_8, wrapper_9,
};

static int check_record(rocprofiler_register_registration_info_t* info, void* data) {
    struct expectation* expected = data;
    if (info->size == sizeof *info && strcmp(info->common_name, expected->name) == 0
        && info->lib_version == expected->version && info->api_table_length == expected->tables) {
        expected->found++;
    }
    return 0;
}

// The registration is on the list before the SDK gets it.
static void check_listed(const char* name, uint64_t version, uint64_t tables) {
    struct expectation expected = {name, version, tables, 0};
    rocprofiler_register_iterate_registration_info(check_record, &expected);
    if (expected.found < 1) printf("%s is not in the list of registrations\n", name);
}

// The libraries the user named are tools.
static void check_tools(void) {
    char* list = strdup(getenv("ROCP_TOOL_LIBRARIES") != NULL ? getenv("ROCP_TOOL_LIBRARIES") : "");
    char* rest;
    for (char* name = strtok_r(list, ":", &rest); name != NULL; name = strtok_r(NULL, ":", &rest)) {
        void* tool = dlopen(name, RTLD_LAZY | RTLD_GLOBAL);
        if (tool == NULL || dlsym(tool, "rocprofiler_configure") == NULL) printf("%s is not a tool\n", name);
    }
    free(list);
}

static void wrap(const char* name, struct table* table) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], name) != 0) continue;
        originals[i] = table->entry;
        table->entry = wrappers[i];
    }
}

static void* call_runtime(void* name) {
    void (*entry)(const char*) = (void (*)(const char*))dlsym(RTLD_DEFAULT, name);
    entry("from the tool");
    return NULL;
}

static void call_from_another_thread(const char* name) {
    pthread_t thread;
    pthread_create(&thread, NULL, call_runtime, (void*)name);
    pthread_join(thread, NULL);
}

static void wait_for_company(int company) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
    static int inside;
    pthread_mutex_lock(&mutex);
    inside++;
    pthread_cond_broadcast(&arrived);
    while (inside < company) pthread_cond_wait(&arrived, &mutex);
    pthread_mutex_unlock(&mutex);
}

int rocprofiler_set_api_table(const char* name, uint64_t version, uint64_t instance, void** tables, uint64_t count) {
    int first = atomic_fetch_add(&calls, 1) == 0;
    printf("%s :: %lu :: %lu :: %lu\n", name, version, instance, count);
    check_listed(name, version, count);
    if (first) check_tools();
    if (first && getenv("MOCK_SDK_CALLS") != NULL) call_from_another_thread(getenv("MOCK_SDK_CALLS"));
    if (first && getenv("MOCK_SDK_NESTED") != NULL) call_runtime(getenv("MOCK_SDK_NESTED"));
    if (getenv("MOCK_SDK_TOGETHER") != NULL) wait_for_company(atoi(getenv("MOCK_SDK_TOGETHER")));
    if (getenv("MOCK_SDK_SLEEPS") != NULL) usleep(1000 * (useconds_t)atoi(getenv("MOCK_SDK_SLEEPS")));
    if (getenv("MOCK_SDK_WRAP") != NULL) wrap(name, tables[0]);
    return getenv("MOCK_SDK_REFUSES") != NULL ? 19 : 0;
}

#ifndef CANNOT_ATTACH
int rocprofiler_attach(void) {
    printf("[sdk] attach %s %s with %s\n", getenv("ROCP_TOOL_LIBRARIES"), getenv("ROCPROFILER_REGISTER_TOOL_ATTACHED"),
           getenv("API_VARIABLE"));
    return 0;
}

int rocprofiler_detach(void) {
    printf("[sdk] detach\n");
    return 0;
}
#endif
