package io.rocprofiler.trace.export.rocpd;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tables and views. Each process has tables of its own, told apart by the end of their names; views without that end
/// show those of all processes, and everything else is views over these.
final class Schema {

    static final String VERSION = "3";

    private static final Pattern TABLE = Pattern.compile("CREATE TABLE \"(\\w+)\\{\\{uuid}}\"");

    /// What SQLite lets a SELECT put together is 500 parts.
    private static final int MOST_PARTS = 400;

    private Schema() {}

    static void create(Connection connection, List<Guid> guids) throws IOException, SQLException {
        String tables = resource("tables.sql");
        try (Statement statement = connection.createStatement()) {
            for (Guid guid : guids) {
                run(statement, tables.replace("{{uuid}}", guid.suffix()).replace("{{guid}}", guid.text()));
            }
            Matcher table = TABLE.matcher(tables);
            while (table.find()) {
                unite(statement, table.group(1), guids);
            }
            run(statement, resource("views.sql"));
        }
    }

    private static void run(Statement statement, String script) throws SQLException {
        for (String sql : script.split(";\n")) {
            if (!sql.isBlank()) {
                statement.executeUpdate(sql);
            }
        }
    }

    /// Makes the view of all processes' tables, by way of views of parts if there are very many.
    private static void unite(Statement statement, String name, List<Guid> guids) throws SQLException {
        List<String> names = new ArrayList<>();
        guids.forEach(guid -> names.add(name + guid.suffix()));
        for (int part = 0; names.size() > MOST_PARTS; part++) {
            List<String> first = names.subList(0, MOST_PARTS);
            String view = name + "_part_" + part;
            view(statement, view, first);
            first.clear();
            names.add(view);
        }
        view(statement, name, names);
    }

    private static void view(Statement statement, String name, List<String> tables) throws SQLException {
        List<String> selects = new ArrayList<>();
        tables.forEach(table -> selects.add("SELECT * FROM \"" + table + '"'));
        statement.executeUpdate("CREATE VIEW \"" + name + "\" AS " + String.join(" UNION ALL ", selects));
    }

    /// The first page of every table, by the table's name.
    static Map<String, Integer> roots(Connection connection) throws SQLException {
        Map<String, Integer> roots = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name, rootpage FROM sqlite_schema WHERE type='table'")) {
            while (rows.next()) {
                roots.put(rows.getString(1), rows.getInt(2));
            }
        }
        return roots;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Schema.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException(name + " is missing in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
