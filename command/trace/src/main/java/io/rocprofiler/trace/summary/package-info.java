/// What a run adds up to: statistics and insights.
@NullMarked
package io.rocprofiler.trace.summary;

import org.jspecify.annotations.NullMarked;
