package io.rocprofiler.export.summary;

import io.rocprofiler.export.text.Numbers;
import io.rocprofiler.export.text.Quantity;

/// The values of `--summary-units`.
public enum SummaryUnit {
    SEC("sec", 1e9),
    MSEC("msec", 1e6),
    USEC("usec", 1e3),
    NSEC("nsec", 1),

    /// Each value in the unit that fits it.
    FIT("fit", 1);

    private final String label;
    private final double nanos;

    SummaryUnit(String label, double nanos) {
        this.label = label;
        this.nanos = nanos;
    }

    public String label() {
        return label;
    }

    /// Returns the name of a column of times, with the unit if that is one of the whole column.
    public String column(String name) {
        return this == FIT ? name : name + " (" + label + ")";
    }

    /// Formats a time in nanoseconds: whole nanoseconds, or with as many digits as the value has in another unit.
    public String show(long valueNanos) {
        return switch (this) {
            case FIT -> Quantity.ofNanos((double) valueNanos).text();
            case NSEC -> Long.toString(valueNanos);
            case SEC, MSEC, USEC -> Numbers.shortest(of((double) valueNanos));
        };
    }

    /// Formats a mean or a deviation in nanoseconds like C's `%.3e`, as AMD's tables have them.
    String scientific(double valueNanos) {
        return this == FIT ? Quantity.ofNanos(valueNanos).text() : Numbers.scientific(of(valueNanos), 3);
    }

    /// Formats an amount of memory.
    public String showBytes(long bytes) {
        return this == FIT ? Quantity.ofBytes((double) bytes).text() : Long.toString(bytes);
    }

    private double of(double valueNanos) {
        return valueNanos / nanos;
    }
}
