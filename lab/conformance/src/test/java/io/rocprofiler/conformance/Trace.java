package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

/// Reads the files of `rocprofv3` with readers that are not ours: Python's.
final class Trace {
    private Trace() {}

    /// @param format `csv` or `json`
    static List<Event> read(String format, Path folder) {
        return read(format, folder, "trace");
    }

    /// @param prefix what the names of the files begin with
    static List<Event> read(String format, Path folder, String prefix) {
        String script = Product.SOURCES.resolve("python/read_trace.py").toString();
        Outcome outcome = Run.command("python3", script, format, folder.toString(), prefix)
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out().lines().map(Event::parse).toList();
    }
}
