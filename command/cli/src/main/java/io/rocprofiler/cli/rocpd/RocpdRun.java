package io.rocprofiler.cli.rocpd;

import static io.rocprofiler.cli.console.CommandException.failed;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.output.FileTree;
import io.rocprofiler.cli.query.Database;
import io.rocprofiler.export.rocpd.SqlTexts;
import io.rocprofiler.trace.Run;
import io.rocprofiler.trace.file.Reading;
import io.rocprofiler.trace.foreign.ForeignProcess;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Databases, read as a run: everything that is made of a run can be made of them, whatever tool wrote them.
public final class RocpdRun {

    private static final String PROCESSES = """
            SELECT p."id", p."pid", p."ppid", coalesce(p."start", p."init", 0), coalesce(p."end", p."fini", 0),
                coalesce(p."command", ''), n."hash", n."machine_id", n."hostname", n."system_name", n."release", n."version",
                n."hardware_name", n."domain_name"
            FROM "rocpd_info_process{{uuid}}" p LEFT JOIN "rocpd_info_node{{uuid}}" n ON n."id" = p."nid" ORDER BY p."id\"""";

    private static final List<String> MACHINE = List.of(
            "machine_hash",
            "machine_id",
            "hostname",
            "system_name",
            "system_release",
            "system_version",
            "hardware_name",
            "domain_name");
    private static final int FIRST_OF_MACHINE = 7; // column

    private final Path folder;
    private final LeftOut leftOut = new LeftOut();
    private int processes;

    private RocpdRun(Path folder) {
        this.folder = folder;
    }

    /// Opens databases as one run.
    ///
    /// @param temporary where the records are copied to; the files have no names any more when this returns
    /// @throws CommandException if a file cannot be read
    public static Run open(List<Path> files, Map<String, String> environment, Path temporary, Log log) {
        Path folder = null;
        try {
            folder = Files.createTempDirectory(temporary, "rocprofv3-");
            RocpdRun run = new RocpdRun(folder);
            for (Path file : files) {
                run.add(file, environment);
            }
            run.leftOut.report(log);
            return Run.open(folder, temporary, Reading.SILENT);
        } catch (IOException e) {
            throw failed(temporary + ": " + IoErrorText.of(e) + "; ROCPROF_TMPDIR names another place");
        } finally {
            FileTree.remove(folder);
        }
    }

    private void add(Path file, Map<String, String> environment) throws IOException {
        try (Database database = Database.open(file, environment)) {
            for (String suffix : suffixes(database.connection())) {
                KnownTables tables = new KnownTables(database.connection(), suffix);
                tables.show();
                tables.count(leftOut);
                try (Statement statement = database.connection().createStatement();
                        ResultSet row = statement.executeQuery(PROCESSES.replace("{{uuid}}", suffix))) {
                    while (row.next()) {
                        process(database.connection(), suffix, row);
                    }
                }
            }
        } catch (SQLException e) {
            throw failed(file + ": cannot be read as a rocpd database: " + Database.reason(e));
        }
    }

    /// Returns what the names of the tables end with, of each process; nothing if tables have their plain names.
    private static List<String> suffixes(Connection connection) throws SQLException {
        return SqlTexts.of(
                connection,
                "SELECT substr(name, length('rocpd_event') + 1) FROM sqlite_master WHERE type = 'table'"
                        + " AND name GLOB 'rocpd_event*' ORDER BY name");
    }

    private void process(Connection connection, String suffix, ResultSet row) throws SQLException, IOException {
        long pid = row.getLong(2);
        Path directory = folder.resolve(pid + "-" + ++processes);
        try (ForeignProcess process = ForeignProcess.create(directory)) {
            ProcessImport copy =
                    new ProcessImport(new RecordQueries(connection, suffix, row.getLong(1)), process, leftOut);
            copy.run();
            process.finish(properties(row), copy.agents().lines(), pid, row.getLong(4), row.getLong(5));
        }
    }

    private static Map<String, String> properties(ResultSet row) throws SQLException {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("format", "1");
        properties.put("pid", row.getString(2));
        if (row.getString(3) != null) {
            properties.put("ppid", row.getString(3));
        }
        properties.put("start_boottime_ns", row.getString(4));
        // The database has the arguments with blanks between them.
        properties.put(
                "command",
                row.getString(6).replace("\\", "\\\\").replace("\n", "\\n").replace(" ", "\\0"));
        for (int i = 0; i < MACHINE.size(); i++) {
            String value = row.getString(FIRST_OF_MACHINE + i);
            if (value != null) {
                properties.put(MACHINE.get(i), value);
            }
        }
        return properties;
    }
}
