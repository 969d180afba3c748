package io.rocprofiler.cli.query;

import io.rocprofiler.cli.options.TableSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A page with a line for each process of each rank: when its GPUs computed and when they communicated, on one clock.
final class RanksPage {

    private static final int BINS = 600;
    private static final String DIGITS = "0123456789";

    private static final String PROCESSES = "SELECT run, host, rank, pid FROM processes ORDER BY run, rank, host, pid";

    @SuppressWarnings("ArrayRecordComponent") // never compared, filled where it is made
    private record Line(String run, String host, long rank, long pid, char[] computing, char[] communicating) {}

    private RanksPage() {}

    /// @param pages of processes, by rank and process id
    static String of(
            DatasetEngine dataset, List<Ranks.Answer> answers, Map<String, String> pages, TableSettings settings)
            throws SQLException {
        offsets(dataset.connection(), answers.get(1));
        long[] span = span(dataset.connection());
        long bin = Math.max(1, (span[1] - span[0]) / BINS + 1);
        String lines = lines(dataset.connection(), span[0], bin).values().stream()
                .map(line -> row(line, pages.get(line.rank() + " " + line.pid())))
                .collect(Collectors.joining());
        return resource()
                .replace("{{span}}", String.format(Locale.ROOT, "%.6f", (span[1] - span[0]) / 1e9))
                .replace("{{lines}}", lines)
                .replace("{{tables}}", tables(answers, settings));
    }

    /// Makes a table of what to add to each machine's times; machines whose clock is unknown begin with the first one.
    private static void offsets(Connection connection, Ranks.Answer clocks) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TEMPORARY TABLE line_offsets AS SELECT run, host, NULL::BIGINT AS offset_ns, min(start) AS begin"
                            + " FROM kernels GROUP BY run, host");
        }
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE line_offsets SET offset_ns = ? WHERE run = ? AND host = ?")) {
            for (List<@Nullable Object> row : clocks.rows()) {
                if (row.get(clocks.columns().indexOf("offset_ns")) instanceof Long offset) {
                    update.setLong(1, offset);
                    update.setString(2, String.valueOf(row.get(0)));
                    update.setString(3, String.valueOf(row.get(1)));
                    update.executeUpdate();
                }
            }
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "UPDATE line_offsets SET offset_ns = (SELECT coalesce(min(l.begin + l.offset_ns), 0) FROM line_offsets l"
                            + " WHERE l.run = line_offsets.run AND l.offset_ns IS NOT NULL) - begin WHERE offset_ns IS NULL");
        }
    }

    private static long[] span(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT coalesce(min(start + offset_ns), 0),"
                                + " coalesce(max(start + duration + offset_ns), 0) FROM kernels JOIN line_offsets USING (run, host)")) {
            row.next();
            return new long[] {row.getLong(1), row.getLong(2)};
        }
    }

    private static Map<String, Line> lines(Connection connection, long begin, long bin) throws SQLException {
        Map<String, Line> lines = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(PROCESSES)) {
            while (row.next()) {
                lines.put(
                        key(row),
                        new Line(row.getString(1), row.getString(2), row.getLong(3), row.getLong(4), empty(), empty()));
            }
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(shares(begin, bin))) {
            while (row.next()) {
                Line line = lines.get(key(row));
                if (line == null) {
                    continue; // its process is still being written
                }
                int place = (int) Math.min(BINS - 1, row.getLong(5));
                char[] shares = row.getBoolean(6) ? line.communicating() : line.computing();
                shares[place] = DIGITS.charAt((int) Math.clamp(Math.ceil(9 * row.getDouble(7)), 0, 9));
            }
        }
        return lines;
    }

    /// Kernels in pieces of a bin each.
    private static String shares(long begin, long bin) {
        return """
            WITH shifted AS (
                SELECT run, host, rank, pid, start + offset_ns - %1$d AS start, duration,
                    lower(name) LIKE 'nccl%%' OR lower(name) LIKE 'rccl%%' AS communicates
                FROM kernels JOIN line_offsets USING (run, host)
            ), pieces AS (
                SELECT *, unnest(range(start // %2$d, (start + duration) // %2$d + 1)) AS bin FROM shifted
            )
            SELECT run, host, rank, pid, bin, communicates,
                sum(least(start + duration, (bin + 1) * %2$d) - greatest(start, bin * %2$d)) / %2$d AS share
            FROM pieces GROUP BY ALL
            """.formatted(begin, bin);
    }

    private static String key(ResultSet row) throws SQLException {
        return row.getString(1) + ' ' + row.getString(2) + ' ' + row.getLong(3) + ' ' + row.getLong(4);
    }

    private static char[] empty() {
        return "0".repeat(BINS).toCharArray();
    }

    private static String row(Line line, @Nullable String page) {
        String label = line.rank() < 0 ? "process " + line.pid() : "rank " + line.rank();
        String linked = page == null ? label : "<a href=\"" + Rows.escaped(page) + "\">" + label + "</a>";
        return "<tr title=\"run " + Rows.escaped(line.run()) + ", process " + line.pid() + "\"><th>" + linked
                + "</th><td>"
                + Rows.escaped(line.host()) + "</td><td><canvas data-computing=\"" + new String(line.computing())
                + "\" data-communicating=\"" + new String(line.communicating()) + "\"></canvas></td></tr>\n";
    }

    private static String tables(List<Ranks.Answer> answers, TableSettings settings) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            RowFormat rows = FittedRows.of(Rows.Markup::new, settings);
            for (Ranks.Answer answer : answers) {
                out.println("<h2>" + Rows.escaped(answer.question()) + "</h2>");
                rows.print(answer.columns(), answer.rows(), out);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String resource() {
        try (InputStream in = RanksPage.class.getResourceAsStream("ranks.html")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
