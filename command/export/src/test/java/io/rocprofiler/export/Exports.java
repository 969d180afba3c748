package io.rocprofiler.export;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Exports for the tests of formats: no statistics, no options of the command.
public final class Exports {

    private Exports() {}

    /// Returns an export with mangled names that shows everything.
    public static Export plain(Path prefix, ProcessTrace... processes) {
        return new Export(
                new Prefix(prefix), List.of(processes), null, false, Display.plain(), Map.of(), Progress.NONE);
    }
}
