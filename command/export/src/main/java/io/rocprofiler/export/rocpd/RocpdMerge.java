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

/// Joins databases, ours and those of AMD's tools, to one: the tables of every process with all their rows and
/// columns, and views of all. The schema is the newest of theirs; what has no place in it, because a file is of a
/// version that is not known here, is added as it is there ([MergedTables]).
public final class RocpdMerge {

    static final String SOURCE = "source";

    private RocpdMerge() {}

    /// Writes a database.
    ///
    /// @param target does not exist; stays incomplete if this throws
    /// @return tables with rows that belong to no process and were left out
    /// @throws IOException if a file cannot be read or written, or two files have the same process
    public static Set<String> merge(List<Path> files, Path target) throws IOException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.OFF);
        config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
        config.enforceForeignKeys(false);
        try (Connection connection = config.createConnection("jdbc:sqlite:" + NewFile.empty(target))) {
            Set<String> leftOut = new LinkedHashSet<>();
            List<SourceTables> all = new ArrayList<>();
            for (Path file : files) {
                all.addAll(attached(connection, file, () -> SourceTables.of(connection, file, leftOut)));
            }
            refuseDoubles(all);
            connection.setAutoCommit(false);
            MergedTables merged = new MergedTables(connection, all);
            merged.create();
            connection.commit();
            connection.setAutoCommit(true);
            for (SourceTables tables : all) {
                attached(connection, tables.file(), () -> merged.copy(tables));
            }
            return leftOut;
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static void refuseDoubles(List<SourceTables> all) throws IOException {
        Map<String, Path> files = new LinkedHashMap<>();
        for (SourceTables tables : all) {
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
}
