package io.rocprofiler.export;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Exports as the tests of formats want them: no statistics, nothing said by a command.
public final class Exports {

    private Exports() {}

    /// With mangled names, and everything shown.
    public static Export plain(Path prefix, ProcessTrace... processes) {
        return new Export(
                new Prefix(prefix), List.of(processes), null, false, Display.plain(), Map.of(), Progress.NONE);
    }
}
