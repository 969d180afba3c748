package io.rocprofiler.cli.rocpd;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.options.FilterSettings;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.cli.query.TimedRows;
import io.rocprofiler.trace.TimeSpan;
import io.rocprofiler.trace.display.RecordFilter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import picocli.CommandLine.ParseResult;

/// `--start`, `--end` and the markers in place of them.
///
/// @param isWhole whether only what lies within as a whole is shown
record TimeWindow(String start, String end, String startMarker, String endMarker, boolean isWhole) {

    private static final String EVERYTHING =
            "SELECT min(start), max(\"end\") FROM (SELECT start, \"end\" FROM regions UNION ALL SELECT start, \"end\" FROM kernels"
                    + " UNION ALL SELECT start, \"end\" FROM memory_copies"
                    + " UNION ALL SELECT start, \"end\" FROM memory_allocations)";

    private static final String OF_MARKERS = " FROM regions_and_samples WHERE json_extract(extdata, '$.message') = ?";

    static TimeWindow of(ParseResult parsed) {
        TimeWindow window = new TimeWindow(
                parsed.matchedOptionValue("--start", ""),
                parsed.matchedOptionValue("--end", ""),
                parsed.matchedOptionValue("--start-marker", ""),
                parsed.matchedOptionValue("--end-marker", ""),
                !Boolean.FALSE.equals(parsed.matchedOptionValue("--inclusive", Boolean.TRUE)));
        refuseBoth(window.start, "--start", window.startMarker);
        refuseBoth(window.end, "--end", window.endMarker);
        return window;
    }

    private static void refuseBoth(String time, String option, String marker) {
        if (!time.isEmpty() && !marker.isEmpty()) {
            throw ParsedOptions.usage("give " + option + " or " + option + "-marker, not both");
        }
    }

    boolean isGiven() {
        return !(start + end + startMarker + endMarker).isEmpty();
    }

    /// Replaces markers by their times, in nanoseconds as in the files.
    TimeWindow resolved(Connection connection) throws SQLException {
        return new TimeWindow(
                startMarker.isEmpty() ? start : marker(connection, "min(start)", startMarker),
                endMarker.isEmpty() ? end : marker(connection, "max(\"end\")", endMarker),
                "",
                "",
                isWhole);
    }

    private static String marker(Connection connection, String what, String text) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + what + OF_MARKERS)) {
            statement.setString(1, text);
            try (ResultSet row = statement.executeQuery()) {
                String time = row.getString(1);
                if (time == null) {
                    throw CommandException.failed("no marker has the text '" + text + "'");
                }
                return time;
            }
        }
    }

    /// Makes a connection show only this part: its views hide those of the database.
    void apply(Connection connection) throws SQLException {
        if (!isGiven()) {
            return;
        }
        TimeWindow times = resolved(connection);
        TimeSpan span = span(connection);
        RecordFilter.Conditions part = new FilterSettings(
                        times.start, times.end, isWhole, List.of(), List.of(), List.of(), null)
                .conditions(() -> span);
        String from = isWhole ? "start" : "\"end\"";
        String to = isWhole ? "\"end\"" : "start";
        String condition = from + " >= " + part.fromNanos() + " AND " + to + " <= " + part.toNanos();
        TimedRows.show(connection, condition + " AND " + TimedRows.CONDITION);
    }

    private static TimeSpan span(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(EVERYTHING)) {
            return new TimeSpan(row.getLong(1), row.getLong(2));
        }
    }
}
