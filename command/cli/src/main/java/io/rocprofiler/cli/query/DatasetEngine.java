package io.rocprofiler.cli.query;

import static io.rocprofiler.cli.console.CommandException.failed;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.dataset.RunFacts;
import io.rocprofiler.cli.output.FileTree;
import io.rocprofiler.export.parquet.DatasetExporter;
import io.rocprofiler.questions.DatasetTable;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A dataset, opened for reading by DuckDB: a folder, or one made of a run for as long as it is open. Its tables are
/// views over the files. Thread rule: one thread.
final class DatasetEngine implements AutoCloseable {

    private static final int PARTITIONS = DatasetTable.PARTITIONS.size();

    private final Connection connection;
    private final @Nullable Path made;
    private final List<String> untimed = new ArrayList<>(); // how many rows of which table

    private DatasetEngine(Connection connection, @Nullable Path made) {
        this.connection = connection;
        this.made = made;
    }

    /// Whether a path is a dataset's folder.
    static boolean isDataset(Path source) {
        return Files.isDirectory(source.resolve("processes"));
    }

    /// Opens a dataset, or makes one of a run.
    ///
    /// @param source a dataset's folder, or a directory that [Run#open] takes
    /// @throws CommandException if there is nothing to read
    static DatasetEngine open(Path source, Map<String, String> environment, Log log) {
        Path made = null;
        try {
            made = isDataset(source)
                    ? null
                    : ConvertedRun.of(
                            source,
                            environment,
                            new DatasetExporter(new RunFacts()::of),
                            "",
                            "a dataset, or a file *.db");
            Connection connection = DriverManager.getConnection("jdbc:duckdb:");
            DatasetEngine engine = new DatasetEngine(connection, made);
            engine.views(made == null ? source : made);
            engine.reportUntimed(source, log);
            return engine;
        } catch (IOException e) {
            FileTree.remove(made);
            throw failed(source + ": " + IoErrorText.of(e));
        } catch (SQLException e) {
            FileTree.remove(made);
            throw failed(source + ": cannot be read as a dataset: " + reason(e));
        }
    }

    private void views(Path root) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            for (DatasetTable table : DatasetTable.all()) {
                Path folder = root.resolve(table.name());
                String rows = hasFiles(folder) ? files(folder, table) : none(table);
                String end = table.lasts() ? ", start + duration AS \"end\"" : "";
                statement.execute("CREATE TEMPORARY VIEW " + table.name() + " AS SELECT *" + end + " FROM (" + rows
                        + ")" + (table.isTimed() ? " WHERE start IS NOT NULL" : ""));
                if (table.isTimed()) {
                    count(statement, table, rows);
                }
            }
            for (String view : DatasetTable.views()) {
                statement.execute(view);
            }
        }
    }

    private void count(Statement statement, DatasetTable table, String rows) throws SQLException {
        try (ResultSet count = statement.executeQuery("SELECT count(*) FROM (" + rows + ") WHERE start IS NULL")) {
            if (count.next() && count.getLong(1) > 0) {
                untimed.add(count.getLong(1) + " " + table.name());
            }
        }
    }

    /// Says how many rows the views leave out, as durations of records without times are no answers.
    private void reportUntimed(Path source, Log log) {
        if (!untimed.isEmpty()) {
            log.warning(source + ": left out, as their times cannot be true: " + String.join(", ", untimed));
        }
    }

    private static boolean hasFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.find(
                folder,
                PARTITIONS + 1,
                (path, _) -> isPart(String.valueOf(path.getFileName())),
                FileVisitOption.FOLLOW_LINKS)) {
            return files.findFirst().isPresent();
        }
    }

    private static boolean isPart(String name) {
        return name.endsWith(".parquet") && !name.startsWith(".");
    }

    private static String files(Path folder, DatasetTable table) {
        // In a glob, a character in brackets stands for itself.
        String path = folder.toString().replaceAll("[\\[*?]", "[$0]").replace("'", "''");
        String types = DatasetTable.PARTITIONS.stream()
                .map(column -> column.name() + ": " + column.sqlType("VARCHAR"))
                .collect(Collectors.joining(", ", "{", "}"));
        return "SELECT " + names(table) + " FROM read_parquet('" + path
                + "/*/*/*/*.parquet', hive_partitioning = true, " + "hive_types = " + types + ")";
    }

    private static String names(DatasetTable table) {
        return columns(table).stream().map(DatasetTable.Column::name).collect(Collectors.joining(", "));
    }

    private static String none(DatasetTable table) {
        return columns(table).stream()
                .map(column -> "CAST(NULL AS " + column.sqlType("VARCHAR") + ") AS " + column.name())
                .collect(Collectors.joining(", ", "SELECT ", " WHERE false"));
    }

    private static List<DatasetTable.Column> columns(DatasetTable table) {
        List<DatasetTable.Column> columns = new ArrayList<>(DatasetTable.PARTITIONS);
        columns.addAll(table.columns());
        return columns;
    }

    /// Refuses what is no question: DuckDB would run it before it says that there is no answer.
    void check(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT json_serialize_sql(?)")) {
            statement.setString(1, sql);
            try (ResultSet result = statement.executeQuery()) {
                if (result.next() && result.getString(1).contains("Only SELECT statements can be serialized")) {
                    throw failed("the query failed: it is no SELECT, and a dataset is only read");
                }
            }
        }
    }

    Connection connection() {
        return connection;
    }

    /// Returns the first line of DuckDB's words, without the sort of the error.
    static String reason(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("").replaceFirst("^[\\w ]+ Error: ", "");
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException _) {
            // Nothing is written.
        }
        FileTree.remove(made);
    }
}
