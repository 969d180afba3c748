package io.rocprofiler.export.summary;

import io.rocprofiler.export.text.Numbers;

/// The values of `--summary-units`.
public enum SummaryUnit {
    SEC("sec", 1e9),
    MSEC("msec", 1e6),
    USEC("usec", 1e3),
    NSEC("nsec", 1);

    private final String label;
    private final double nanos;

    SummaryUnit(String label, double nanos) {
        this.label = label;
        this.nanos = nanos;
    }

    public String label() {
        return label;
    }

    double of(double valueNanos) {
        return valueNanos / nanos;
    }

    /// Formats a duration: nanoseconds as whole numbers, other units with as many digits as the value has.
    String show(long valueNanos) {
        return this == NSEC ? Long.toString(valueNanos) : Numbers.shortest(of((double) valueNanos));
    }
}
