package io.rocprofiler.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.convert.OneRecord;
import io.rocprofiler.export.summary.SummaryUnit;
import io.rocprofiler.questions.NamedQuery;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Questions to a database that has what AMD's has and was not written by us, and to a run.
class QueryTest {

    @TempDir
    Path directory;

    private Path file;

    /// The views that readers use of AMD's database (rocpd of rocprofiler-sdk 1.0.0), with the columns that questions
    /// need, as tables.
    @BeforeEach
    void write() throws SQLException {
        file = directory.resolve("amd_results.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(
                    "CREATE TABLE rocpd_string (id INTEGER, guid TEXT, string TEXT)",
                    "CREATE TABLE processes (pid INTEGER, ppid INTEGER, command TEXT, start INTEGER, end INTEGER)",
                    "INSERT INTO processes VALUES (7, 1, 'app', 0, 9000)",
                    "CREATE TABLE kernels (name TEXT, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER, duration INTEGER,"
                            + " agent_abs_index INTEGER, stream TEXT, stream_id INTEGER, queue TEXT, queue_id INTEGER,"
                            + " graph_exec_id INTEGER, graph_node_id INTEGER)",
                    "INSERT INTO kernels VALUES ('a, \"b\"', 7, 8, 100, 300, 200, 1, 's', 1, 'q', 1, 0, 0),"
                            + " ('c', 7, 8, 200, 500, 300, 1, 's', 1, 'q', 1, 2, 5), ('c', 7, 8, 900, 1000, 100, 1, 's', 1, 'q', 1, 2, 5)",
                    "CREATE TABLE memory_copies (name TEXT, pid INTEGER, tid INTEGER, start INTEGER, duration INTEGER, size INTEGER,"
                            + " src_device TEXT, dst_device TEXT, src_agent_abs_index INTEGER, dst_agent_abs_index INTEGER)",
                    "INSERT INTO memory_copies VALUES ('HtoD', 7, 8, 10, 50, 4096, 'CPU', 'GPU', 0, 1)",
                    "CREATE TABLE regions (category TEXT, name TEXT, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER,"
                            + " duration INTEGER, extdata TEXT)",
                    "INSERT INTO regions VALUES ('HIP_RUNTIME_API', 'hipDeviceSynchronize', 7, 8, 300, 1100, 800, '{}'),"
                            + " ('MARKER_CORE_API', 'roctxRangePush', 7, 8, 0, 2000, 2000, '{\"message\": \"step\"}')")) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void sql_is_answered_as_a_table_as_csv_and_as_json() {
        String sql = "SELECT name, sum(duration) AS total, NULL AS missing FROM kernels GROUP BY name ORDER BY name";
        assertThat(answer(file, Rows.TABLE, sql)).isEqualTo("""
                name    total  missing
                a, "b"    200
                c         400
                """);
        assertThat(answer(file, Rows.CSV, sql)).isEqualTo("""
                name,total,missing
                "a, ""b""\",200,
                c,400,
                """);
        assertThat(answer(file, Rows.JSON, sql)).isEqualTo("""
                [
                  {"name": "a, \\"b\\"", "total": 200, "missing": null},
                  {"name": "c", "total": 400, "missing": null}
                ]
                """);
        assertThat(answer(file, Rows.JSON, "SELECT 1 AS one WHERE 0")).isEqualTo("[]\n");
    }

    @Test
    void every_question_with_a_name_is_answered() {
        for (NamedQuery query : NamedQuery.all()) {
            if (query.isOfRanks()) {
                fails("rocpd knows no ranks", query.name());
                continue;
            }
            assertThat(answer(file, Rows.CSV, query.name()).lines().count())
                    .as(query.name())
                    .isGreaterThan(1);
        }
        assertThat(answer(file, Rows.CSV, "gpus")).endsWith("\n-1,7,1,3,600,500,900\n");
        assertThat(answer(file, Rows.CSV, "graph-nodes")).endsWith("\n-1,7,2,5,kernel,c,2,400,200.0,300,100.0\n");
        assertThat(answer(file, Rows.CSV, "copies")).endsWith(",1,4096,50,81.92\n");
        assertThat(answer(file, Rows.CSV, "ranges")).endsWith("step,1,2000,2000.0,2000\n");
    }

