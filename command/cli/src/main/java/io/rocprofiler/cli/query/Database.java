package io.rocprofiler.cli.query;

import static io.rocprofiler.cli.console.CommandException.failed;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.export.rocpd.RocpdExporter;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// A rocpd database, opened for reading: a file of ours or of AMD's tool, or one made of a run for as long as it is
/// open. Thread rule: one thread.
public final class Database implements AutoCloseable {

    private static final int SQLITE_HEAD = 100;
    private static final int PAGE_SIZE = 16;
    private static final int PAGES = 28;
    private static final String READ_ONLY = "1"; // SQLITE_OPEN_READONLY

    private final Path source;
    private final Connection connection;
    private final @Nullable Path made;

    private Database(Path source, Connection connection, @Nullable Path made) {
        this.source = source;
        this.connection = connection;
        this.made = made;
    }

    /// Opens a database, or makes one of a run.
    ///
    /// @param source a file, or a directory that [Run#open] takes
    /// @throws CommandException if there is nothing to read
    public static Database open(Path source, Map<String, String> environment) {
        if (!Files.exists(source)) {
            throw failed(source + ": no such file or directory");
        }
        try {
            Path made = Files.isDirectory(source)
                    ? ConvertedRun.of(source, environment, new RocpdExporter(), "run", "or a file *.db")
                    : null;
            return new Database(source, connect(made == null ? source : made, source), made);
        } catch (IOException e) {
            throw failed(source + ": " + IoErrorText.of(e));
        }
    }

    private static Connection connect(Path file, Path source) {
        Properties properties = new Properties();
        properties.setProperty("open_mode", READ_ONLY);
        try {
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, properties);
            try (Statement statement = connection.createStatement();
                    ResultSet found = statement.executeQuery(
                            "SELECT count(*) FROM sqlite_master WHERE name IN ('kernels', 'regions', 'rocpd_string')")) {
                if (found.getInt(1) == 3) {
                    return connection;
                }
            }
            connection.close();
        } catch (SQLException _) {
            // said below
        }
        throw failed(source
                + (isCut(file)
                        ? ": the database is cut: its file is shorter than it says; copy it again"
                        : ": no rocpd database; rocprofv3 writes one with -f rocpd"));
    }

    /// Whether a file begins as SQLite's do (sqlite.org/fileformat.html) and has fewer pages than it says.
    private static boolean isCut(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            ByteBuffer head = ByteBuffer.wrap(in.readNBytes(SQLITE_HEAD));
            if (!StandardCharsets.ISO_8859_1.decode(head.duplicate()).toString().startsWith("SQLite format 3")) {
                return false;
            }
            if (head.remaining() < SQLITE_HEAD) {
                return true;
            }
            int size = Short.toUnsignedInt(head.getShort(PAGE_SIZE));
            return Files.size(file) < Integer.toUnsignedLong(head.getInt(PAGES)) * (size == 1 ? 1 << 16 : size);
        } catch (IOException _) {
            return false;
        }
    }

    /// Shows only rows whose times can be true from now on, and says how many others there are.
    public void showTimed(Log log) throws SQLException {
        String others = TimedRows.others(connection);
        if (!others.isEmpty()) {
            log.warning(source + ": left out, as their times cannot be true: " + others);
            TimedRows.show(connection, TimedRows.CONDITION);
        }
    }

    public Connection connection() {
        return connection;
    }

    /// Returns SQLite's own words, without the driver's.
    public static String reason(SQLException e) {
        return String.valueOf(e.getMessage()).replaceFirst("^\\[\\w+] ", "").replaceFirst("(?s)^.*?\\((.*)\\)$", "$1");
    }

    @Override
    public void close() {
        try {
            connection.close();
            if (made != null) {
                Files.deleteIfExists(made);
                Files.deleteIfExists(made.toAbsolutePath().getParent());
            }
        } catch (SQLException | IOException _) {
            // Temporary files are removed by the system.
        }
    }
}
