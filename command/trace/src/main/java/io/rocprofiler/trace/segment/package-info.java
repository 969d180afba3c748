/// Segments, which a traced process writes, read where they lie.
@NullMarked
package io.rocprofiler.trace.segment;

import org.jspecify.annotations.NullMarked;