    @Test
    void questions_have_parameters() {
        assertThat(answer(file, Rows.CSV, "slowest", "name=c", "limit=1"))
                .isEqualTo("what,name,rank,pid,tid,start,duration_ns\n" + "kernel,c,-1,7,8,200,300\n");
        assertThatThrownBy(() -> answer(file, Rows.CSV, "slowest", "nam=c"))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("no parameter 'nam=c'; it has name=% limit=20");
    }

    @Test
    void people_read_times_in_units_and_programs_in_nanoseconds() {
        String sql =
                "SELECT 'a' AS name, 1234567 AS total_ns, 0.5 AS mean_ns, 4096 AS bytes, 7 AS start, NULL AS none_ns";
        assertThat(answer(file, fitted(Rows.TABLE, SummaryUnit.FIT), sql)).isEqualTo("""
                name     total    mean     bytes  start  none
                a     1.235 ms  0.5 ns  4.096 kB      7
                """);
        assertThat(answer(file, fitted(Rows.MD, SummaryUnit.USEC), sql)).isEqualTo("""
                | name | total (usec) | mean (usec) | bytes | start | none (usec) |
                |---|---|---|---|---|---|
                | a | 1234.567 | 0.001 | 4096 | 7 |  |
                """);
        String plain = "name,total_ns,mean_ns,bytes,start,none_ns\na,1234567,0.5,4096,7,\n";
        for (SummaryUnit unit : SummaryUnit.values()) {
            assertThat(answer(file, fitted(Rows.CSV, unit), sql)).isEqualTo(plain);
        }
        assertThat(answer(file, fitted(Rows.TABLE, SummaryUnit.NSEC), sql)).isEqualTo(answer(file, Rows.TABLE, sql));
    }

    @Test
    void only_the_first_rows_are_shown_and_the_others_counted() {
        String sql = "SELECT start FROM kernels ORDER BY start";
        assertThat(answer(file, new FittedRows(Rows.TABLE, SummaryUnit.FIT, 1), sql))
                .isEqualTo("start\n  100\n… 2 more rows; --top says how many are shown\n");
        assertThat(answer(file, new FittedRows(Rows.CSV, SummaryUnit.FIT, 2), sql))
                .isEqualTo("start\n100\n200\n");
    }

    private static FittedRows fitted(Rows rows, SummaryUnit unit) {
        return new FittedRows(rows, unit, Integer.MAX_VALUE);
    }

    @Test
    void a_run_is_answered_like_a_file() throws IOException {
        OneRecord.write(directory.resolve("1.segments/99-1000"), 99);
        assertThat(answer(directory.resolve("1.segments"), Rows.CSV, "SELECT name, duration FROM regions"))
                .isEqualTo("name,duration\nhsa_init,500\n");
    }

    @Test
    void nothing_is_changed_and_mistakes_are_one_line() throws IOException {
        byte[] before = Files.readAllBytes(file);
        fails("Query does not return results", "DELETE FROM kernels WHERE 1");
        fails("no such table: nowhere", "SELECT a FROM nowhere");
        fails("no query is named 'kernel'; rocprofv3 query --list shows them, or give SQL", "kernel");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        Path other = Files.writeString(directory.resolve("other"), "text");
        assertThatThrownBy(() -> answer(other, Rows.CSV, "kernels")).hasMessageContaining("no rocpd database");
        assertThatThrownBy(() -> answer(directory.resolve("none"), Rows.CSV, "kernels"))
                .hasMessageContaining("no such file or directory");
    }

    private void fails(String reason, String question) {
        assertThatThrownBy(() -> answer(file, Rows.TABLE, question))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining(reason);
    }

    private static String answer(Path source, RowFormat format, String question, String... parameters) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Query.run(source, question, List.of(parameters), format, Map.of(), out, new Log(System.err));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
