// A library that claims to be the SDK's, from another build than the jars: only this function of it may be called.
// It is found by its name in an installation, and never preloaded.
#include <stdint.h>

uint64_t rocprofiler_java_layout(void);

uint64_t rocprofiler_java_layout(void) { return 1; }
