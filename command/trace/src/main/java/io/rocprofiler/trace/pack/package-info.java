/// The packed form of a process's records: sorted streams of blocks, column by column. Knows nothing of what
/// records mean.
@NullMarked
package io.rocprofiler.trace.pack;

import org.jspecify.annotations.NullMarked;
