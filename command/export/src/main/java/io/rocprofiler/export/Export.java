package io.rocprofiler.export;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Records;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.Statistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One output to write: the processes that share its files, and the settings.
///
/// @param processes never empty
/// @param statistics null unless requested (`--stats`, `--summary`)
/// @param display how GPU work is shown
/// @param configuration the command's options, for the JSON metadata: strings, booleans, numbers, lists of strings
/// @param progress receives the number of exported records
public record Export(
        Prefix prefix,
        List<ProcessTrace> processes,
        @Nullable Statistics statistics,
        boolean writeStatistics,
        Display display,
        Map<String, Object> configuration,
        Progress progress) {

    private static final int STEP = 4096; // records between two calls of the progress

    /// Passes the shown records of all processes to `action`, in the order of their start.
    ///
    /// @param action receives views that move from record to record: copy what must outlive the call
    public void forEach(Set<Domain> domains, Consumer<TraceRecord> action) {
        forEach(processes, domains, action);
    }

    /// Passes the shown records of one process to `action`, in the order of their start.
    public void forEach(ProcessTrace process, Set<Domain> domains, Consumer<TraceRecord> action) {
        forEach(List.of(process), domains, action);
    }

    /// Passes those shown records of all processes that have times to `action`, for formats that show only such.
    public void forEachTimed(Set<Domain> domains, Consumer<TraceRecord> action) {
        forEach(processes, domains, timed(action));
    }

    /// Passes those shown records of one process that have times to `action`.
    public void forEachTimed(ProcessTrace process, Set<Domain> domains, Consumer<TraceRecord> action) {
        forEach(List.of(process), domains, timed(action));
    }

    private static Consumer<TraceRecord> timed(Consumer<TraceRecord> action) {
        return record -> {
            if (record.hasTimes()) {
                action.accept(record);
            }
        };
    }

    private void forEach(List<ProcessTrace> of, Set<Domain> domains, Consumer<TraceRecord> action) {
        long[] read = new long[1];
        Records.forEach(of, domains, record -> {
            if (display.shows(record)) {
                action.accept(record);
            }
            if (++read[0] % STEP == 0) {
                progress.advanced(STEP);
            }
        });
        progress.advanced(read[0] % STEP);
    }
}
