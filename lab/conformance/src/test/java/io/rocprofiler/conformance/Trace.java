package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

/// Reads the files of `rocprofv3` with independent readers: Python's.
public final class Trace {
    private Trace() {}

    /// Reads the events of a trace.
    ///
    /// @param format `csv` or `json`
    public static List<Event> read(String format, Path folder) {
        return read(format, folder, "trace");
    }

    /// Reads the events of a trace whose files have another name.
    ///
    /// @param prefix the common prefix of the file names
    public static List<Event> read(String format, Path folder, String prefix) {
        return lines(format, folder, prefix).stream().map(Event::parse).toList();
    }

    /// Reads the events of a trace, with the fields of an [Event] and more: those of `read_trace.py`.
    public static List<String> lines(String format, Path folder, String prefix) {
        String script = Product.SOURCES.resolve("python/read_trace.py").toString();
        Outcome outcome = Run.command("python3", script, format, folder.toString(), prefix)
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.outLines();
    }
}
