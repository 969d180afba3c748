package io.rocprofiler.export.rocpd;

import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/// Joins databases, ours and those of AMD's tools, to one: the tables of every process as they are, and views of all.
public final class RocpdMerge {

    private static final String SOURCE = "source";

    /// A process's tables in one of the files.
    private record Tables(Path file, String suffix, Guid guid) {}

    private RocpdMerge() {}

    /// Writes a database.
    ///
    /// @param target does not exist; stays incomplete if this throws
    /// @return columns and tables that are not in the schema and were left out
    /// @throws IOException if a file cannot be read or written, or two files have the same process
    public static Set<String> merge(List<Path> files, Path target) throws IOException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.OFF);
        config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
        config.enforceForeignKeys(false);
        try (Connection connection = config.createConnection("jdbc:sqlite:" + NewFile.empty(target))) {
            List<Tables> all = new ArrayList<>();
            for (Path file : files) {
                all.addAll(attached(connection, file, () -> tables(connection, file)));
            }
            refuseDoubles(all);
            connection.setAutoCommit(false);
            Schema.create(connection, all.stream().map(Tables::guid).toList());
            connection.commit();
            connection.setAutoCommit(true);
            Set<String> leftOut = new LinkedHashSet<>();
            for (Tables tables : all) {
                attached(connection, tables.file(), () -> copy(connection, tables, leftOut));
            }
            return leftOut;
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static void refuseDoubles(List<Tables> all) throws IOException {
        Map<String, Path> files = new LinkedHashMap<>();
        for (Tables tables : all) {
            Path other = files.putIfAbsent(tables.guid().text(), tables.file());
            if (other != null) {
                throw new IOException(other + " and " + tables.file() + " have the same process ("
                        + tables.guid().text() + ")");
            }
        }
    }

    @FunctionalInterface
    private interface Work<T extends @Nullable Object> {
        T run() throws SQLException, IOException;
    }

    private static <T extends @Nullable Object> T attached(Connection connection, Path file, Work<T> work)
            throws SQLException, IOException {
        try (PreparedStatement attach = connection.prepareStatement("ATTACH ? AS " + SOURCE)) {
            attach.setString(1, file.toUri().toString().replaceFirst("^file:///", "file:/") + "?mode=ro");
            attach.execute();
        }
        try {
            return work.run();
        } finally {
            try (Statement statement = connection.createStatement()) {
                statement.execute("DETACH " + SOURCE);
            }
        }
    }

    private static List<Tables> tables(Connection connection, Path file) throws SQLException {
        List<Tables> tables = new ArrayList<>();
        for (String name : SqlTexts.of(
                connection,
                "SELECT name FROM " + SOURCE + ".sqlite_master WHERE type = 'table' AND name GLOB 'rocpd_metadata*'"
                        + " ORDER BY name")) {
            for (String guid : SqlTexts.of(
                    connection, "SELECT value FROM " + SOURCE + ".\"" + name + "\" WHERE tag = 'guid' ORDER BY id")) {
                tables.add(new Tables(file, name.substring("rocpd_metadata".length()), new Guid(guid)));
            }
        }
        return tables;
    }

    private static @Nullable Void copy(Connection connection, Tables tables, Set<String> leftOut) throws SQLException {
        String end = tables.suffix();
        for (String name : SqlTexts.of(
                connection,
                "SELECT name FROM " + SOURCE + ".sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
                        + " AND substr(name, -length('" + end + "')) = '" + end + "'")) {
            String plain = name.substring(0, name.length() - end.length());
            List<String> ours =
                    columns(connection, "main", plain + tables.guid().suffix());
            List<String> theirs = columns(connection, SOURCE, name);
            List<String> both = new ArrayList<>(theirs);
            both.retainAll(ours);
            both.remove("guid"); // ours by default, which takes no room
            theirs.removeAll(ours);
            theirs.forEach(column -> leftOut.add(plain + "." + column));
            if (!both.isEmpty()) {
                String list = '"' + String.join("\", \"", both) + '"';
                try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate(
                            "INSERT INTO main.\"" + plain + tables.guid().suffix() + "\" (" + list + ") SELECT " + list
                                    + " FROM " + SOURCE + ".\"" + name + '"');
                }
            }
        }
        return null;
    }

    private static List<String> columns(Connection connection, String database, String table) throws SQLException {
        return SqlTexts.of(connection, "SELECT name FROM pragma_table_info('" + table + "', '" + database + "')");
    }
}
