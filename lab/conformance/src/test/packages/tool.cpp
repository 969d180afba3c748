// A tool: counts the marks and ranges of the program that it is loaded into, and says so at the end.
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#include <atomic>
#include <cstdio>

#if ROCPROFILER_VERSION < 10000 || ROCPROFILER_SDK_VERSION != ROCPROFILER_VERSION || !ROCPROFILER_IS_ROCPROFILER_SDK
#error "not the version that the package said"
#endif
#ifndef __HIP_PLATFORM_AMD__
#error "the package says which of HIP's platforms this is"
#endif

namespace {

std::atomic<int> calls;
rocprofiler_context_id_t context;

void called(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*, void*) {
    calls += record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER;
}

int initialize(rocprofiler_client_finalize_t, void*) {
    rocprofiler_create_context(&context);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, nullptr, 0,
                                                   called, nullptr);
    return rocprofiler_start_context(context);
}

void finalize(void*) { std::printf("tool: %d calls\n", calls.load()); }

} // namespace

extern "C" rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t, const char*, uint32_t,
                                                                      rocprofiler_client_id_t* id) {
    id->name = "packaged";
    static rocprofiler_tool_configure_result_t result = {sizeof(result), initialize, finalize, nullptr};
    return &result;
}
