package io.rocprofiler.export.rocpd;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Creates tables and views. Each process has its own tables, with a suffix in their names; views without the
/// suffix show those of all processes, and all other views are built on these. The scripts are also installed,
/// for others who write such databases: `librocprofiler-sdk-rocpd` hands them out.
final class Schema {

    private static final Pattern TABLE =
            Pattern.compile("CREATE VIEW \"(\\w+)\" AS\\s+(SELECT [^;]*\"\\w+)\\{\\{uuid}}\"");

    /// A view that joins tables of records and of their references in one SELECT.
    private static final Pattern JOIN =
            Pattern.compile("CREATE VIEW \"(\\w+)\" AS\\s+(SELECT .*FROM \"rocpd_.*)", Pattern.DOTALL);

    private static final Pattern NAME = Pattern.compile("(\"rocpd_\\w+)\"");

    /// The number of parts per SELECT. SQLite allows 500; far fewer here, so that a test reaches the limit.
    private static final int MOST_PARTS = 50;

    private Schema() {}

    static void create(Connection connection, SchemaVersion version, List<Guid> guids)
            throws IOException, SQLException {
        tables(connection, version, guids);
        views(connection, version, guids, Map.of());
    }

    /// Creates the tables of each process.
    static void tables(Connection connection, SchemaVersion version, List<Guid> guids)
            throws IOException, SQLException {
        for (Guid guid : guids) {
            execute(connection, version, "rocpd_tables.sql", guid);
        }
    }

    /// Creates all views.
    ///
    /// @param added columns, quoted, that tables have besides those of the schema, by plain names of tables; all
    ///     columns of tables that are not in the schema
    static void views(Connection connection, SchemaVersion version, List<Guid> guids, Map<String, List<String>> added)
            throws IOException, SQLException {
        Map<String, List<String>> others = new LinkedHashMap<>(added);
        try (Statement statement = connection.createStatement()) {
            Matcher table = TABLE.matcher(resource(version, "rocpd_views.sql"));
            while (table.find()) {
                String more = others.containsKey(table.group(1))
                        ? ", " + String.join(", ", others.remove(table.group(1)))
                        : "";
                String select = table.group(2).replace("\nFROM", more + "\nFROM");
                unite(statement, table.group(1), guids, guid -> select + guid.suffix() + '"');
            }
            for (Map.Entry<String, List<String>> other : others.entrySet()) {
                String select = "SELECT " + String.join(", ", other.getValue()) + " FROM \"" + other.getKey();
                unite(statement, other.getKey(), guids, guid -> select + guid.suffix() + '"');
            }
            for (String script : List.of("data_views.sql", "summary_views.sql")) {
                for (String sql : statements(resource(version, script))) {
                    view(statement, sql, guids);
                }
            }
        }
    }

    /// Executes a script for the tables of a process.
    static void execute(Connection connection, SchemaVersion version, String script, Guid guid)
            throws IOException, SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements(resource(version, script))) {
                statement.executeUpdate(sql.replace("{{uuid}}", guid.suffix()).replace("{{guid}}", guid.text()));
            }
        }
    }

    private static List<String> statements(String script) {
        return Arrays.stream(script.split(";\n")).filter(sql -> !sql.isBlank()).toList();
    }

    /// Creates a view. With several processes, it joins the tables of each process and unites the results: the
    /// other order takes hundreds of times as long.
    private static void view(Statement statement, String sql, List<Guid> guids) throws SQLException {
        Matcher view = JOIN.matcher(sql);
        if (guids.size() == 1 || !view.find()) {
            statement.executeUpdate(sql);
            return;
        }
        String select = view.group(2);
        unite(statement, view.group(1), guids, guid -> NAME.matcher(select).replaceAll("$1" + guid.suffix() + '"'));
    }

    /// Creates a view that unites the tables of all processes, with intermediate views if there are very many.
    private static void unite(Statement statement, String name, List<Guid> guids, Function<Guid, String> select)
            throws SQLException {
        List<String> selects = new ArrayList<>();
        guids.forEach(guid -> selects.add(select.apply(guid)));
        for (int part = 0; selects.size() > MOST_PARTS; part++) {
            List<String> first = selects.subList(0, MOST_PARTS);
            String view = name + "_part_" + part;
            create(statement, view, first);
            first.clear();
            selects.add("SELECT * FROM \"" + view + '"');
        }
        create(statement, name, selects);
    }

    private static void create(Statement statement, String view, List<String> selects) throws SQLException {
        statement.executeUpdate("CREATE VIEW \"" + view + "\" AS " + String.join(" UNION ALL ", selects));
    }

    /// Reads the root page of every table, by the table's name.
    static Map<String, Integer> roots(Connection connection) throws SQLException {
        Map<String, Integer> roots = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT name, rootpage FROM sqlite_schema WHERE type='table'")) {
            while (rows.next()) {
                roots.put(rows.getString(1), rows.getInt(2));
            }
        }
        return roots;
    }

    private static String resource(SchemaVersion version, String script) throws IOException {
        String name = "versions/" + version + "/" + script;
        try (InputStream in = Schema.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException(name + " is missing in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
