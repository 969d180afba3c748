// A tool that counts the calls of HIP and ROC-TX that it is told of, in the first eight bytes of the file that $TOLD
// names, which children that have the tool share. Its start takes $TOLD_SLEEP seconds more.
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static rocprofiler_context_id_t context;
static _Atomic(uint64_t)* told;

static void on_call(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* unused) {
    (void)user, (void)unused;
    if (record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) atomic_fetch_add(told, 1);
}

static int initialize(rocprofiler_client_finalize_t finalize, void* unused) {
    (void)finalize, (void)unused;
    static const rocprofiler_callback_tracing_kind_t kinds[] = {ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API,
                                                                ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API};
    const char *file = getenv("TOLD"), *seconds = getenv("TOLD_SLEEP");
    int fd = file != NULL ? open(file, O_RDWR | O_CREAT, 0644) : -1;
    if (fd < 0 || ftruncate(fd, sizeof *told) != 0) return -1;
    told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (told == MAP_FAILED || rocprofiler_create_context(&context) != ROCPROFILER_STATUS_SUCCESS) return -1;
    for (int i = 0; i < 2; i++)
        if (rocprofiler_configure_callback_tracing_service(context, kinds[i], NULL, 0, on_call, NULL)
            != ROCPROFILER_STATUS_SUCCESS)
            return -1;
    if (seconds != NULL) sleep((unsigned)atoi(seconds));
    return rocprofiler_start_context(context) == ROCPROFILER_STATUS_SUCCESS ? 0 : -1;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)runtime, (void)priority;
    id->name = "told";
    return &result;
}
