package io.rocprofiler.export.rocpd;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A process's tables in one of the files to merge.
///
/// @param suffix of their names; empty if they have their plain ones
/// @param version of the schema, as the file says it
/// @param columns by the plain name of the table
/// @param views that are not those of single tables: SQL by name
record SourceTables(
        Path file,
        String suffix,
        Guid guid,
        String version,
        Map<String, List<TableColumn>> columns,
        Map<String, String> views) {

    private static final String METADATA = "rocpd_metadata";
    private static final String MASTER = RocpdMerge.SOURCE + ".sqlite_master";

    /// Reads which tables an attached file has.
    ///
    /// @param leftOut receives the names of tables with rows that are of no process
    static List<SourceTables> of(Connection connection, Path file, Set<String> leftOut) throws SQLException {
        List<SourceTables> all = new ArrayList<>();
        List<String> names = SqlTexts.of(
                connection,
                "SELECT name FROM " + MASTER + " WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid");
        List<String> others = new ArrayList<>(names);
        for (String metadata :
                names.stream().filter(name -> name.startsWith(METADATA)).toList()) {
            String suffix = metadata.substring(METADATA.length());
            List<String> own = names.stream()
                    .filter(name -> name.startsWith("rocpd_") && name.endsWith(suffix))
                    .toList();
            others.removeAll(own);
            Map<String, List<TableColumn>> columns = new LinkedHashMap<>();
            for (String name : own) {
                columns.put(
                        name.substring(0, name.length() - suffix.length()),
                        TableColumn.of(connection, RocpdMerge.SOURCE, name));
            }
            for (String guid : values(connection, metadata, "guid")) {
                List<String> versions = values(connection, metadata, "schema_version");
                String version = versions.isEmpty() ? "3" : versions.getLast();
                all.add(new SourceTables(file, suffix, new Guid(guid), version, columns, views(connection)));
            }
        }
        for (String name : others) {
            if (!SqlTexts.of(connection, "SELECT 1 FROM " + RocpdMerge.SOURCE + ".\"" + name + "\" LIMIT 1")
                    .isEmpty()) {
                leftOut.add(name);
            }
        }
        return all;
    }

    private static List<String> values(Connection connection, String table, String tag) throws SQLException {
        return SqlTexts.of(
                connection,
                "SELECT value FROM " + RocpdMerge.SOURCE + ".\"" + table + "\" WHERE tag = '" + tag + "' ORDER BY id");
    }

    private static Map<String, String> views(Connection connection) throws SQLException {
        Map<String, String> views = new LinkedHashMap<>();
        for (String name :
                SqlTexts.of(connection, "SELECT name FROM " + MASTER + " WHERE type = 'view' ORDER BY rowid")) {
            views.put(
                    name,
                    SqlTexts.of(connection, "SELECT sql FROM " + MASTER + " WHERE name = '" + name + "'")
                            .getFirst());
        }
        return views;
    }
}
