/// The HSA runtime's own functions, its allocations and its scratch memory. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.hsa;

import org.jspecify.annotations.NullMarked;
