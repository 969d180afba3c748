package io.rocprofiler.trace.export;

import io.rocprofiler.trace.Display;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Statistics;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One output to write: the processes whose files have the same name, and how.
///
/// @param processes never empty
/// @param statistics null unless asked for (`--stats`, `--summary`)
/// @param display how GPU work is shown
/// @param configuration what the command was told, for the JSON metadata: strings, booleans, numbers, lists of strings
public record Export(
        Prefix prefix,
        List<ProcessTrace> processes,
        @Nullable Statistics statistics,
        boolean writeStatistics,
        Display display,
        Map<String, Object> configuration) {}
