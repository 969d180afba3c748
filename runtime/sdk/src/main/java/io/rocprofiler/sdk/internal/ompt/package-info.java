/// OpenMP. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.ompt;

import org.jspecify.annotations.NullMarked;
