/// The boundary between Java and C: native memory, C strings, safe reads, the clock, upcalls. The only package that
/// calls C. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.seam;

import org.jspecify.annotations.NullMarked;
