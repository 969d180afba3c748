package io.rocprofiler.export.rocpd;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exporter;
import io.rocprofiler.export.text.Node;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.kind.Domain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sqlite.SQLiteConfig;

/// Writes AMD's `<prefix>_results.db` (`generateRocpd.cpp` of rocprofiler-sdk 1.0.0). SQLite creates the schema
/// and fills the small tables; the tables with a row per record are filled page by page ([TableTree]). Each
/// process of a file has its own tables, as if separate files had been attached to each other.
public final class RocpdExporter implements Exporter {

    /// All domains except the one that is missing in AMD's database, too.
    private static final Set<Domain> DOMAINS = EnumSet.complementOf(EnumSet.of(Domain.ROCJPEG_API));

    private final SchemaVersion version;

    /// Writes the newest version of the schema.
    public RocpdExporter() {
        this(SchemaVersion.newest());
    }

    public RocpdExporter(SchemaVersion version) {
        this.version = version;
    }

    @Override
    public List<Path> write(Export export) throws IOException {
        Path file = export.prefix().file("results", "db");
        export.prefix().createDirectories();
        NewFile.empty(file);
        try {
            write(export, file);
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
        return List.of(file);
    }

    private void write(Export export, Path file) throws IOException, SQLException {
        List<Guid> guids = new ArrayList<>();
        for (ProcessTrace process : export.processes()) {
            guids.add(Guid.of(process, Node.of(process).machineId()));
        }
        Map<String, Integer> roots;
        try (Connection connection = open(file)) {
            Schema.create(connection, version, guids);
            connection.commit();
            roots = Schema.roots(connection);
        }
        for (int i = 0; i < guids.size(); i++) {
            write(export, file, roots, guids.get(i), export.processes().get(i));
        }
    }

    private void write(Export export, Path file, Map<String, Integer> roots, Guid guid, ProcessTrace process)
            throws IOException, SQLException {
        Node node = Node.of(process);
        Strings strings = new Strings(process, export.display().kernels());
        RecordTables records;
        try (PageFile pages = new PageFile(file);
                RecordTables open = new RecordTables(
                        pages, roots, guid, version, process, node.id(), strings, name -> file + "-" + name)) {
            records = open;
            export.forEach(process, DOMAINS, record -> {
                try {
                    open.add(record);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            open.finish();
            pages.finish();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        try (Connection connection = open(file)) {
            new InfoTables(connection, version, guid, records, node).write(export);
            connection.commit();
        }
    }

    /// Opens the database without journaling: an incomplete file is deleted.
    private static Connection open(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setPageSize(PageFile.PAGE_SIZE);
        config.setJournalMode(SQLiteConfig.JournalMode.OFF);
        config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
        config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
        config.enforceForeignKeys(false);
        Connection connection = config.createConnection("jdbc:sqlite:" + file);
        connection.setAutoCommit(false);
        return connection;
    }
}
