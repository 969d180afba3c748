// A tool that prints the arguments in the payload of four functions, and counts the callbacks of all.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

static FILE* out;
static atomic_long enters, exits;

static void show(const char* phase, rocprofiler_callback_tracing_record_t* record) {
    rocprofiler_callback_tracing_hip_api_data_t* data = record->payload;
    rocprofiler_hip_api_args_t* a = &data->args;
    switch (record->operation) {
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipMemcpy2D:
            fprintf(out, "%s hipMemcpy2D %p %zu %p %zu %zu %zu %d", phase, a->hipMemcpy2D.dst, a->hipMemcpy2D.dpitch,
                    a->hipMemcpy2D.src, a->hipMemcpy2D.spitch, a->hipMemcpy2D.width, a->hipMemcpy2D.height,
                    (int)a->hipMemcpy2D.kind);
            break;
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipMemset3D:
            fprintf(out, "%s hipMemset3D %p %zu %zu %zu, %d, %zu %zu %zu", phase, a->hipMemset3D.pitchedDevPtr.ptr,
                    a->hipMemset3D.pitchedDevPtr.pitch, a->hipMemset3D.pitchedDevPtr.xsize,
                    a->hipMemset3D.pitchedDevPtr.ysize, a->hipMemset3D.value, a->hipMemset3D.extent.width,
                    a->hipMemset3D.extent.height, a->hipMemset3D.extent.depth);
            break;
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipLaunchKernel:
            fprintf(out, "%s hipLaunchKernel %p %u %u %u, %u %u %u, %p %zu %p", phase,
                    a->hipLaunchKernel.function_address, a->hipLaunchKernel.numBlocks.x, a->hipLaunchKernel.numBlocks.y,
                    a->hipLaunchKernel.numBlocks.z, a->hipLaunchKernel.dimBlocks.x, a->hipLaunchKernel.dimBlocks.y,
                    a->hipLaunchKernel.dimBlocks.z, (void*)a->hipLaunchKernel.args, a->hipLaunchKernel.sharedMemBytes,
                    (void*)a->hipLaunchKernel.stream);
            break;
        case ROCPROFILER_HIP_RUNTIME_API_ID_hipTexRefSetMipmapLevelClamp:
            fprintf(out, "%s hipTexRefSetMipmapLevelClamp %p %g %g", phase,
                    (void*)a->hipTexRefSetMipmapLevelClamp.texRef, a->hipTexRefSetMipmapLevelClamp.minMipMapLevelClamp,
                    a->hipTexRefSetMipmapLevelClamp.maxMipMapLevelClamp);
            break;
        default: return;
    }
    if (*phase == 'e' && phase[1] == 'x') fprintf(out, " -> %d", (int)data->retval.hipError_t_retval);
    fputs("\n", out);
}

static void on_callback(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* arg) {
    int enter = record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
    atomic_fetch_add(enter ? &enters : &exits, 1);
    show(enter ? "enter" : "exit", &record);
    (void)user, (void)arg;
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    rocprofiler_context_id_t context = {0};
    out = fopen(getenv("ARGUMENTS_FILE"), "w");
    rocprofiler_create_context(&context);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, NULL, 0,
                                                   on_callback, NULL);
    rocprofiler_start_context(context);
    (void)finalize, (void)data;
    return 0;
}

static void finalize(void* data) {
    fprintf(out, "%ld enter, %ld exit\n", atomic_load(&enters), atomic_load(&exits));
    fclose(out);
    (void)data;
}

__attribute__((visibility("default"))) rocprofiler_tool_configure_result_t* rocprofiler_configure(
    uint32_t version, const char* runtime, uint32_t priority, rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, finalize, NULL};
    id->name = "arguments";
    (void)version, (void)runtime, (void)priority;
    return &result;
}
