/// ROC-TX ranges. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.marker;

import org.jspecify.annotations.NullMarked;
