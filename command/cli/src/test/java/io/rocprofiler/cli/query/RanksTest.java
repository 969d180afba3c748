package io.rocprofiler.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.convert.OneRecord;
import io.rocprofiler.cli.options.TableSettings;
import io.rocprofiler.trace.summary.SummaryLane;
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
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// Questions about ranks, to datasets that DuckDB writes, of jobs whose truth is known.
class RanksTest {

    private static final long SECOND = 1_000_000_000;
    private static final int BARRIERS = 50;

    @TempDir
    Path directory;

    private void run(String sql, String table, int host, int rank) throws SQLException, IOException {
        Path place = directory.resolve(table + "/run=job/host=node" + host + "/rank=" + rank);
        Files.createDirectories(place);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (" + sql + ") TO '" + place + "/part.parquet' (FORMAT parquet)");
        }
    }

    /// Six hundred kernels, one each ten milliseconds.
    private static String kernels(long start, long duration, int pid) {
        return ("SELECT 'gemm' \"name\", '' region, (%d + i * 10000000)::BIGINT start, %d::BIGINT duration, %d::BIGINT pid,"
                        + " 1::BIGINT tid, 1::BIGINT corr_id, 0::BIGINT agent_abs_index, 0::BIGINT queue_id, 0::BIGINT stream_id,"
                        + " 0::BIGINT graph_exec_id, 0::BIGINT graph_node_id, 0::BIGINT dispatch_id, 0::BIGINT kernel_id, 1::BIGINT grid_x, 1::BIGINT grid_y, 1::BIGINT grid_z,"
                        + " 1::BIGINT workgroup_x, 1::BIGINT workgroup_y, 1::BIGINT workgroup_z, 0::BIGINT lds_size,"
                        + " 0::BIGINT scratch_size, 0::BIGINT vgpr_count, 0::BIGINT accum_vgpr_count, 0::BIGINT sgpr_count"
                        + " FROM range(600) AS r(i)")
                .formatted(start, duration, pid);
    }

    private void process(int host, int rank, String reference, long offset, long error)
            throws SQLException, IOException {
        run(
                ("SELECT %d::BIGINT pid, 1::BIGINT ppid, 'app' command, 0::BIGINT start, 0::BIGINT duration, 4::BIGINT size,"
                                + " 0::BIGINT local_rank, 'boot%d' boot_id, '%s' clock_reference, %d::BIGINT clock_offset,"
                                + " %d::BIGINT clock_error, 0::BIGINT clock_drift_ppb, 1::BIGINT recorded, 0::BIGINT dropped,"
                                + " 0::BIGINT in_flight")
                        .formatted(90 + rank, host, reference, offset, error),
                "processes",
                host,
                rank);
    }

    /// Barriers as they are: all ranks leave a little after the last one has entered. The clock of the second machine
    /// is ahead.
    private void barriers(int ranks, int perHost, long ahead) throws SQLException, IOException {
        SplittableRandom random = new SplittableRandom(7);
        StringBuilder[] rows = new StringBuilder[ranks];
        for (int i = 0; i < BARRIERS; i++) {
            long[] enter = new long[ranks];
            long last = 0;
            for (int rank = 0; rank < ranks; rank++) {
                enter[rank] = 5 * SECOND + i * 10_000_000L + random.nextLong(5_000_000);
                last = Math.max(last, enter[rank]);
            }
            for (int rank = 0; rank < ranks; rank++) {
                long clock = rank / perHost * ahead;
                long leave = last + 2_000 + random.nextLong(20_000);
                rows[rank] = (rows[rank] == null ? new StringBuilder() : rows[rank].append(" UNION ALL "))
                        .append(
                                "SELECT 'MARKER_CORE_RANGE_API' category, 'MPI_Barrier' \"name\", %d::BIGINT pid, 1::BIGINT tid, %d::BIGINT corr_id, %d::BIGINT start, %d::BIGINT duration"
                                        .formatted(90 + rank, i, enter[rank] + clock, leave - enter[rank]));
            }
        }
        for (int rank = 0; rank < ranks; rank++) {
            run(rows[rank].toString(), "ranges", rank / perHost, rank);
        }
    }

    @Test
    void barriers_align_clocks_within_the_error_that_is_said() throws SQLException, IOException {
        long ahead = 3 * SECOND + 12_345_678;
        for (int rank = 0; rank < 4; rank++) {
            process(rank / 2, rank, "", 0, 0);
        }
        barriers(4, 2, ahead);
        List<String[]> clocks = answer("ranks-clocks");
        assertThat(clocks.get(0))
                .containsExactly("job", "node0", "0", "2", "same clock", "0", "0", Integer.toString(BARRIERS));
        assertThat(clocks.get(1)).startsWith("job", "node1", "2", "2", "barriers");
        long offset = Long.parseLong(clocks.get(1)[5]);
        long error = Long.parseLong(clocks.get(1)[6]);
        assertThat(error).isBetween(1L, 25_000L);
        assertThat(offset).isBetween(-ahead - error, -ahead + error);
    }

    @Test
    void the_file_server_comes_first_if_it_is_the_same_one() throws SQLException, IOException {
        process(0, 0, "nfs4 server:/home", 9_000_000, 100);
        process(1, 1, "nfs4 server:/home", 7_000_000, 250);
        process(2, 2, "nfs4 other:/home", 7_000_000, 250);
        assertThat(answer("ranks-clocks"))
                .containsExactly(
                        new String[] {"job", "node0", "0", "1", "same clock", "0", "0", "0"},
                        new String[] {"job", "node1", "1", "1", "file server", "-2000000", "350", "0"},
                        new String[] {"job", "node2", "2", "1", "unknown", "", "", "0"});
    }

    @Test
    void ranges_that_are_no_barriers_align_nothing() throws SQLException, IOException {
        process(0, 0, "", 0, 0);
        process(1, 1, "", 0, 0);
        String range =
                "SELECT 'MARKER' category, 'my barrier' \"name\", 1::BIGINT pid, 1::BIGINT tid, 1::BIGINT corr_id,"
                        + " (i * 100 * %d)::BIGINT start, 10::BIGINT duration FROM range(9) AS r(i)";
        run(range.formatted(1), "ranges", 0, 0);
        run(range.formatted(3), "ranges", 1, 1);
        assertThat(answer("ranks-clocks").get(1)).startsWith("job", "node1", "1", "1", "unknown: not barriers", "", "");
    }

    @Test
    void the_rank_for_which_others_wait_is_critical_and_needs_no_clock() throws SQLException, IOException {
        for (int rank = 0; rank < 3; rank++) {
            process(rank, rank, "", 0, 0);
            run(
                    ("SELECT 'MARKER' category, 'MPI_Barrier' \"name\", 1::BIGINT pid, 1::BIGINT tid, 1::BIGINT corr_id,"
                                    + " (i * 1000 + %d)::BIGINT start, (CASE WHEN %d = 1 THEN 5 ELSE 105 END)::BIGINT duration"
                                    + " FROM range(4) AS r(i)")
                            .formatted(rank * SECOND, rank),
                    "ranges",
                    rank,
                    rank);
        }
        assertThat(answer("ranks-critical").getFirst()).containsExactly("job", "node1", "1", "4", "4", "800", "20");
        assertThat(answer("ranks-critical", "align=nothing%")).isEmpty();
    }

    @Test
    void kernels_that_are_out_of_balance_are_found_with_their_slowest_rank() throws SQLException, IOException {
        for (int rank = 0; rank < 4; rank++) {
            process(0, rank, "", 0, 0);
            run(
                    ("SELECT CASE WHEN i %% 2 = 0 THEN 'gemm' ELSE 'ncclDevKernel_AllReduce' END \"name\", '' region,"
                                    + " (i * 1000)::BIGINT start, (CASE WHEN %d = 2 AND i %% 2 = 0 THEN 300 ELSE 100 END)::BIGINT duration,"
                                    + " 1::BIGINT pid, 1::BIGINT tid, 1::BIGINT corr_id, 0::BIGINT agent_abs_index, 0::BIGINT queue_id,"
                                    + " 0::BIGINT stream_id, 0::BIGINT graph_exec_id, 0::BIGINT graph_node_id, 0::BIGINT dispatch_id,"
                                    + " 0::BIGINT kernel_id, 1::BIGINT grid_x, 1::BIGINT grid_y, 1::BIGINT grid_z, 1::BIGINT workgroup_x, 1::BIGINT workgroup_y, 1::BIGINT workgroup_z,"
                                    + " 0::BIGINT lds_size, 0::BIGINT scratch_size, 0::BIGINT vgpr_count, 0::BIGINT accum_vgpr_count,"
                                    + " 0::BIGINT sgpr_count FROM range(20) AS r(i)")
                            .formatted(rank),
                    "kernels",
                    0,
                    rank);
        }
        assertThat(answer("ranks-kernels").getFirst())
                .containsExactly("job", "gemm", "4", "40", "1500.0", "3000", "2.0", "1500.0", "2", "node0");
        assertThat(answer("ranks-stragglers").getFirst())
                .containsExactly("job", "node0", "2", "3000", "1500.0", "2.0", "1", "1");
        assertThat(answer("ranks").get(2))
                .containsExactly("job", "node0", "2", "3000", "1000", "0", "0", "2.0", "25.0");
    }

    @Test
    void the_page_has_a_line_for_each_process_with_a_link_to_its_own_page() throws IOException {
        OneRecord.write(directory.resolve("1.segments/99-1000"), 99);
        Path folder = directory.resolve("pages");
        List<Path> files = ranks(directory.resolve("1.segments")).write(Rows.HTML, folder, "");
        assertThat(files).containsExactly(folder.resolve("index.html"), folder.resolve("process-99_results.html"));
        assertThat(files).allSatisfy(file -> assertThat(file).isRegularFile());
        assertThat(Files.readString(files.getFirst()))
                .contains("<a href=\"process-99_results.html\">process 99</a>", "<h2>what did each rank compute");
        assertThatThrownBy(() -> ranks(directory.resolve("x.db")).write(Rows.HTML, folder, ""))
                .hasMessageContaining("no such directory; name a directory with *.segments, or a dataset");
    }

    @Test
    void every_form_has_every_question_and_programs_get_nanoseconds() throws SQLException, IOException {
        for (int rank = 0; rank < 2; rank++) {
            process(0, rank, "", 0, 0);
            run(kernels(rank * SECOND, 2_500_000, 90 + rank), "kernels", 0, rank);
        }
        Path folder = directory.resolve("tables");
        List<String> questions = List.of(
                "ranks",
                "ranks-clocks",
                "ranks-critical",
                "ranks-stragglers",
                "ranks-kernels",
                "ranks-ranges",
                "overlap",
                "gpus",
                "kernels-by-rank");
        assertThat(ranks(directory).write(Rows.CSV, folder, "job"))
                .containsExactlyElementsOf(questions.stream()
                        .map(name -> folder.resolve("job_" + name + ".csv"))
                        .toList());
        assertThat(Files.readString(folder.resolve("job_ranks.csv")))
                .startsWith("run,host,rank,computing_ns,communicating_ns,")
                .contains("\njob,node0,1,1500000000,0,");
        List<?> tables = JsonMapper.shared()
                .readValue(
                        ranks(directory).write(Rows.JSON, folder, "").getFirst().toFile(), List.class);
        assertThat(tables).extracting("table").isEqualTo(questions);
        assertThat(tables.getFirst())
                .extracting("rows")
                .asInstanceOf(LIST)
                .first()
                .extracting("computing_ns")
                .isEqualTo(1_500_000_000);
        assertThat(Files.readString(ranks(directory).write(Rows.MD, folder, "").getFirst()))
                .contains("## what did each rank compute", "| job | node0 | 1 | 1.500 s |");
        assertThat(Files.readString(
                        ranks(directory).write(Rows.TABLE, folder, "").getFirst()))
                .contains("run  host   rank  computing  communicating", "\njob  node0     1    1.500 s");
        assertThat(Files.readString(
                        ranks(directory).write(Rows.HTML, folder, "").getFirst()))
                .contains("<th>computing</th>", "<td class=\"n\">1.500 s</td>");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.endsWith(".draft"));
        }
    }

    private static Ranks ranks(Path source) {
        return new Ranks(
                source,
                "",
                List.of(SummaryLane.GPU, SummaryLane.RANK),
                new TableSettings(null, 0),
                Map.of(),
                new Log(System.err));
    }

    @Test
    void lines_are_on_one_clock_and_as_high_as_the_gpus_are_busy() throws SQLException, IOException {
        for (int rank = 0; rank < 2; rank++) {
            process(rank, rank, "nfs4 server:/home", rank * -7L * SECOND, 1);
            run(kernels(rank * 7L * SECOND, 6_000_000, 90 + rank), "kernels", rank, rank);
        }
        ranks(directory).write(Rows.HTML, directory.resolve("pages"), "");
        String page = Files.readString(directory.resolve("pages/index.html"));
        assertThat(page.lines()
                        .filter(line -> line.contains("<canvas data-"))
                        .map(line -> line.replaceAll(".*data-computing=\"(\\d+)\".*", "$1")))
                .hasSize(2)
                .allSatisfy(shares -> assertThat(shares).hasSize(600).matches("[5-7]{599}\\d"));
    }

    @Test
    void a_dataset_is_asked_in_sql_and_only_read() throws SQLException, IOException {
        process(0, 0, "", 0, 0);
        assertThat(answer("SELECT \"rank\", \"end\" FROM processes")).containsExactly(new String[] {"0", "0"});
        assertThat(answer("SELECT name FROM kernels")).isEmpty();
        Path copy = directory.resolve("copy.csv");
        assertThatThrownBy(() -> answer("COPY processes TO '" + copy + "'"))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("it is no SELECT, and a dataset is only read");
        assertThat(copy).doesNotExist();
        assertThatThrownBy(() -> answer("SELECT nothing FROM kernels"))
                .hasMessageContaining("the query failed: Referenced column \"nothing\" not found");
    }

    private List<String[]> answer(String question, String... parameters) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Query.run(directory, question, List.of(parameters), Rows.CSV, Map.of(), out, new Log(System.err));
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();
    }
}
