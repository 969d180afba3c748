// typenames: compares the type names of arguments with those that the compiler gives to the members of the
// payloads; and a callback that throws.
#include <cstdio>
#include <cstring>
#include <cxxabi.h>
#include <stdexcept>
#include <string>
#include <typeinfo>

#include <rocprofiler-sdk/rocprofiler.h>

namespace {
int same;

struct Wanted {
    const char* argument;
    const char* type;
};

int on_argument(rocprofiler_callback_tracing_kind_t, rocprofiler_tracing_operation_t, uint32_t, const void* const,
                int32_t, const char* type, const char* name, const char*, int32_t, void* data) {
    auto wanted = static_cast<const Wanted*>(data);
    if (strcmp(name, wanted->argument) != 0) return 0;
    if (strcmp(type, wanted->type) == 0) same++;
    else printf("%s is %s, not %s\n", name, wanted->type, type);
    return 1;
}

int throws(rocprofiler_callback_tracing_kind_t, rocprofiler_tracing_operation_t, uint32_t, const void* const, int32_t,
           const char*, const char*, const char*, int32_t, void*) {
    throw std::runtime_error("from a callback for arguments");
}

rocprofiler_callback_tracing_record_t record(rocprofiler_callback_tracing_kind_t kind, int32_t operation) {
    static uint64_t payload[32];
    rocprofiler_callback_tracing_record_t result{};
    result.kind = kind;
    result.operation = operation;
    result.payload = payload;
    return result;
}

void check(rocprofiler_callback_tracing_kind_t kind, int32_t operation, const char* argument,
           const std::type_info& type) {
    Wanted wanted{argument, type.name()};
    rocprofiler_iterate_callback_tracing_kind_operation_args(record(kind, operation), on_argument, 0, &wanted);
}

#define SAME(DOMAIN, UNION, FUNCTION, ARGUMENT) \
    check(ROCPROFILER_CALLBACK_TRACING_##DOMAIN##_API, ROCPROFILER_##DOMAIN##_API_ID_##FUNCTION, #ARGUMENT, \
          typeid(static_cast<rocprofiler_##UNION##_api_args_t*>(nullptr)->FUNCTION.ARGUMENT))
#define HIP(FUNCTION, ARGUMENT) SAME(HIP_RUNTIME, hip, FUNCTION, ARGUMENT)
#define HSA(FUNCTION, ARGUMENT) SAME(HSA_CORE, hsa, FUNCTION, ARGUMENT)
#define AMD(FUNCTION, ARGUMENT) SAME(HSA_AMD_EXT, hsa, FUNCTION, ARGUMENT)

void hip() {
    HIP(hipMalloc, ptr);
    HIP(hipMalloc, size);
    HIP(hipMemcpy, src);
    HIP(hipMemcpy, kind);
    HIP(hipLaunchKernel, numBlocks);
    HIP(hipLaunchKernel, args);
    HIP(hipLaunchKernel, stream);
    HIP(hipStreamCreate, stream);
    HIP(hipStreamAddCallback, callback);
    HIP(hipLaunchHostFunc, fn);
    HIP(hipModuleLaunchKernel, func);
    HIP(hipGraphAddKernelNode, pDependencies);
    HIP(hipGraphAddKernelNode, pNodeParams);
    HIP(hipMalloc3D, extent);
    HIP(hipDeviceGetName, name);
    HIP(hipGetDevicePropertiesR0600, prop);
    HIP(hipMallocPitch, pitch);
    HIP(hipIpcOpenMemHandle, handle);
    HIP(hipBindTextureToArray, array);
    HIP(hipDestroyTextureObject, textureObject);
    HIP(hipTexRefSetMipmapLevelBias, bias);
    HIP(hipMemCreate, handle);
    HIP(hipGraphicsUnmapResources, resources);
    HIP(hipStreamGetCaptureInfo_v2, dependencies_out);
    SAME(HIP_COMPILER, hip, __hipRegisterFatBinary, data);
    SAME(HIP_COMPILER, hip, __hipPopCallConfiguration, gridDim);
}

void others() {
    HSA(hsa_iterate_agents, callback);
    HSA(hsa_agent_get_info, agent);
    HSA(hsa_agent_get_info, attribute);
    HSA(hsa_queue_create, queue);
    HSA(hsa_signal_wait_scacquire, compare_value);
    HSA(hsa_system_extension_supported, result);
    HSA(hsa_system_extension_supported, extension);
    HSA(hsa_code_object_serialize, alloc_callback);
    AMD(hsa_amd_signal_async_handler, handler);
    AMD(hsa_amd_queue_intercept_register, callback);
    AMD(hsa_amd_memory_async_copy_rect, dst);
    AMD(hsa_amd_memory_async_copy_rect, range);
    AMD(hsa_amd_queue_set_priority, priority);
    AMD(hsa_amd_pointer_info, alloc);
    AMD(hsa_amd_memory_lock, agent_ptr);
    SAME(HSA_IMAGE_EXT, hsa, hsa_ext_image_create, image_descriptor);
    SAME(HSA_FINALIZE_EXT, hsa, hsa_ext_program_add_module, module);
    SAME(MARKER_CORE, marker, roctxMarkA, message);
    SAME(MARKER_CORE, marker, roctxRangeStop, id);
    SAME(MARKER_CORE, marker, roctxGetThreadId, tid);
    SAME(MARKER_NAME, marker, roctxNameHsaAgent, agent);
    SAME(MARKER_NAME, marker, roctxNameHipStream, stream);
    SAME(ROCDECODE, rocdecode, rocDecCreateDecoder, decoder_create_info);
    SAME(ROCDECODE, rocdecode, rocDecGetVideoFrame, dev_mem_ptr);
}

int print(rocprofiler_callback_tracing_kind_t, rocprofiler_tracing_operation_t, uint32_t, const void* const, int32_t,
          const char* type, const char* name, const char*, int32_t, void*) {
    int status = 0;
    char* words = abi::__cxa_demangle(type, nullptr, nullptr, &status);
    printf("%s: %s\n", name, status == 0 ? words : "?");
    free(words);
    return 0;
}
} // namespace

int main() {
    hip();
    others();
    printf("%d types are named as the compiler names them\n", same);
    auto add =
        record(ROCPROFILER_CALLBACK_TRACING_HIP_RUNTIME_API, ROCPROFILER_HIP_RUNTIME_API_ID_hipStreamAddCallback);
    rocprofiler_iterate_callback_tracing_kind_operation_args(add, print, 0, nullptr);
    printf("throwing: %d\n", int(rocprofiler_iterate_callback_tracing_kind_operation_args(add, throws, 0, nullptr)));
    printf("again: %d\n", int(rocprofiler_iterate_callback_tracing_kind_operation_args(add, print, 0, nullptr)));
    return 0;
}
