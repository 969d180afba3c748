package io.rocprofiler.trace.summary;

import java.util.List;

/// A table of [Insights], not yet formatted.
///
/// @param title in capitals, like AMD's
/// @param note what the numbers mean, one sentence; empty if the title suffices
/// @param rows cells in the order of the columns; a column's unit determines the class of its cells
public record InsightTable(String title, String note, List<Column> columns, List<List<Object>> rows) {

    /// The columns of counts and durations by name.
    public static final List<Column> DURATIONS_BY_NAME = List.of(
            new Column("NAME", Unit.TEXT),
            new Column("DOMAIN", Unit.TEXT),
            new Column("CALLS", Unit.COUNT),
            new Column("DURATION", Unit.NANOS),
            new Column("AVERAGE", Unit.NANOS),
            new Column("PERCENT", Unit.PERCENT),
            new Column("MIN", Unit.NANOS),
            new Column("MAX", Unit.NANOS),
            new Column("STDDEV", Unit.NANOS));

    public record Column(String name, Unit unit) {}

    /// The type of a column's cells.
    public enum Unit {
        /// A `String`.
        TEXT,
        /// A `String`: the name of ROC-TX ranges.
        RANGE,
        /// A `Long`.
        COUNT,
        /// A `Long`: a duration in nanoseconds.
        NANOS,
        /// A `Double` from 0 to 100.
        PERCENT,
        /// A `Long`.
        BYTES,
        /// A `Double`: gigabytes per second.
        BANDWIDTH;

        public boolean isText() {
            return this == TEXT || this == RANGE;
        }
    }
}
