// The cost of a client of roctracer: roctracer WHAT HOW THREADS [CALLS], or roctracer memory WHAT HOW. Prints
// nanoseconds per call, the median and the minimum of the rounds.
//
// WHAT  mark      roctxMarkA
//       hip       a HIP function of one argument
//       copy      a copy that HIP reports: queried at its creation, reported at its completion
//       kernel    the same of a kernel with a name
//       write     only the report of the copy: little more than the write into the pool
//       hsa       hsa_status_string of the software GPU
// HOW   idle      linked, nothing registered          other      another operation of the domain is registered
//       callback, activity, both                      stopped    both, and then roctracer_stop
//       external  activity, with an external id on the thread
//
// `memory` prints the milliseconds that registering took, the peak resident set in KiB, and whether there is a JVM.
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <roctracer/roctracer.h>
#include <roctracer/roctracer_ext.h>
#include <roctracer/roctx.h>

#include "rounds.h"

enum { BUFFER_BYTES = 1 << 20 };
enum { HIP_COPY = 1, HIP_KERNEL = 0, COPY_KIND = 0x11F5, KERNEL_KIND = 0x11F0 }; // hip_op_id_t, OpenCL's commands

static void fail(const char* what) {
    fprintf(stderr, "roctracer: %s\n", what);
    exit(1);
}

static void must(roctracer_status_t status) {
    if (status == ROCTRACER_STATUS_SUCCESS) return;
    char* text = (char*)roctracer_error_string();
    fprintf(stderr, "roctracer: status %d: %s\n", status, text);
    free(text);
    exit(1);
}

// --- the measured calls --------------------------------------------------------------------------------------------

typedef void (*call)(void);

static int (*hip_version)(int*);
static void (*hip_complete)(uint32_t, void*);
static void (*hip_operation)(uint32_t, void*);
static int (*hsa_text)(int, const char**);

static activity_record_t a_copy = {
    .domain = ACTIVITY_DOMAIN_HIP_OPS, .kind = COPY_KIND, .op = HIP_COPY, .begin_ns = 1, .end_ns = 2, .bytes = 4096};
static activity_record_t a_kernel = {.domain = ACTIVITY_DOMAIN_HIP_OPS,
                                     .kind = KERNEL_KIND,
                                     .op = HIP_KERNEL,
                                     .begin_ns = 1,
                                     .end_ns = 2,
                                     .kernel_name = "_Z15matrixTransposePfS_i.kd of thirty-seven"};

static void mark(void) { roctxMarkA("bench"); }

static void hip(void) {
    int version;
    hip_version(&version);
}

static void copy(void) { hip_operation(HIP_COPY, &a_copy); }
static void kernel(void) { hip_operation(HIP_KERNEL, &a_kernel); }
static void write_copy(void) { hip_complete(HIP_COPY, &a_copy); }

static void hsa(void) {
    const char* text;
    hsa_text(0, &text);
}

static void* function(void* library, const char* name) {
    void* found = library == NULL ? NULL : dlsym(library, name);
    if (found == NULL) fail(dlerror());
    return found;
}

static void load_hip(void) {
    void* library = dlopen("libamdhip64.so.7", RTLD_NOW | RTLD_GLOBAL);
    hip_version = (int (*)(int*))function(library, "hipRuntimeGetVersion");
    // Only the benchmark's own library has these.
    hip_complete = library == NULL ? NULL : (void (*)(uint32_t, void*))dlsym(library, "bench_complete");
    hip_operation = library == NULL ? NULL : (void (*)(uint32_t, void*))dlsym(library, "bench_operation");
}

static void load_hsa(void) {
    void* library = dlopen("libhsa-runtime64.so.1", RTLD_NOW | RTLD_GLOBAL);
    int (*init)(void) = (int (*)(void))function(library, "hsa_init");
    hsa_text = (int (*)(int, const char**))function(library, "hsa_status_string");
    if (init() != 0) fail("hsa_init failed");
}

typedef struct subject {
    const char* name;
    call function;
    void (*load)(void);
    activity_domain_t domain;
    const char* api;         // the operation by its name, or
    uint32_t operation;      // by its number
    uint32_t other;          // another one of the domain
    unsigned callback_count; // callbacks for one call
} subject;

static const subject subjects[] = {
    {"mark", mark, NULL, ACTIVITY_DOMAIN_ROCTX, NULL, 0, 1, 1},
    {"hip", hip, load_hip, ACTIVITY_DOMAIN_HIP_API, "hipRuntimeGetVersion", 0, 48, 2},
    {"copy", copy, load_hip, ACTIVITY_DOMAIN_HIP_OPS, NULL, HIP_COPY, HIP_KERNEL, 0},
    {"kernel", kernel, load_hip, ACTIVITY_DOMAIN_HIP_OPS, NULL, HIP_KERNEL, HIP_COPY, 0},
    {"write", write_copy, load_hip, ACTIVITY_DOMAIN_HIP_OPS, NULL, HIP_COPY, HIP_KERNEL, 0},
    {"hsa", hsa, load_hsa, ACTIVITY_DOMAIN_HSA_API, "hsa_status_string", 0, 7, 2},
};

