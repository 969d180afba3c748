package io.rocprofiler.cli.rocpd;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// A database that SQL writes, in the form of one of the versions that AMD documents.
///
/// @param suffix of the names of its tables
record AmdDatabase(Path file, String version, String suffix) {

    /// What columns with a choice of texts have; all others have a text of their own.
    private static final Map<String, String> CHOICES = Map.of(
            "rocpd_info_agent.type", "'GPU'",
            "rocpd_info_pmc.target_arch", "'GPU'",
            "rocpd_info_pmc.value_type", "'ABS'",
            "rocpd_info_code_object.storage_type", "'FILE'",
            "rocpd_memory_allocate.type", "'ALLOC'",
            "rocpd_memory_allocate.level", "'REAL'");

    private static final int ROWS = 3;

    /// The versions, in order: each has what those before it have.
    static List<String> versions() throws IOException {
        List<String> versions = new ArrayList<>(List.of("3.0.0"));
        text("versions.sql")
                .lines()
                .filter(line -> line.matches("-- \\d\\.\\d\\.\\d"))
                .forEach(line -> versions.add(line.substring(3)));
        return versions;
    }

    private static AmdDatabase of(Path folder, String version, int number, String rows)
            throws IOException, SQLException {
        AmdDatabase database =
                new AmdDatabase(folder.resolve("amd-" + version + "-" + number + ".db"), version, "_0198_" + number);
        StringBuilder sql = new StringBuilder(text("schema.sql")).append(rows);
        boolean isWanted = !version.equals("3.0.0");
        for (String section : text("versions.sql").split("(?m)^-- (?=\\d)")) {
            String name = section.substring(0, section.indexOf('\n'));
            if (isWanted && name.matches("[\\d.]+")) {
                sql.append(section.substring(name.length()));
                isWanted = !name.equals(version);
            }
        }
        sql.append("DELETE FROM \"rocpd_metadata{{uuid}}\"; INSERT INTO \"rocpd_metadata{{uuid}}\" (tag, value) VALUES")
                .append(" ('schema_version', '")
                .append(version.equals("3.0.0") ? "3" : version)
                .append("'), ('uuid', '{{uuid}}'), ('guid', '{{guid}}');");
        database.execute(sql.toString());
        return database;
    }

    /// Writes a database of one process, as AMD's tool fills it: `process.sql`.
    ///
    /// @param number makes its process another one than that of other databases
    static AmdDatabase ofProcess(Path folder, String version, int number) throws IOException, SQLException {
        String rows = text("process.sql").replace("{{pid}}", "70" + number).replace("{{kernel}}", "20000");
        return of(folder, version, number, rows);
    }

    /// Writes a database in which each column of each table has values of its own.
    ///
    /// @param number makes its process another one than that of other databases
    static AmdDatabase full(Path folder, String version, int number) throws IOException, SQLException {
        AmdDatabase database = of(folder, version, number, "");
        StringBuilder rows = new StringBuilder();
        for (String table : database.tables()) {
            if (!table.equals("rocpd_metadata")) {
                rows.append(database.filling(table));
            }
        }
        return database.execute(rows.toString());
    }

    /// Returns SQL that adds three rows to a table.
    String filling(String table) throws SQLException {
        Map<String, String> columns = columns(table);
        columns.remove("guid");
        StringBuilder sql = new StringBuilder();
        for (int row = 1; row <= ROWS; row++) {
            List<String> values = new ArrayList<>();
            for (Map.Entry<String, String> column : columns.entrySet()) {
                values.add(value(table, column.getKey(), column.getValue(), row));
            }
            sql.append("INSERT INTO \"" + table + "{{uuid}}\" (" + list(columns.keySet()) + ") VALUES ("
                    + String.join(", ", values) + ");\n");
        }
        return sql.toString();
    }

    /// Returns the names of columns in SQL.
    static String list(Set<String> columns) {
        return '"' + String.join("\", \"", columns) + '"';
    }

    /// Returns what a column of a row has where [#filling(String)] adds it, in SQL.
    String value(String table, String column, String type, int row) {
        String place = table + "." + column;
        long number = Integer.toUnsignedLong((place + row + suffix).hashCode());
        return switch (column.equals("id") ? "ID" : type) {
            case "ID" -> Integer.toString(row);
            case "TEXT" -> CHOICES.getOrDefault(place, "'" + place + " " + row + suffix + "'");
            case "JSONB" -> "'{\"" + place + "\": " + number + "}'";
            case "REAL" -> number + ".5";
            case "BLOB" -> "x'" + Long.toHexString(number | 1L << 32).substring(1) + "'";
            default -> Long.toString(number);
        };
    }

    /// Runs statements, in which `{{uuid}}` and `{{guid}}` stand for this database's.
    AmdDatabase execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA synchronous = OFF");
            statement.executeUpdate(sql.replace("{{uuid}}", suffix)
                    .replace("{{guid}}", suffix.substring(1).replace('_', '-')));
        }
        return this;
    }

    /// The plain names of its tables.
    List<String> tables() throws SQLException {
        return rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'rocpd_*'").stream()
                .map(name -> name.substring(0, name.length() - suffix.length()))
                .toList();
    }

    /// Returns the types of a table's columns by their names, in order.
    Map<String, String> columns(String table) throws SQLException {
        Map<String, String> columns = new LinkedHashMap<>();
        for (String column : rows("SELECT name, type FROM pragma_table_info('" + table + suffix + "')")) {
            columns.put(column.split("[|]")[0], column.split("[|]")[1]);
        }
        return columns;
    }

    List<String> rows(String sql) throws SQLException {
        return rows(file, sql);
    }

    /// Returns the rows that a query of a database answers, their values with bars between them.
    static List<String> rows(Path file, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                Object[] row = new Object[columns];
                for (int i = 0; i < columns; i++) {
                    row[i] = result.getObject(i + 1) instanceof byte[] bytes
                            ? Arrays.toString(bytes)
                            : result.getObject(i + 1);
                }
                rows.add(Arrays.stream(row).map(String::valueOf).collect(Collectors.joining("|")));
            }
        }
        return rows;
    }

    static String text(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(AmdDatabase.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
