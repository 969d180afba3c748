/// The packed form of a process's records: sorted streams of blocks, column by column. Independent of the meaning
/// of records.
@NullMarked
package io.rocprofiler.trace.pack;

import org.jspecify.annotations.NullMarked;
