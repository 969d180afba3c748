package io.rocprofiler.cli.rocpd;

import io.rocprofiler.cli.console.Log;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// What databases contain and runs do not take as it is, so that one line says it.
final class LeftOut {

    private final Map<String, Long> counts = new LinkedHashMap<>();
    private long backwards;

    void count(String what, long number) {
        if (number > 0) {
            counts.merge(what, number, Long::sum);
        }
    }

    /// Counts records whose times cannot be true.
    void backwards(long number) {
        backwards += number;
    }

    void report(Log log) {
        if (backwards > 0) {
            log.warning(backwards + " records of the database end before they start, and are taken without times");
        }
        if (!counts.isEmpty()) {
            log.warning("left out, because the other formats have no place for it: "
                    + counts.entrySet().stream()
                            .map(entry -> entry.getValue() + " " + entry.getKey())
                            .collect(Collectors.joining(", ")));
        }
    }
}
