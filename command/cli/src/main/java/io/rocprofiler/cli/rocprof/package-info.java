/// The older command `rocprof`, based on roctracer's tracer tool.
@NullMarked
package io.rocprofiler.cli.rocprof;

import org.jspecify.annotations.NullMarked;
