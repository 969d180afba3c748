package io.rocprofiler.cli.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/// The views that questions with names ask, over those of rocpd, which knows neither runs nor ranks: on a connection,
/// they hide those of the database.
final class RocpdViews {

    private static final String NOWHERE = "'' AS run, '' AS host, -1 AS rank";

    private RocpdViews() {}

    static void make(Connection connection) throws SQLException {
        Map<String, String> views = new LinkedHashMap<>();
        for (String name : new String[] {"kernels", "memory_copies"}) {
            String graphs = knowsGraphs(connection, name) ? "" : "0 AS graph_exec_id, 0 AS graph_node_id, ";
            views.put(name, "SELECT *, " + graphs + NOWHERE + " FROM " + shown(connection, name));
        }
        String processes = shown(connection, "processes");
        views.put("processes", "SELECT *, \"end\" - start AS duration, " + NOWHERE + " FROM " + processes);
        String regions = shown(connection, "regions");
        views.put(
                "calls",
                "SELECT " + NOWHERE + ", category, name, pid, tid, start, duration FROM " + regions
                        + " WHERE category NOT LIKE 'MARKER%'");
        views.put(
                "ranges",
                "SELECT " + NOWHERE
                        + ", category, coalesce(json_extract(extdata, '$.message'), name) AS name, pid, tid,"
                        + " start, duration FROM " + regions + " WHERE category LIKE 'MARKER%'");
        views.put("regions", "SELECT * FROM calls UNION ALL SELECT * FROM ranges");
        try (Statement statement = connection.createStatement()) {
            for (Map.Entry<String, String> view : views.entrySet()) {
                statement.execute("DROP VIEW IF EXISTS temp." + view.getKey());
                statement.execute("CREATE TEMP VIEW " + view.getKey() + " AS " + view.getValue());
            }
        }
    }

    /// Whether the schema is 3.0.2 or later.
    private static boolean knowsGraphs(Connection connection, String view) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT 1 FROM pragma_table_info(?) WHERE name = 'graph_exec_id'")) {
            statement.setString(1, view);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /// Returns what a view of the database shows on this connection: that of a part of the time, if one was asked for.
    private static String shown(Connection connection, String view) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT sql FROM sqlite_temp_master WHERE type = 'view' AND name = ?")) {
            statement.setString(1, view);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? "(" + row.getString(1).replaceFirst("(?is)^.*?\\bAS\\b", "") + ")" : "main." + view;
            }
        }
    }
}
