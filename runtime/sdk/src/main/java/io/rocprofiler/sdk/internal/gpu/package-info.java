/// Kernels and asynchronous copies, from the call that submits them to their completion. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.gpu;

import org.jspecify.annotations.NullMarked;
