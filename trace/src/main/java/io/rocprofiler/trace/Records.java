package io.rocprofiler.trace;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Reads records of any number of processes in order of their start, without holding them.
public final class Records {

    private Records() {}

    /// Hands over views, moved from record to record: what is kept must be copied out.
    public static void forEach(List<ProcessTrace> processes, Set<Domain> domains, Consumer<TraceRecord> action) {
        RecordIndex.of(processes, domains).forEach(action);
    }
}
