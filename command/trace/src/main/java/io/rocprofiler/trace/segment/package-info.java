/// Reads segments, the raw files of traced processes, in place.
@NullMarked
package io.rocprofiler.trace.segment;

import org.jspecify.annotations.NullMarked;
