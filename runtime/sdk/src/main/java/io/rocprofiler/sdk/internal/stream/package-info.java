/// HIP streams. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.stream;

import org.jspecify.annotations.NullMarked;
