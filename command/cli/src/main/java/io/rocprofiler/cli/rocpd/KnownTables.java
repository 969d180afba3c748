package io.rocprofiler.cli.rocpd;

import io.rocprofiler.export.rocpd.SqlTexts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// The tables that `records.sql` asks, for databases of every version of the schema: `tables.txt`. Where one has
/// no such table or column, a view of the connection stands in for it, and what it has besides is counted.
final class KnownTables {

    /// @param taken columns that are asked for
    /// @param silent columns that nobody misses
    private record Columns(List<String> taken, List<String> silent) {}

    private static final Map<String, Columns> TABLES = read();
    private static final String TRACK = "track_id";
    private static final String TRACKS = "rocpd_track";

    private final Connection connection;
    private final String suffix;
    private final Map<String, List<String>> found = new LinkedHashMap<>();

    /// @param suffix of the names of a process's tables
    KnownTables(Connection connection, String suffix) throws SQLException {
        this.connection = connection;
        this.suffix = suffix;
        for (String name : SqlTexts.of(
                connection,
                "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name GLOB 'rocpd_*' ORDER BY rowid")) {
            if (name.endsWith(suffix)) {
                found.put(
                        name.substring(0, name.length() - suffix.length()),
                        SqlTexts.of(connection, "SELECT lower(name) FROM pragma_table_info('" + name + "', 'main')"));
            }
        }
    }

    /// Makes the connection answer all queries.
    void show() throws SQLException {
        for (Map.Entry<String, Columns> table : TABLES.entrySet()) {
            List<String> there = found.getOrDefault(table.getKey(), List.of());
            List<String> taken = table.getValue().taken();
            if (!there.containsAll(taken)) {
                String name = '"' + table.getKey() + suffix + '"';
                String columns = taken.stream()
                        .map(column -> column(table.getKey(), there, column))
                        .collect(Collectors.joining(", "));
                execute("DROP VIEW IF EXISTS temp." + name);
                execute("CREATE TEMP VIEW " + name + " AS SELECT " + columns
                        + (there.isEmpty() ? " WHERE 0" : " FROM main." + name + " t"));
            }
        }
    }

    /// Returns a column in SQL: of the table, or of the track that its rows are on since schema 4, or null.
    private String column(String table, List<String> there, String column) {
        boolean isOfTrack = !table.equals(TRACKS)
                && there.contains(TRACK)
                && found.getOrDefault(TRACKS, List.of()).contains(column);
        String value = there.contains(column)
                ? "t.\"" + column + '"'
                : isOfTrack
                        ? "(SELECT k.\"" + column + "\" FROM main.\"" + TRACKS + suffix + "\" k WHERE k.\"id\" = t.\""
                                + TRACK + "\")"
                        : "NULL";
        return value + " AS \"" + column + '"';
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /// Counts rows and values that no query asks for.
    void count(LeftOut leftOut) throws SQLException {
        for (Map.Entry<String, List<String>> table : found.entrySet()) {
            Columns known = TABLES.get(table.getKey());
            List<String> others = new ArrayList<>();
            if (known == null) {
                others.add("count(*)");
            } else {
                List<String> more = new ArrayList<>(table.getValue());
                more.removeAll(known.taken());
                more.removeAll(known.silent());
                more.forEach(column -> others.add("count(CASE WHEN \"" + column
                        + "\" NOT IN (0, '', '{}', '[]') THEN 1 END) AS \"" + column + '"'));
            }
            if (!others.isEmpty()) {
                count(table.getKey(), String.join(", ", others), known == null, leftOut);
            }
        }
    }

    private void count(String table, String columns, boolean isWhole, LeftOut leftOut) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + columns + " FROM main.\"" + table + suffix + '"')) {
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                leftOut.count(
                        isWhole
                                ? "rows of " + table
                                : "values of " + table + "."
                                        + row.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT),
                        row.getLong(i));
            }
        }
    }

    private static Map<String, Columns> read() {
        Map<String, Columns> tables = new LinkedHashMap<>();
        try (InputStream in = KnownTables.class.getResourceAsStream("tables.txt")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                int bar = line.indexOf('|');
                List<String> taken = words(line.substring(0, bar));
                tables.put(
                        taken.getFirst(), new Columns(taken.subList(1, taken.size()), words(line.substring(bar + 1))));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tables;
    }

    private static List<String> words(String text) {
        return List.of(text.strip().split(" +"));
    }
}
