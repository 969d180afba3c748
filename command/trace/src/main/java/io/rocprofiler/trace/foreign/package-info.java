/// Processes whose records another tool made, written as ours are, so that everything that reads a run reads them.
@NullMarked
package io.rocprofiler.trace.foreign;

import org.jspecify.annotations.NullMarked;
