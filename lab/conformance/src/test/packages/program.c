// A program that marks what it does, and is linked with the tool.
#include <rocprofiler-sdk-roctx/roctx.h>

#if ROCTX_VERSION < 10000 || !ROCTX_IS_ROCPROFILER_SDK
#error "not the version that the package said"
#endif

int main(void) {
    roctxMark("one");
    roctxRangePush("two");
    roctxRangePop();
    return 0;
}
