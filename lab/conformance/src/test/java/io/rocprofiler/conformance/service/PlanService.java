package io.rocprofiler.conformance.service;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A service of a context, as the program of the twins takes it: `context:what:kind`.
record PlanService(int context, String what, Kind kind) {
    static List<PlanService> parse(String services) {
        return Arrays.stream(services.split(","))
                .map(service -> service.split(":"))
                .filter(word -> !word[1].equals("size") && !word[2].equals("stream"))
                .map(word -> new PlanService(
                        Integer.parseInt(word[0]), word[1], Kind.valueOf(word[2].toUpperCase(Locale.ROOT))))
                .toList();
    }

    boolean has(String other) {
        return what.equals(other);
    }

    /// The kinds of calls and ranges, with their numbers in callbacks, in records, and in requests for external ids.
    enum Kind {
        HIP(5, 5, 5),
        CORE(1, 1, 1),
        MARKER(7, 7, 7),
        CONTROL(8, 8, 8),
        RANGE(21, 32, 18),
        RETIREMENT(0, 13, 0);

        final int callback;
        final int record;
        final int request;

        Kind(int callback, int record, int request) {
            this.callback = callback;
            this.record = record;
            this.request = request;
        }
    }
}
