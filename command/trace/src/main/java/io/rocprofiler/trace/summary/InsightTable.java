package io.rocprofiler.trace.summary;

import java.util.List;

/// A table of [Insights], not yet made into text.
///
/// @param title in capitals, as AMD's
/// @param note what the numbers mean, one sentence; empty if the title says it
/// @param rows cells in the order of the columns: what class each has, its column's unit says
public record InsightTable(String title, String note, List<Column> columns, List<List<Object>> rows) {

    public record Column(String name, Unit unit) {}

    /// What a column holds.
    public enum Unit {
        /// A `String`.
        TEXT,
        /// A `Long`.
        COUNT,
        /// A `Long`: a length of time in nanoseconds.
        NANOS,
        /// A `Double` from 0 to 100.
        PERCENT
    }
}
