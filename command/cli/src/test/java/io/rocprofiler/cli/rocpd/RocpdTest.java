package io.rocprofiler.cli.rocpd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.cli.compare.Compare;
import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.query.Rows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Databases that were not written by us, but by SQL in the form that AMD documents.
class RocpdTest {

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private String first = "";
    private String second = "";

    @BeforeEach
    void write() throws Exception {
        first = database(folder, 1, 20_000);
        second = database(folder, 2, 40_000);
    }

    private static String database(Path folder, int number, long kernelNanos) throws IOException, SQLException {
        Path file = folder.resolve("amd" + number + ".db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String resource : List.of("schema.sql", "process.sql")) {
                try (InputStream in = Objects.requireNonNull(RocpdTest.class.getResourceAsStream(resource))) {
                    statement.executeUpdate(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .replace("{{uuid}}", "_0198_" + number)
                            .replace("{{guid}}", "0198-" + number)
                            .replace("{{pid}}", "70" + number)
                            .replace("{{kernel}}", Long.toString(kernelNanos)));
                }
            }
        }
        return file.toString();
    }

    @Test
    void a_foreign_database_becomes_the_files_that_a_run_becomes() throws IOException {
        assertThat(run("convert -i " + first + " " + second + " -o x -d " + folder
                        + " -f csv json html perfetto otf2 parquet jfr"))
                .isZero();
        assertThat(Files.readString(folder.resolve("x_kernel_trace.csv"))).endsWith("""
                        "0198-1","KERNEL_DISPATCH","Agent 1",3,2,701,1,5,"gemm(float*)",2,10000,30000,20000,512,32,24,8,48,256,1,1,1024,2,1
                        "0198-2","KERNEL_DISPATCH","Agent 1",3,2,702,1,5,"gemm(float*)",2,10000,50000,40000,512,32,24,8,48,256,1,1,1024,2,1
                        """);
        assertThat(Files.readString(folder.resolve("x_agent_info.csv")))
                .contains("\"gfx942\",\"AMD\",\"MI300X\",\"aqua_vanjaram\"", ",304,", ",7,8,9,");
        assertThat(Files.readString(folder.resolve("x_results.json"))).contains("gpunode7", "\"epoch \\\"1\\\"\"");
        assertThat(Files.readString(folder.resolve("x_results.html"))).contains("<title>app and 1 more");
        for (String file : List.of("results.pftrace", "results.otf2", "kernel.parquet", "results.jfr")) {
            assertThat(folder.resolve("x_" + file)).isNotEmptyFile();
        }
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains(
                        "rocpd: warning: left out, because the other formats have no place for it: 2 texts of arguments\n");
    }

    @Test
    void what_ends_before_it_starts_has_no_times_and_a_line() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + first);
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE rocpd_kernel_dispatch_0198_1 SET end = start - 1");
            statement.execute("UPDATE rocpd_region_0198_1 SET end = start - 5 WHERE start = 72000");
        }
        run("convert -i " + first + " -f csv json html perfetto otf2 parquet jfr rocpd -o x -d " + folder);
        assertThat(Files.readString(folder.resolve("x_kernel_trace.csv")))
                .endsWith("\"gemm(float*)\",2,,,,512,32,24,8,48,256,1,1,1024,2,1\n");
        assertThat(Files.readString(folder.resolve("x_regions_trace.csv")))
                .contains("\"pthread_mutex_lock\",701,8,,,\n", "\"pthread_mutex_lock\",701,8,,73000,73400\n");
        assertThat(said())
                .contains(
                        "rocpd: warning: 2 records of the database end before they start, and are taken without times\n",
                        "rocpd: warning: process 701: 1 marks and ranges, 1 kernel dispatches have no times that can be true: ");
        run("summary -i " + first);
        assertThat(said())
                .contains(first + ": left out, as their times cannot be true: 1 kernels, 1 calls and ranges\n");
        assertThat(printed()).doesNotContain("gemm");
    }

    @Test
    void a_database_that_is_cut_is_called_so() throws Exception {
        Path cut = folder.resolve("cut.db");
        byte[] whole = Files.readAllBytes(Path.of(first));
        Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
        fails("the database is cut: its file is shorter than it says", "summary -i " + cut);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void what_this_version_does_not_know_is_a_range_of_that_name() throws IOException {
        run("convert -i " + first + " -f csv --stats -o x -d " + folder);
        assertThat(said()).contains("csv is written as of a run, with fewer columns and files, because of --stats");
        assertThat(Files.readString(folder.resolve("x_marker_api_trace.csv"))).endsWith("""
                "MARKER_CORE_RANGE_API","epoch ""1""\",701,701,1,2000,80000
                "MARKER_CORE_RANGE_API","here",701,8,5,2500,2500
                "MARKER_CORE_RANGE_API","hipFromTheFuture",701,701,25,71000,71500
                "MARKER_CORE_RANGE_API","pthread_mutex_lock",701,8,29,72000,72400
                "MARKER_CORE_RANGE_API","pthread_mutex_lock",701,8,31,73000,73400
                """);
    }

    @Test
    void a_summary_has_medians_and_what_streams_threads_and_processes_did() {
        run("convert -i " + first + " " + second + " -o x -d " + folder
                + " -S --summary-output-file stdout --top 2 -f csv -q");
        assertThat(printed()).contains("""
                    | epoch "1"            | MARKER_API |     2 | 78.00 us | 78.00 us | 78.00 us | 78.00 us |
                """, """
                    | PROCESS | STREAM | NAME |  AGENT  | KERNELS | KERNEL TIME | COPIES | COPY TIME |
                    |---------|--------|------|---------|---------|-------------|--------|-----------|
                    | 702     | 2      |      | Agent 1 |       1 |    40.00 us |      1 |  2.000 us |
                    | 701     | 2      |      | Agent 1 |       1 |    20.00 us |      1 |  2.000 us |
                """, """
                    | PROCESS | THREAD | NAME | CALLS |   TIME   |
                    |---------|--------|------|-------|----------|
                    | 701     | 701    |      |     2 | 66.00 us |
                    | 702     | 702    |      |     2 | 66.00 us |
                """, """
                    | PROCESS | RANK |   HOST   | CALLS | CALL TIME | KERNELS | KERNEL TIME | COPIES | COPY TIME |
                """, " more rows; --top says how many are shown\n");
    }

    @Test
    void tables_per_thread_are_for_people_and_programs() throws IOException {
        run("convert -i " + first + " -o x -d " + folder
                + " --summary-per thread,rank --summary-output-file s.csv -f csv -q");
        assertThat(Files.readAllLines(folder.resolve("x_s_summary_per_thread.csv")))
                .startsWith(
                        "process,thread,thread_name,name,domain,calls,duration_ns,average_ns,percent,min_ns,max_ns,stddev_ns")
                .anyMatch(line -> line.matches("701,701,,gemm.*,KERNEL_DISPATCH,1,20000,20000,[.\\d]+,20000,20000,0"));
        assertThat(folder.resolve("x_s_summary_per_rank.csv")).isRegularFile();
        run("convert -i " + first + " -o y -d " + folder
                + " --summary-per gpu -u usec --summary-output-file stdout -f csv -q");
        assertThat(printed())
                .contains("ROCPROFV3 SUMMARY PER GPU:", "| DURATION (usec) |")
                .doesNotContain("GPU BUSY");
    }

    @Test
    void a_summary_is_for_programs_too() throws IOException {
        run("convert -i " + first + " -o x -d " + folder + " -S --summary-output-file s.json -f csv -q");
        run("convert -i " + first + " -o x -d " + folder + " -S --summary-output-file s.csv -f csv -q");
        assertThat(Files.readString(folder.resolve("x_s_durations.csv")))
                .startsWith("name,domain,count,p50_ns,p90_ns,p99_ns,max_ns\r\n\"epoch \"\"1\"\"\",MARKER_API,1,");
        assertThat(Files.readString(folder.resolve("x_s_summary.csv")))
                .contains("gemm(float*),KERNEL_DISPATCH,1,20000,20000.0,");
        Object tables = tools.jackson.databind.json.JsonMapper.shared()
                .readValue(folder.resolve("x_s.json").toFile(), Object.class);
        assertThat(tables.toString())
                .contains(
                        "{table=SUMMARY,",
                        "{process=701, stream=2, name=, agent=Agent 1, kernels=1, kernel_time_ns=20000, copies=1, copy_time_ns=2000}",
                        "{table=RANGES AND THE GPU,");
    }

    @Test
    void filters_that_match_nothing_say_so() {
        run("convert -i " + first + " -f csv -o x -d " + folder + " --name nothing_like_it");
        run("convert -i " + first + " -f csv -o y -d " + folder + " --kernel-include-regex nothing_like_it");
        run("convert -i " + first + " -f csv -o z -d " + folder + " --name gemm --kernel-include-regex gemm");
        assertThat(err.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("none of")))
                .containsExactly(
                        "rocpd: the filters match none of 11 records: --name nothing_like_it",
                        "rocpd: the filter of kernels matches none of 1 kernels: --kernel-include-regex nothing_like_it");
    }

    /// SQL on the foreign file, and on ours that was made of it.
    @Test
    void a_database_made_of_a_database_answers_alike() throws SQLException {
        run("convert -i " + first + " -f rocpd --kernel-rename -o x -d " + folder);
        for (String sql : List.of(
                "SELECT tid, name, pid, agent_abs_index, dispatch_id, stream_id, queue_id, queue, stream, start, \"end\" FROM kernels",
                "SELECT category, name, pid, tid, start, \"end\", stack_id, parent_stack_id, corr_id, json_extract(extdata, '$.message')"
                        + " FROM regions_and_samples WHERE start < 70000 AND category NOT LIKE 'HIP%' ORDER BY 5",
                "SELECT name, pid, tid, start, \"end\", stack_id, parent_stack_id FROM regions WHERE category LIKE 'HIP%' AND stack_id <> 8",
                "SELECT tid, start, \"end\", name, size, dst_device, dst_agent_abs_index, src_device, src_agent_abs_index FROM memory_copies",
                "SELECT type, level, start, \"end\", address, size FROM memory_allocations ORDER BY 3",
                "SELECT pid, ppid, hostname, machine_id, system_release, command, start, \"end\" FROM processes",
                "SELECT k.region_name_id IS NOT NULL, s.string FROM rocpd_kernel_dispatch k JOIN rocpd_string s ON s.id = k.region_name_id",
                "SELECT name, model_name, product_name, uuid, json_extract(extdata, '$.cu_count') FROM rocpd_info_agent WHERE type = 'GPU'",
                "SELECT kernel_name, display_name, kernel_object, sgpr_count FROM rocpd_info_kernel_symbol",
                "SELECT uri, load_base, load_size, load_delta, agent_id FROM rocpd_info_code_object")) {
            assertThat(rows(folder.resolve("x_results.db").toString(), sql))
                    .as(sql)
                    .isNotEmpty()
                    .isEqualTo(rows(first, sql));
        }
    }

    /// The names that tools give whatever has none are not taken for names.
    @Test
    void names_in_a_database_are_kept() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + first);
                Statement statement = connection.createStatement()) {
            for (String change : List.of(
                    "rocpd_info_thread_0198_1 SET name = 'Thread 8' WHERE id = 8",
                    "rocpd_info_thread_0198_1 SET name = 'Thread 1 of 2' WHERE id = 701",
                    "rocpd_info_stream_0198_1 SET name = 'uploads' WHERE id = 2",
                    "rocpd_info_queue_0198_1 SET name = 'urgent' WHERE id = 3",
                    "rocpd_info_agent_0198_1 SET user_name = 'trainer' WHERE id = 1")) {
                assertThat(statement.executeUpdate("UPDATE " + change)).isOne();
            }
        }
        run("convert -i " + first + " -f rocpd -o x -d " + folder);
        String again = folder.resolve("x_results.db").toString();
        assertThat(rows(again, "SELECT tid, name FROM rocpd_info_thread ORDER BY tid"))
                .containsExactly("8|null", "701|Thread 1 of 2");
        assertThat(rows(again, "SELECT id, name FROM rocpd_info_stream ORDER BY id"))
                .containsExactly("0|Default Stream", "2|uploads");
        assertThat(rows(again, "SELECT id, name FROM rocpd_info_queue ORDER BY id"))
                .containsExactly("0|Default Queue", "3|urgent");
        assertThat(rows(again, "SELECT id, user_name FROM rocpd_info_agent ORDER BY id"))
                .containsExactly("0|EPYC", "1|trainer");
    }

    private static List<String> rows(String file, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(String.valueOf(result.getObject(i)));
                }
                rows.add(String.join("|", row));
            }
        }
        return rows;
    }

    @Test
    void several_databases_answer_as_one() throws IOException {
        run(
                "query -i " + first + " " + second + " --format csv -o q -d " + folder + " --query",
                "SELECT pid, name, duration FROM kernels ORDER BY pid");
        assertThat(Files.readString(folder.resolve("q.csv")))
                .isEqualTo("pid,name,duration\n701,gemm(float*),20000\n702,gemm(float*),40000\n");
        run("query -i " + folder + " --query kernels");
        assertThat(printed()).contains("gemm(float*)      2     60000       30000   20000   40000      100");
    }

    @Test
    void the_summary_has_amds_tables() {
        run("summary -i " + first + " " + second
                + " --region-categories HIP,MARKERS --summary-by-rank --domain-summary");
        assertThat(printed())
                .contains(
                        "KERNELS SUMMARY:\nName          Calls  DURATION (nsec)  AVERAGE (nsec)  PERCENT (INC)  MIN (nsec)  MAX (nsec)  STD_DEV\n"
                                + "gemm(float*)      2            60000           30000            100       20000       40000  14142.1\n",
                        "      702  gpunode7  gemm(float*)      1            40000           40000        66.6667",
                        "DOMAIN SUMMARY:",
                        "MARKERS SUMMARY:",
                        "hipFromTheFuture")
                .doesNotContain("PTHREAD");
    }

    @Test
    void a_summary_is_written_as_files_too() throws IOException {
        for (String format : List.of("csv", "json", "md", "html")) {
            run("summary -i " + first + " -f " + format + " -d " + folder + " -o s");
            assertThat(Files.readString(folder.resolve("s_kernels_summary." + format)))
                    .contains("gemm(float*)", "20000");
        }
    }

    @Test
    void a_part_is_shown_by_times_by_shares_and_by_markers() {
        assertThat(part("--start 9000 --end 40000")).isEqualTo("0,1,0");
        assertThat(part("--end 50%")).isEqualTo("1,1,1");
        assertThat(part("--start-marker here --end 20%")).isEqualTo("1,0,1");
        assertThat(part("--start 20000 --inclusive no --end 45000")).isEqualTo("2,1,0");
        fails("no marker has the text 'nowhere'", "query -i " + first + " --query kernels --start-marker nowhere");
        fails("give --start or --start-marker, not both", "summary -i " + first + " --start 1 --start-marker here");
        run("convert -i " + first + " -f csv -o part -d " + folder + " --start-marker here --end 20%");
        assertThat(folder.resolve("part_memory_copy_trace.csv")).exists();
        assertThat(folder.resolve("part_kernel_trace.csv")).doesNotExist();
    }

    /// Returns the numbers of regions, kernels and copies that are shown.
    private String part(String options) {
        out.reset();
        run(
                "query -i " + first + " " + options + " --format csv -o - -d " + folder + " --query",
                "SELECT (SELECT count(*) FROM regions), (SELECT count(*) FROM top_kernels), (SELECT count(*) FROM memory_copies)");
        try {
            return Files.readAllLines(folder.resolve("-.csv")).getLast();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void runs_of_two_versions_are_compared() throws IOException, SQLException {
        Path before = Files.createDirectory(folder.resolve("before"));
        Path after = Files.createDirectory(folder.resolve("after"));
        for (int i = 0; i < 10; i++) {
            database(before, i, 20_000 + i * 100);
            database(after, i, 22_000 + i * 100);
        }
        Log log = new Log(new PrintStream(err, true, StandardCharsets.UTF_8), "rocprofv3");
        Compare compare = new Compare(Map.of(), new PrintStream(out, true, StandardCharsets.UTF_8), log);
        assertThat(compare.run(before, before, Rows.CSV, false, 5)).isTrue();
        assertThat(printed().lines()).as("the header").hasSize(1);
        assertThat(compare.run(before, after, Rows.CSV, false, 5)).isFalse();
        assertThat(printed().lines().skip(2))
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("slower,kernel,gemm(float*),1.0,1.0,"));
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("gemm(float*) is ", " % slower, more than 5.0 %");
    }

    @Test
    void a_merged_database_has_all_rows_of_its_parts() throws SQLException {
        run("merge -i " + first + " " + second + " -o both -d " + folder);
        String both = folder.resolve("both.db").toString();
        for (String table : rows(first, "SELECT name FROM sqlite_master WHERE type = 'view' AND name LIKE 'rocpd_%'")) {
            String columns = String.join(
                    ", ", rows(first, "SELECT '\"' || name || '\"' FROM pragma_table_info('" + table + "')"));
            String sql = "SELECT " + columns + " FROM " + table;
            List<String> expected = new ArrayList<>(rows(first, sql));
            expected.addAll(rows(second, sql));
            assertThat(rows(both, sql)).as(table).containsExactlyInAnyOrderElementsOf(expected);
        }
        assertThat(rows(both, "PRAGMA integrity_check")).containsExactly("ok");
        fails("have the same process (0198-1)", "merge -i " + first + " " + both + " -d " + folder);
    }

    @Test
    void a_package_is_taken_in_place_of_its_databases() throws IOException {
        run("package -i " + first + " " + second + " -c --copy -d " + folder.resolve("all"));
        Path packed = folder.resolve("all.rpdb");
        assertThat(Files.readString(packed.resolve("index.yaml")))
                .contains("rocprofiler-sdk:", "rocpd:", "rocpd_package_version:", "amd1.db", "amd2.db");
        for (String source :
                List.of(packed.toString(), packed.resolve("index.yaml").toString())) {
            out.reset();
            run("query -i " + source + " --query kernels");
            assertThat(printed()).contains("gemm(float*)      2");
        }
        run("package -i " + first + " -c -d " + folder.resolve("moved"));
        assertThat(Path.of(first)).doesNotExist();
        Files.delete(packed.resolve("amd2.db"));
        fails("no such file, but", "query -i " + packed + " --query kernels");
    }

    @Test
    void mistakes_are_one_line() throws IOException {
        fails("rocpd has no verb 'covert'; there are query, summary, convert, merge, package", "covert");
        fails("name the databases: rocpd convert -i out_results.db", "convert -f csv");
        fails("-f is missing: rocpd convert -i out_results.db -f html", "convert -i " + first);
        fails("output format 'pdf' is not known", "convert -i " + first + " -f pdf");
        fails("format 'pdf' is not known; there are table, csv, json, md, html", "summary -i " + first + " -f pdf");
        fails("nowhere: no such file or directory", "summary -i nowhere");
        fails("--query is missing", "query -i " + first);
        Path text = Files.writeString(folder.resolve("text.db"), "text");
        fails("no rocpd database", "convert -f csv -i " + text);
        Path empty = Files.createDirectories(folder.resolve("empty"));
        fails("holds no databases (*.db)", "summary -i " + empty);
        fails("names no databases", "summary -i " + Files.writeString(folder.resolve("index.yaml"), "a: b\n"));
    }

    private void fails(String line, String words) {
        assertThatThrownBy(() -> run(words))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining(line)
                .hasMessageNotContaining("\n");
    }

    private int run(String words, String... last) {
        List<String> arguments = new ArrayList<>(List.of(words.split(" ")));
        arguments.addAll(List.of(last));
        Log log = new Log(new PrintStream(err, true, StandardCharsets.UTF_8), "rocpd");
        return new Rocpd(Map.of(), new PrintStream(out, true, StandardCharsets.UTF_8), log).run(arguments);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
