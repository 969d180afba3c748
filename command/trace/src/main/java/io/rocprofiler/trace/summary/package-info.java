/// Statistics and insights of a run.
@NullMarked
package io.rocprofiler.trace.summary;

import org.jspecify.annotations.NullMarked;
