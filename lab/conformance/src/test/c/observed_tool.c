// A tool that appends a byte to the file OBSERVED_FOLDER/PID for each kernel whose end it is told. Before that it
// sleeps for OBSERVED_SLEEP milliseconds, and computes for OBSERVED_COMPUTE the first time.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static int file;
static long sleeps, computes; // milliseconds

static long millis_of(const char* name) { return getenv(name) != NULL ? atol(getenv(name)) : 0; }

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void on_dispatch(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    if (record.operation != ROCPROFILER_KERNEL_DISPATCH_COMPLETE) return;
    if (sleeps) usleep((useconds_t)sleeps * 1000);
    for (long end = now() + computes; computes && now() < end;) continue;
    computes = 0;
    if (write(file, "k", 1) != 1) abort();
    (void)user, (void)unused;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    rocprofiler_context_id_t context = {0};
    char name[4096];
    snprintf(name, sizeof name, "%s/%d", getenv("OBSERVED_FOLDER"), (int)getpid());
    file = open(name, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600);
    sleeps = millis_of("OBSERVED_SLEEP");
    computes = millis_of("OBSERVED_COMPUTE");
    (void)finalize, (void)data;
    return rocprofiler_create_context(&context)
        || rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_KERNEL_DISPATCH, NULL,
                                                          0, on_dispatch, NULL)
        || rocprofiler_start_context(context);
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* text, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)text, (void)priority;
    id->name = "observed";
    return &result;
}
