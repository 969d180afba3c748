package io.rocprofiler.export.rocpd;

import io.rocprofiler.trace.ProcessTrace;

/// The names of the ranges in which GPU work was launched.
final class Regions {

    private final ProcessTrace process;
    private final Strings strings;
    private final int none;
    private long lastRange;
    private int lastName;

    Regions(ProcessTrace process, Strings strings) {
        this.process = process;
        this.strings = strings;
        this.none = strings.number("");
        this.lastName = none;
    }

    /// Returns the string number of a range's name by its correlation id; that of the empty text for 0.
    int name(long range) {
        if (range == 0) {
            return none;
        }
        if (range != lastRange) {
            String text = process.rename(range);
            lastName = text == null ? none : strings.number(text);
            lastRange = range;
        }
        return lastName;
    }
}
