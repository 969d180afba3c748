/// Reads the traces of programs strictly: segments, processes, threads, records, markers, losses.
@NullMarked
package io.rocprofiler.trace;

import org.jspecify.annotations.NullMarked;
