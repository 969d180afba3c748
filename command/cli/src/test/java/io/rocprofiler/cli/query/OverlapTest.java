package io.rocprofiler.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.console.Log;
import io.rocprofiler.questions.DatasetTable;
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
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How much communication is hidden: of random intervals, whose every nanosecond is a bit of a set here.
class OverlapTest {

    private static final int RANKS = 3;
    private static final int LAST = 1000;

    @TempDir
    Path directory;

    /// @param name of a kernel, or the category of a call
    private record Interval(int rank, int gpu, String name, int start, int duration) {

        boolean communicates() {
            return name.startsWith("nccl") || name.startsWith("RCCL") || name.startsWith("Rccl");
        }
    }

    private final SplittableRandom random = new SplittableRandom(11);
    private final List<Interval> kernels = new ArrayList<>();
    private final List<Interval> calls = new ArrayList<>();

    private void work() {
        for (int rank = 0; rank < RANKS; rank++) {
            for (int i = 0; i < 40; i++) {
                String name = List.of("gemm", "ncclDevKernel_AllReduce", "axpy", "RcclKernel")
                        .get(random.nextInt(rank == 2 ? 1 : 4));
                kernels.add(interval(rank, i % 2, name));
                calls.add(interval(rank, -1, i % 4 == 0 && rank != 1 ? "RCCL_API" : "HIP_RUNTIME_API"));
            }
        }
    }

    private Interval interval(int rank, int gpu, String name) {
        return new Interval(rank, gpu, name, random.nextInt(LAST), random.nextInt(40));
    }

    /// Lines of computing, communicating, hidden and exposed nanoseconds, by rank, what and GPU.
    private List<String> truth() {
        Map<String, BitSet[]> lanes = new TreeMap<>();
        for (Interval kernel : kernels) {
            set(lanes, kernel.rank() + ",kernels," + kernel.gpu(), kernel);
            if (!kernel.communicates()) {
                set(lanes, kernel.rank() + ",calls,", kernel);
            }
        }
        calls.stream().filter(Interval::communicates).forEach(call -> set(lanes, call.rank() + ",calls,", call));
        List<String> lines = new ArrayList<>();
        lanes.forEach((lane, sets) -> {
            BitSet hidden = (BitSet) sets[1].clone();
            hidden.and(sets[0]);
            int communicating = sets[1].cardinality();
            if (communicating > 0 || lane.contains("kernels")) {
                lines.add(lane + "," + sets[0].cardinality() + "," + communicating + "," + hidden.cardinality() + ","
                        + (communicating - hidden.cardinality()));
            }
        });
        return lines;
    }

    private static void set(Map<String, BitSet[]> lanes, String lane, Interval interval) {
        BitSet[] sets = lanes.computeIfAbsent(lane, _ -> new BitSet[] {new BitSet(), new BitSet()});
        sets[interval.communicates() ? 1 : 0].set(interval.start(), interval.start() + interval.duration());
    }

    @Test
    void a_dataset_answers_by_rank_and_gpu() throws SQLException, IOException {
        work();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (int rank = 0; rank < RANKS; rank++) {
                for (DatasetTable table : DatasetTable.all()) {
                    Path place = directory.resolve(table.name() + "/run=job/host=node0/rank=" + rank);
                    String rows = rows(table, rank);
                    if (!rows.isEmpty()) {
                        Files.createDirectories(place);
                        statement.execute("COPY (" + rows + ") TO '" + place + "/part.parquet' (FORMAT parquet)");
                    }
                }
            }
        }
        assertThat(answer(directory, 2)).isEqualTo(truth());
    }

    private String rows(DatasetTable table, int rank) {
        List<Interval> of = switch (table.name()) {
            case "kernels" -> kernels;
            case "calls" -> calls;
            case "processes" -> List.of(new Interval(rank, 0, "", 0, LAST));
            default -> List.of();
        };
        return of.stream()
                .filter(interval -> interval.rank() == rank)
                .map(interval -> table.columns().stream()
                        .map(column -> value(interval, column) + " AS " + column.name())
                        .collect(Collectors.joining(", ", "SELECT ", "")))
                .collect(Collectors.joining(" UNION ALL "));
    }

    private static String value(Interval interval, DatasetTable.Column column) {
        String value = switch (column.name()) {
            case "name", "category" -> interval.name();
            case "start" -> Integer.toString(interval.start());
            case "duration" -> Integer.toString(interval.duration());
            case "pid" -> Integer.toString(interval.rank());
            case "agent_abs_index" -> Integer.toString(interval.gpu());
            default -> column.isNumber() ? "0" : "";
        };
        return column.isNumber() ? value + "::BIGINT" : "'" + value + "'";
    }

    @Test
    void a_database_answers_by_process_and_gpu() throws SQLException {
        work();
        Path file = directory.resolve("amd_results.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(
                    "CREATE TABLE rocpd_string (id INTEGER, guid TEXT, string TEXT)",
                    "CREATE TABLE processes (pid INTEGER, ppid INTEGER, command TEXT, start INTEGER, end INTEGER)",
                    "CREATE TABLE memory_copies (name TEXT)",
                    "CREATE TABLE kernels (name TEXT, pid INTEGER, start INTEGER, duration INTEGER, agent_abs_index INTEGER)",
                    "CREATE TABLE regions (category TEXT, name TEXT, pid INTEGER, tid INTEGER, start INTEGER,"
                            + " duration INTEGER, extdata TEXT)",
                    kernels.stream()
                            .map(kernel -> "('%s', %d, %d, %d, %d)"
                                    .formatted(
                                            kernel.name(),
                                            kernel.rank(),
                                            kernel.start(),
                                            kernel.duration(),
                                            kernel.gpu()))
                            .collect(Collectors.joining(", ", "INSERT INTO kernels VALUES ", "")),
                    calls.stream()
                            .map(call -> "('%s', 'f', %d, 1, %d, %d, '{}')"
                                    .formatted(call.name(), call.rank(), call.start(), call.duration()))
                            .collect(Collectors.joining(", ", "INSERT INTO regions VALUES ", "")))) {
                statement.execute(sql);
            }
        }
        assertThat(answer(file, 3)).isEqualTo(truth());
    }

    /// Returns lines like those of [#truth()], sorted.
    ///
    /// @param process the place of the column that tells processes apart
    private static List<String> answer(Path source, int process) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Query.run(
                source,
                "overlap",
                List.of(),
                Rows.CSV,
                Map.of(),
                new PrintStream(bytes, true, StandardCharsets.UTF_8),
                new Log(System.err));
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines.getFirst())
                .isEqualTo(
                        "run,host,rank,pid,what,gpu,computing_ns,communicating_ns,hidden_ns,exposed_ns,hidden_percent");
        return lines.stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(cells ->
                        String.join(",", cells[process], cells[4], cells[5], cells[6], cells[7], cells[8], cells[9]))
                .sorted()
                .toList();
    }
}
