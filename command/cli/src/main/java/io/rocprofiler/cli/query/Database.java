package io.rocprofiler.cli.query;

import static io.rocprofiler.cli.console.CommandException.failed;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.export.rocpd.RocpdExporter;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
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
        throw failed(source + ": no rocpd database; rocprofv3 writes one with -f rocpd");
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
