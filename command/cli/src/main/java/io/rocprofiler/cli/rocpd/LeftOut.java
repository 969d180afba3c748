package io.rocprofiler.cli.rocpd;

import io.rocprofiler.cli.console.Log;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// What databases contain and runs have no place for, so that one line says it.
final class LeftOut {

    private final Map<String, Long> counts = new LinkedHashMap<>();

    void count(String what, long number) {
        if (number > 0) {
            counts.merge(what, number, Long::sum);
        }
    }

    void report(Log log) {
        if (!counts.isEmpty()) {
            log.warning("left out, because the other formats have no place for it: "
                    + counts.entrySet().stream()
                            .map(entry -> entry.getValue() + " " + entry.getKey())
                            .collect(Collectors.joining(", ")));
        }
    }
}
