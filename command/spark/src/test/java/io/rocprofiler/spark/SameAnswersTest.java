package io.rocprofiler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.questions.DatasetTable;
import io.rocprofiler.questions.NamedQuery;
import java.io.IOException;
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
import java.util.Locale;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every question with a name, asked Spark and DuckDB: one text, the same rows.
class SameAnswersTest {

    @TempDir
    static Path directory;

    private static SparkSession spark;
    private static Connection duck;

    /// A dataset of three ranks on two machines, whose clocks differ by a second; written by DuckDB, so that it does
    /// not need our writer.
    @BeforeAll
    static void write() throws SQLException, IOException {
        duck = DriverManager.getConnection("jdbc:duckdb:");
        for (int rank = 0; rank < 3; rank++) {
            String part = "run=01/host=" + (rank < 2 ? "0a" : "17") + "/rank=" + rank + "/part-" + rank + ".parquet";
            for (DatasetTable table : DatasetTable.all()) {
                if (!table.name().equals("marks") && !(table.name().equals("memory_copies") && rank == 1)) {
                    Path file = directory.resolve(table.name()).resolve(part);
                    Files.createDirectories(file.getParent());
                    run("COPY (" + rows(table, rank) + ") TO '" + file + "' (FORMAT parquet, COMPRESSION gzip)");
                }
            }
        }
        for (DatasetTable table : DatasetTable.all()) {
            String end = table.lasts() ? ", start + duration AS \"end\"" : "";
            boolean isThere = Files.isDirectory(directory.resolve(table.name()));
            run("CREATE TEMPORARY VIEW " + table.name() + " AS SELECT *" + end + " FROM "
                    + (isThere
                            ? "read_parquet('" + directory + "/" + table.name()
                                    + "/*/*/*/*.parquet', hive_types = {run: VARCHAR, host: VARCHAR, rank: BIGINT})"
                            : "(" + rows(table, 0) + ") WHERE false"));
        }
        for (String view : DatasetTable.views()) {
            run(view);
        }
        spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "localhost")
                .config("spark.sql.shuffle.partitions", "2")
                .config(
                        "spark.sql.warehouse.dir",
                        directory.resolve("warehouse").toString())
                .getOrCreate();
        Tables.register(spark, directory.toString());
    }

    private static void run(String sql) throws SQLException {
        try (Statement statement = duck.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String rows(DatasetTable table, int rank) {
        List<String> columns = new ArrayList<>();
        for (DatasetTable.Column column : table.columns()) {
            columns.add(value(table.name(), column, rank) + " AS " + column.name());
        }
        int rows = table.name().equals("processes") ? 1 : 60;
        return "SELECT " + String.join(", ", columns) + " FROM range(" + rows + ") AS r(i)";
    }

    private static String value(String table, DatasetTable.Column column, int rank) {
        long clock = rank == 2 ? 1_000_000_000 : 0;
        String text = switch (column.name()) {
            case "start" -> 1_000_000 + clock + " + i * 1000";
            case "duration" ->
                table.equals("ranges") ? "900 - (i * " + (rank + 3) + ") % 11 * 10" : "500 + i % 7 * " + (rank + 1);
            case "pid" -> 70 + rank + "";
            case "tid" -> 70 + rank + " + i % 2";
            case "name" ->
                switch (table) {
                    case "ranges" -> "CASE WHEN i % 3 = 0 THEN 'MPI_Barrier' ELSE 'Step ' || i % 4 END";
                    case "calls" -> "CASE WHEN i % 2 = 0 THEN 'hipDeviceSynchronize' ELSE 'ncclAllReduce' END";
                    default -> "CASE WHEN i % 5 = 0 THEN 'ncclDevKernel_AllReduce_x' ELSE 'kernel \"' || i % 4 END";
                };
            case "category" ->
                table.equals("calls")
                        ? "CASE WHEN i % 2 = 0 THEN 'HIP_RUNTIME_API_EXT' ELSE 'RCCL_API' END"
                        : "'MARKER_CORE_RANGE_API'";
            case "boot_id" -> rank < 2 ? "'a'" : "'b'";
            case "clock_reference" -> "''";
            case "size", "agent_abs_index" -> "i % 3";
            default -> column.isNumber() ? "0" : "'x'";
        };
        return column.isNumber() ? "CAST(" + text + " AS BIGINT)" : text;
    }

    @AfterAll
    static void close() throws SQLException {
        spark.stop();
        duck.close();
    }

    @Test
    void every_question_has_the_same_answer_on_both_engines() throws SQLException {
        for (NamedQuery query : NamedQuery.all()) {
            List<String> ours = ofDuck(query);
            assertThat(ofSpark(query)).as(query.name()).isEqualTo(ours);
            assertThat(ours).as(query.name()).isNotEmpty();
        }
    }

    @Test
    void a_question_in_sql_and_a_parameter_that_is_unknown() {
        List<Row> rows = QueryJob.answer(
                        spark,
                        directory.toString(),
                        "SELECT host, rank, count(*) FROM kernels GROUP BY host, rank ORDER BY rank",
                        List.of())
                .collectAsList();
        assertThat(rows).hasToString("[[0a,0,60], [0a,1,60], [17,2,60]]");
        assertThatThrownBy(() -> QueryJob.answer(spark, directory.toString(), "kernels", List.of("top=3")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("query kernels has no parameter 'top=3'; it has limit=20");
        assertThatThrownBy(() -> QueryJob.answer(spark, directory.toString(), "kernel", List.of()))
                .hasMessage("no query is named 'kernel'");
    }

    private static List<String> ofSpark(NamedQuery query) {
        List<String> rows = new ArrayList<>();
        for (Row row : spark.sql(query.sql(), query.values(List.of())).collectAsList()) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                cells.add(cell(row.get(i)));
            }
            rows.add(cells.toString());
        }
        return rows;
    }

    private static List<String> ofDuck(NamedQuery query) throws SQLException {
        NamedQuery.Bound bound = query.bound(List.of());
        List<String> rows = new ArrayList<>();
        try (PreparedStatement statement = duck.prepareStatement(bound.sql())) {
            for (int i = 0; i < bound.values().size(); i++) {
                statement.setObject(i + 1, bound.values().get(i));
            }
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    List<String> cells = new ArrayList<>();
                    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                        cells.add(cell(result.getObject(i)));
                    }
                    rows.add(cells.toString());
                }
            }
        }
        return rows;
    }

    /// Engines add fractions in different orders: twelve digits of them are compared.
    private static String cell(Object value) {
        return value instanceof Double || value instanceof Float
                ? String.format(Locale.ROOT, "%.12g", ((Number) value).doubleValue())
                : String.valueOf(value);
    }
}
