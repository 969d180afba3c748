// A library that says it is the SDK's, of another build than the jars: no function of its may be called but this one.
// It is found by its name in an installation, and never preloaded.
#include <stdint.h>

uint64_t rocprofiler_java_layout(void);

uint64_t rocprofiler_java_layout(void) { return 1; }
