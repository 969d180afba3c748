/// Defects and losses of a trace.
@NullMarked
package io.rocprofiler.trace.problem;

import org.jspecify.annotations.NullMarked;
