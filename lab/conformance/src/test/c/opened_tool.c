// Not a tool: a library that calls a runtime in its constructor, as Python's extension modules do, while the
// loader's lock is held.
#include <rocprofiler-sdk-roctx/roctx.h>

__attribute__((constructor)) static void construct(void) {
    roctxRangePushA("constructor");
    roctxMarkA("while the library is opened");
    roctxRangePop();
}
