/// Code objects, their kernels, and the host functions that stand for kernels. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.codeobject;

import org.jspecify.annotations.NullMarked;
