/// What a traced program left behind, read strictly: segments, processes, threads, records, markers, losses.
@NullMarked
package io.rocprofiler.trace;

import org.jspecify.annotations.NullMarked;