// --- the client ----------------------------------------------------------------------------------------------------

static __thread uint64_t callbacks;
static uint64_t all_callbacks, all_records;

static void on_call(uint32_t domain, uint32_t operation, const void* data, void* argument) {
    (void)domain, (void)operation, (void)data, (void)argument;
    callbacks++;
}

static void on_records(const char* begin, const char* end, void* argument) {
    (void)argument;
    for (const activity_record_t* r = (const activity_record_t*)begin; r < (const activity_record_t*)end; r++)
        all_records += r->domain != ACTIVITY_DOMAIN_EXT_API;
}

static bool has_callback, has_activity, is_stopped, has_external_id;

static void enable(const subject* what, const char* how) {
    uint32_t operation = what->operation;
    bool other = strcmp(how, "other") == 0;
    is_stopped = strcmp(how, "stopped") == 0;
    has_external_id = strcmp(how, "external") == 0;
    has_callback = strcmp(how, "callback") == 0 || strcmp(how, "both") == 0 || is_stopped;
    has_activity = strcmp(how, "activity") == 0 || strcmp(how, "both") == 0 || is_stopped || has_external_id;
    if (what->api != NULL) must(roctracer_op_code(what->domain, what->api, &operation, NULL));
    roctracer_properties_t properties = {.buffer_size = BUFFER_BYTES, .buffer_callback_fun = on_records};
    must(roctracer_open_pool(&properties));
    if (other && what->callback_count > 0) must(roctracer_enable_op_callback(what->domain, what->other, on_call, NULL));
    if (other && what->callback_count == 0) must(roctracer_enable_op_activity(what->domain, what->other));
    if (has_callback) must(roctracer_enable_op_callback(what->domain, operation, on_call, NULL));
    if (has_activity) must(roctracer_enable_op_activity(what->domain, operation));
    if (is_stopped) roctracer_stop();
}

// Checks that every call was reported, or none.
static void check(const subject* what, uint64_t calls) {
    must(roctracer_flush_activity());
    uint64_t told = has_callback && !(is_stopped && what->callback_count != 1) ? calls * what->callback_count : 0;
    uint64_t written = has_activity && !is_stopped && what->callback_count != 1 ? calls : 0;
    if (all_callbacks == told && all_records == written) return;
    fprintf(stderr, "roctracer: %lu callbacks instead of %lu, %lu records instead of %lu\n",
            (unsigned long)all_callbacks, (unsigned long)told, (unsigned long)all_records, (unsigned long)written);
    exit(1);
}

// --- rounds --------------------------------------------------------------------------------------------------------

static void begin(void) {
    if (has_external_id) must(roctracer_activity_push_external_correlation_id(7));
}

static void end(void) { __atomic_fetch_add(&all_callbacks, callbacks, __ATOMIC_RELAXED); }

static void measure(const subject* what, int threads, int calls) {
    rounds_figure figure = rounds_run(threads, calls, what->function, begin, end);
    check(what, (uint64_t)threads * (uint64_t)calls * (ROUNDS + WARM_ROUNDS));
    printf("%.1f %.1f\n", figure.median, figure.best);
}

static void memory(const subject* what, const char* how) {
    double begin_ns = rounds_now();
    enable(what, how);
    double end_ns = rounds_now();
    what->function();
    char line[4096], size[64] = "";
    bool jvm = false;
    FILE* status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status)) sscanf(line, "VmHWM: %63[0-9]", size);
    FILE* maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) jvm |= strstr(line, "libjvm.so") != NULL;
    printf("%.2f %s %s\n", (end_ns - begin_ns) / 1e6, size, jvm ? "JVM" : "no-JVM");
}

int main(int count, char** words) {
    const subject* what = NULL;
    bool is_memory = count == 4 && strcmp(words[1], "memory") == 0;
    const char* name = count < 4 ? "" : words[is_memory ? 2 : 1];
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (strcmp(name, subjects[i].name) == 0) what = &subjects[i];
    int threads = is_memory || count < 4 ? 1 : atoi(words[3]), calls = count > 4 ? atoi(words[4]) : CALLS;
    if (what == NULL || threads < 1 || threads > MOST_THREADS || calls < 1) return 2;
    if (what->load != NULL) what->load();
    if (is_memory) {
        memory(what, words[3]);
        return 0;
    }
    enable(what, words[2]);
    measure(what, threads, calls);
    return 0;
}
