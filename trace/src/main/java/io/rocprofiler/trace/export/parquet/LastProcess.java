package io.rocprofiler.trace.export.parquet;

import io.rocprofiler.trace.ProcessTrace;
import org.jspecify.annotations.Nullable;

/// Records in a row are often of one process and agent: what depends on them only is found out once.
abstract class LastProcess {

    private @Nullable ProcessTrace process;
    private long id;

    /// True if it is another pair than the last time.
    final boolean changed(ProcessTrace newProcess, long newId) {
        if (newProcess == process && newId == id) {
            return false;
        }
        process = newProcess;
        id = newId;
        return true;
    }
}
