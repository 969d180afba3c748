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
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tables and views. Each process has tables of its own, told apart by the end of their names; views without that end
/// show those of all processes, and everything else is views over these.
final class Schema {

    static final String VERSION = "3";

    private static final Pattern TABLE =
            Pattern.compile("CREATE TABLE \"(\\w+)\\{\\{uuid}}\" \\((.*?)\n\\)", Pattern.DOTALL);

    private static final Pattern COLUMN = Pattern.compile("\n +(\"\\w+\") ");
    private static final String GUID = "\"guid\"";

    /// A view of tables of records and of what they refer to, in one SELECT.
    private static final Pattern JOIN =
            Pattern.compile("CREATE VIEW \"(\\w+)\" AS\\s+(SELECT .*FROM \"rocpd_.*)", Pattern.DOTALL);

    private static final Pattern NAME = Pattern.compile("(\"rocpd_\\w+)\"");

    /// What SQLite lets a SELECT put together is 500 parts; far fewer, so that a test has them.
    private static final int MOST_PARTS = 50;

    private Schema() {}

    static void create(Connection connection, List<Guid> guids) throws IOException, SQLException {
        String tables = resource("tables.sql");
        try (Statement statement = connection.createStatement()) {
            for (Guid guid : guids) {
                for (String sql : statements(tables)) {
                    statement.executeUpdate(
                            sql.replace("{{uuid}}", guid.suffix()).replace("{{guid}}", guid.text()));
                }
            }
            Matcher table = TABLE.matcher(tables);
            while (table.find()) {
                String name = table.group(1);
                String select = "SELECT " + columns(table.group(2)) + " FROM \"" + name;
                unite(statement, name, guids, guid -> select + guid.suffix() + '"');
            }
            for (String sql : statements(resource("views.sql"))) {
                view(statement, sql, guids);
            }
        }
    }

    /// In AMD's order, in which `guid` is the second.
    private static String columns(String definitions) {
        List<String> names = new ArrayList<>();
        Matcher column = COLUMN.matcher(definitions);
        while (column.find()) {
            names.add(column.group(1));
        }
        if (names.remove(GUID)) {
            names.add(1, GUID);
        }
        return String.join(", ", names);
    }

    private static List<String> statements(String script) {
        return Arrays.stream(script.split(";\n")).filter(sql -> !sql.isBlank()).toList();
    }

    /// With several processes, tables are joined process by process: the other way round takes hundreds of times
    /// as long.
    private static void view(Statement statement, String sql, List<Guid> guids) throws SQLException {
        Matcher view = JOIN.matcher(sql);
        if (guids.size() == 1 || !view.find()) {
            statement.executeUpdate(sql);
            return;
        }
        String select = view.group(2);
        unite(statement, view.group(1), guids, guid -> NAME.matcher(select).replaceAll("$1" + guid.suffix() + '"'));
    }

    /// Makes a view of what each process has, by way of views of parts if there are very many.
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

    /// The first page of every table, by the table's name.
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

    private static String resource(String name) throws IOException {
        try (InputStream in = Schema.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException(name + " is missing in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
