package io.rocprofiler.cli.query;

import io.rocprofiler.export.rocpd.SqlTexts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/// The rows of a rocpd database whose times can be true: durations of others are no answers. Work without times has 0
/// for both; databases of other tools also have rows that end before they start.
public final class TimedRows {

    /// The condition that such rows meet.
    public static final String CONDITION = "\"end\" >= \"start\" AND (\"end\" <> 0 OR \"start\" <> 0)";

    // tables of records, and what their rows are called
    private static final Map<String, String> TABLES = new LinkedHashMap<>();

    static {
        TABLES.put("rocpd_kernel_dispatch", "kernels");
        TABLES.put("rocpd_memory_copy", "memory copies");
        TABLES.put("rocpd_memory_allocate", "memory allocations");
        TABLES.put("rocpd_region", "calls and ranges");
    }

    private TimedRows() {}

    /// Counts the other rows: `3 kernels, 1 memory copies`. Empty if there are none.
    static String others(Connection connection) throws SQLException {
        List<String> known = SqlTexts.of(connection, "SELECT name FROM main.sqlite_master");
        StringJoiner others = new StringJoiner(", ");
        for (Map.Entry<String, String> table : TABLES.entrySet()) {
            String sql = "SELECT count(*) FROM main.\"" + table.getKey() + "\" WHERE NOT (" + CONDITION + ")";
            String rows = known.contains(table.getKey())
                    ? SqlTexts.of(connection, sql).getFirst()
                    : "0";
            if (!rows.equals("0")) {
                others.add(rows + " " + table.getValue());
            }
        }
        return others.toString();
    }

    /// Makes a connection show only rows that meet a condition: its views hide those of the database.
    public static void show(Connection connection, String condition) throws SQLException {
        for (Map.Entry<String, String> view : views(connection).entrySet()) {
            List<String> columns = columns(connection, view.getKey());
            boolean isTimed = columns.contains("start") && columns.contains("end") && columns.contains("duration");
            String sql = isTimed
                    ? " AS SELECT * FROM main.\"" + view.getKey() + "\" WHERE " + condition
                    : view.getValue().replaceFirst("(?is)^CREATE\\s+VIEW\\s+(IF NOT EXISTS\\s+)?\\S+", "");
            try (Statement statement = connection.createStatement()) {
                statement.execute("DROP VIEW IF EXISTS temp.\"" + view.getKey() + '"');
                statement.execute("CREATE TEMP VIEW \"" + view.getKey() + '"' + sql);
            }
        }
    }

    /// The views that people ask, not those of single tables.
    private static Map<String, String> views(Connection connection) throws SQLException {
        Map<String, String> views = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT name, sql FROM sqlite_master WHERE type = 'view' AND name NOT GLOB 'rocpd_*'"
                                + " ORDER BY rowid")) {
            while (rows.next()) {
                views.put(rows.getString(1), rows.getString(2));
            }
        }
        return views;
    }

    private static List<String> columns(Connection connection, String view) throws SQLException {
        return SqlTexts.of(connection, "SELECT lower(name) FROM pragma_table_info('" + view + "', 'main')");
    }
}
