package io.rocprofiler.export.rocpd;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The tables of a merged database. Each process has all tables and columns that any of the sources has, so that
/// one view can show them all; a process from a file without a column has its default there, or null.
final class MergedTables {

    private static final String METADATA = "rocpd_metadata";
    private static final String VERSION = "schema_version";

    private final Connection connection;
    private final List<SourceTables> sources;
    private final List<Guid> guids;
    private final String version;
    private final SchemaVersion schema;

    MergedTables(Connection connection, List<SourceTables> sources) {
        this.connection = connection;
        this.sources = sources;
        this.guids = sources.stream().map(SourceTables::guid).toList();
        this.version = sources.stream()
                .map(source -> whole(source.version()))
                .max(Comparator.comparingLong(MergedTables::number))
                .orElse(SchemaVersion.newest().toString());
        SchemaVersion known = SchemaVersion.of(version);
        this.schema = known == null ? SchemaVersion.newest() : known;
    }

    /// Returns a version with all its parts: rocprofiler-sdk 1.0.0 writes `3` for 3.0.0.
    private static String whole(String version) {
        return version.matches("\\d+") ? version + ".0.0" : version;
    }

    private static long number(String version) {
        long number = 0;
        for (String part : (version + ".0.0.0").split("\\.", -1)) {
            number = number * 1000 + (part.matches("\\d{1,3}") ? Long.parseLong(part) : 0);
        }
        return number;
    }

    /// Creates tables without rows, and all views.
    void create() throws IOException, SQLException {
        Schema.tables(connection, schema, guids);
        Map<String, List<String>> added = new LinkedHashMap<>();
        for (Map.Entry<String, List<TableColumn>> table : columns().entrySet()) {
            List<TableColumn> ours = TableColumn.of(
                    connection, "main", table.getKey() + guids.getFirst().suffix());
            List<TableColumn> more = new ArrayList<>(table.getValue());
            more.removeIf(column -> has(ours, column));
            for (SourceTables source : sources) {
                complete(table.getKey(), source, ours, more);
            }
            if (!more.isEmpty() || ours.isEmpty()) {
                added.put(table.getKey(), more.stream().map(TableColumn::quoted).toList());
            }
        }
        Schema.views(connection, schema, guids, added);
        views();
        for (Guid guid : guids) {
            metadata(guid);
        }
    }

    /// Returns the columns of all sources, by plain names of tables.
    private Map<String, List<TableColumn>> columns() {
        Map<String, List<TableColumn>> all = new LinkedHashMap<>();
        for (SourceTables source : sources) {
            source.columns().forEach((table, columns) -> {
                List<TableColumn> known = all.computeIfAbsent(table, _ -> new ArrayList<>());
                columns.stream().filter(column -> !has(known, column)).forEach(known::add);
            });
        }
        return all;
    }

    private static boolean has(List<TableColumn> columns, TableColumn column) {
        return columns.stream().anyMatch(other -> other.name().equalsIgnoreCase(column.name()));
    }

    /// Gives a process's table the columns that it lacks. Makes it anew where the schema has none, or where it
    /// requires what the source does not have.
    ///
    /// @param ours the columns of the schema, empty if it has no such table
    private void complete(String table, SourceTables source, List<TableColumn> ours, List<TableColumn> more)
            throws SQLException {
        String name = '"' + table + source.guid().suffix() + '"';
        List<TableColumn> theirs = source.columns().getOrDefault(table, List.of());
        boolean isLacking =
                !theirs.isEmpty() && ours.stream().anyMatch(column -> column.isNeeded() && !has(theirs, column));
        try (Statement statement = connection.createStatement()) {
            if (ours.isEmpty() || isLacking) {
                statement.executeUpdate("DROP TABLE IF EXISTS " + name);
                statement.executeUpdate("CREATE TABLE " + name + " ("
                        + Stream.concat(ours.stream(), more.stream())
                                .map(column -> of(source, column).declared(has(theirs, column)))
                                .collect(Collectors.joining(", "))
                        + ")");
                return;
            }
            for (TableColumn column : more) {
                TableColumn own = of(source, column.isLiteral() ? column : column.with(null));
                statement.executeUpdate("ALTER TABLE " + name + " ADD COLUMN " + own.declared(false));
            }
        }
    }

    /// The column as a process has it: `guid` says whose its rows are.
    private static TableColumn of(SourceTables source, TableColumn column) {
        return column.name().equals("guid") ? column.with(literal(source.guid())) : column;
    }

    private static String literal(Guid guid) {
        return "'" + guid.text() + "'";
    }

    /// Takes over the views of sources that the schema does not have; those of another schema than 3 are the ones
    /// that fit its tables.
    private void views() throws SQLException {
        Set<String> known = new HashSet<>(SqlTexts.of(connection, "SELECT name FROM main.sqlite_master"));
        for (SourceTables source : sources) {
            boolean isOther = !version.startsWith("3.") && version.equals(whole(source.version()));
            for (Map.Entry<String, String> view : source.views().entrySet()) {
                String name = view.getKey();
                if (name.contains("_part_") || !(known.add(name) || (isOther && !name.startsWith("rocpd_")))) {
                    continue;
                }
                try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate("DROP VIEW IF EXISTS \"" + name + '"');
                    statement.executeUpdate(view.getValue());
                }
            }
        }
    }

    private void metadata(Guid guid) throws IOException, SQLException {
        Schema.execute(connection, schema, METADATA + ".sql", guid);
        if (!version.equals(schema.toString())) {
            String[] parts = version.split("\\.", -1);
            Map<String, String> values = new LinkedHashMap<>();
            values.put(VERSION, version);
            values.put(VERSION + "_major", parts[0]);
            values.put(VERSION + "_minor", parts.length > 1 ? parts[1] : "0");
            values.put(VERSION + "_patch", parts.length > 2 ? parts[2] : "0");
            try (var update = connection.prepareStatement(
                    "UPDATE \"" + METADATA + guid.suffix() + "\" SET value = ? WHERE tag = ?")) {
                for (Map.Entry<String, String> value : values.entrySet()) {
                    update.setString(1, value.getValue());
                    update.setString(2, value.getKey());
                    update.executeUpdate();
                }
            }
        }
    }

    /// Copies the rows of a process, whose file is attached.
    @Nullable
    Void copy(SourceTables source) throws SQLException {
        for (Map.Entry<String, List<TableColumn>> table : source.columns().entrySet()) {
            boolean isMetadata = table.getKey().equals(METADATA);
            String columns = table.getValue().stream()
                    .filter(column -> !(isMetadata && column.isKey()))
                    .filter(column -> !isDefault(source, column))
                    .map(TableColumn::quoted)
                    .collect(Collectors.joining(", "));
            if (!columns.isEmpty()) {
                try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate("INSERT INTO main.\"" + table.getKey()
                            + source.guid().suffix() + "\" (" + columns + ") SELECT " + columns + " FROM "
                            + RocpdMerge.SOURCE + ".\"" + table.getKey() + source.suffix() + '"'
                            + (isMetadata
                                    ? " WHERE tag NOT IN ('uuid', 'guid') AND tag NOT GLOB '" + VERSION + "*'"
                                    : ""));
                }
            }
        }
        return null;
    }

    /// Whether the tables have the values of a column by default, which takes no room: whose rows they are.
    private static boolean isDefault(SourceTables source, TableColumn column) {
        return column.name().equals("guid") && literal(source.guid()).equals(column.otherwise());
    }
}
