// Every slot has a function; unsupported functions return the not-supported status and set it as the last error.
#include "check.h"
#include "hip_tables.h"
#include "hsa_tables.h"
#include "mock_register.h"

#include <string.h>

static void no_slot_is_empty(const void* table, size_t header, size_t size) {
    for (size_t at = header; at < size; at += sizeof(void*)) CHECK(*(void* const*)((const char*)table + at) != NULL);
}

int main(void) {
    hipTextureObject_t texture = NULL;
    hipMemPool_t pool = NULL;
    HIP(hipInit(0));
    CHECK_EQUAL(hipErrorInvalidValue, hipInit(1));
    CHECK_EQUAL(hipErrorNotSupported, hipCreateTextureObject(&texture, NULL, NULL, NULL));
    CHECK_EQUAL(hipErrorNotSupported, hipGetLastError());
    CHECK_EQUAL(hipErrorNotSupported,
                hipMemPoolExportToShareableHandle(NULL, pool, hipMemHandleTypePosixFileDescriptor, 0));
    CHECK_EQUAL(hipErrorNotSupported, hipGraphAddMemAllocNode(NULL, NULL, NULL, 0, NULL));
    CHECK_EQUAL(hipErrorNotSupported, hipExtGetLastError());
    hipChannelFormatDesc desc = hipCreateChannelDesc(8, 0, 0, 0, hipChannelFormatKindSigned);
    (void)desc;
    HIP(__hipPushCallConfiguration((dim3){1, 1, 1}, (dim3){1, 1, 1}, 0, NULL));
    CHECK_EQUAL(3, mock.count);
    no_slot_is_empty(mock.registrations[0].table, 8, sizeof(HipDispatchTable));
    no_slot_is_empty(mock.registrations[2].table, 8, sizeof(HipCompilerDispatchTable));
    const HsaApiTable* hsa = mock.registrations[1].table;
    no_slot_is_empty(hsa->core_, 16, sizeof(CoreApiTable));
    no_slot_is_empty(hsa->amd_ext_, 16, sizeof(AmdExtTable));
    no_slot_is_empty(hsa->finalizer_ext_, 16, sizeof(FinalizerExtTable));
    no_slot_is_empty(hsa->image_ext_, 16, sizeof(ImageExtTable));
    no_slot_is_empty(hsa->tools_, 16, sizeof(ToolsApiTable));
    no_slot_is_empty(hsa->pc_sampling_ext_, 16, sizeof(PcSamplingExtTable));
    return 0;
}
