package io.rocprofiler.export.parquet;

import static io.rocprofiler.abi.MemoryAllocationOperation.ALLOCATE;
import static io.rocprofiler.abi.MemoryAllocationOperation.FREE;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_DEVICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.export.Exports;
import io.rocprofiler.export.Python;
import io.rocprofiler.export.SampleRun;
import io.rocprofiler.questions.DatasetTable;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The parts that a process writes, read by readers that are not ours.
class DatasetExporterTest {

    @TempDir
    Path directory;

    private void write(PartFacts facts, ProcessTrace... processes) throws IOException {
        assertThat(new DatasetExporter(_ -> facts).write(Exports.plain(directory.resolve("set"), processes)))
                .containsExactly(directory.resolve("set"));
    }

    private List<String> rows(String table, String columns) throws SQLException {
        return Duck.rows(
                directory.resolve("set/" + table + "/*/*/*/*.parquet"),
                "select " + columns + " from read_parquet(FILE, hive_partitioning = true)");
    }

    private ProcessTrace gpuWork() {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42));
        GpuWork.loaded(writer.stretch(43)).stretch(43);
        GpuWork.dispatch(writer, 1, 1, 10, 4, 7, 100, 250);
        GpuWork.dispatch(writer, 2, 2, 11, 0, 0, 300, 350);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 12, 4, 20);
        GpuWork.allocation(writer, ALLOCATE, GpuWork.GPU, 1024, 14, 30);
        GpuWork.allocation(writer, FREE, 0, 0, 15, 31);
        GpuWork.scratch(writer, ScratchMemoryOperation.ALLOC, 65536, 40);
        writer.stretch(43)
                .object(SegmentConstants.KIND_NAME, "launcher", SegmentConstants.NAME_OS_THREAD, 43, 50)
                .object(SegmentConstants.KIND_NAME, "trainer", SegmentConstants.NAME_AGENT, GpuWork.GPU, 51)
                .object(SegmentConstants.KIND_NAME, "uploads", SegmentConstants.NAME_STREAM, 4, 52);
        return writer.open(directory);
    }

    @Test
    void every_table_has_the_columns_that_are_written_down() throws IOException, SQLException {
        try (ProcessTrace gpu = gpuWork();
                ProcessTrace calls = SampleRun.open(directory)) {
            write(PartFacts.of("r"), gpu, calls);
        }
        String document = Files.readString(Path.of("../../docs/dataset.md"));
        for (DatasetTable table : DatasetTable.all()) {
            List<String> expected = new ArrayList<>();
            assertThat(document).contains("### `" + table.name() + "`: " + table.meaning() + "\n");
            for (DatasetTable.Column column : table.columns()) {
                expected.add(column.name() + "|" + column.sqlType("VARCHAR"));
                assertThat(document)
                        .contains("| `" + column.name() + "` | " + (column.isNumber() ? "number" : "text") + " | "
                                + column.meaning() + " |\n");
            }
            assertThat(Duck.rows(
                            directory.resolve("set/" + table.name() + "/*/*/*/*.parquet"),
                            "select column_name, column_type from (describe select * from read_parquet(FILE,"
                                    + " hive_partitioning = false))"))
                    .as(table.name())
                    .isEqualTo(expected);
        }
    }

    @Test
    void gpu_work_has_rows_with_its_process_and_its_place_in_the_job() throws IOException, SQLException {
        try (ProcessTrace process = gpuWork()) {
            write(new PartFacts("job 7", "nfs4 server:/home", 5000, 20, -3), process);
        }
        assertThat(rows("kernels", "run, host, rank, name, pid, tid, start, duration, agent_abs_index, stream_id"))
                .containsExactly(
                        "job_7|box|-1|_ZN2gp4axpyIfEEvPT_S2_i|42|43|100|150|2|4",
                        "job_7|box|-1|plain|42|43|300|50|2|0");
        assertThat(rows("memory_copies", "name, size, src_agent_abs_index, dst_agent_abs_index, duration"))
                .containsExactly("MEMORY_COPY_HOST_TO_DEVICE|4096|0|2|70");
        assertThat(rows("memory_allocations", "type, level, size, agent_abs_index, start"))
                .containsExactly("ALLOC|REAL|1024|2|30", "FREE|REAL|0|-1|31", "ALLOC|SCRATCH|65536|2|40");
        assertThat(rows("agents", "type, agent_abs_index")).contains("CPU|0", "GPU|2", "GPU|5");
        assertThat(rows("names", "pid, type, number, name"))
                .containsExactlyInAnyOrder("42|THREAD|43|launcher", "42|AGENT|2|trainer", "42|STREAM|4|uploads");
        assertThat(rows("processes", "pid, clock_reference, clock_offset, clock_error, clock_drift_ppb, recorded"))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("42|nfs4 server:/home|5000|20|-3|");
    }

    @Test
    void calls_ranges_and_marks_are_tables() throws IOException, SQLException {
        try (ProcessTrace process = SampleRun.open(directory)) {
            write(PartFacts.of("r"), process);
        }
        assertThat(rows("ranges", "name, start, duration")).containsExactly("step|1500|2000");
        assertThat(rows("marks", "name, start")).containsExactly(SampleRun.AWKWARD + "|3600");
        assertThat(rows("calls", "category, name, tid, start"))
                .contains("HIP_RUNTIME_API_EXT|hipMalloc|43|2000", "HSA_CORE_API|" + firstHsa() + "|42|3700");
        assertThat(rows("calls", "start")).isSorted();
    }

    private static String firstHsa() {
        return io.rocprofiler.trace.kind.Names.operation(io.rocprofiler.abi.BufferTracingKind.HSA_CORE_API.value(), 0);
    }

    @Test
    void writing_again_replaces_a_part_and_leaves_nothing_unfinished() throws IOException, SQLException {
        for (int i = 0; i < 2; i++) {
            try (ProcessTrace process = gpuWork()) {
                write(PartFacts.of("r"), process);
            }
        }
        assertThat(rows("kernels", "count(*)")).containsExactly("2");
        try (Stream<Path> files = Files.walk(directory.resolve("set"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .allMatch(file -> file.getFileName().toString().matches("part-42-\\d+\\.parquet"));
        }
    }

    @Test
    void what_cannot_be_written_leaves_no_part_of_a_process() throws IOException {
        Files.createDirectories(directory.resolve("set"));
        Files.writeString(directory.resolve("set/processes"), "in the way");
        try (ProcessTrace process = gpuWork()) {
            assertThatThrownBy(() -> write(PartFacts.of("r"), process)).isInstanceOf(IOException.class);
        }
        try (Stream<Path> files = Files.walk(directory.resolve("set"))) {
            assertThat(files.filter(Files::isRegularFile)).containsExactly(directory.resolve("set/processes"));
        }
    }

    @Test
    void pyarrow_reads_a_dataset_with_its_partitions() throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                new ProcessBuilder("python3", "-c", "import pyarrow.dataset")
                                .redirectErrorStream(true)
                                .start()
                                .waitFor()
                        == 0,
                "no pyarrow");
        try (ProcessTrace process = gpuWork()) {
            write(PartFacts.of("r"), process);
        }
        assertThat(Python.run("""
                import sys, pyarrow.dataset as ds
                table = ds.dataset(sys.argv[1], partitioning="hive").to_table()
                table.validate(full=True)
                print(table.select(["run", "host", "rank", "name", "duration"]).to_pylist())
                """, directory.resolve("set/kernels").toString()).strip())
                .isEqualTo(
                        "[{'run': 'r', 'host': 'box', 'rank': -1, 'name': '_ZN2gp4axpyIfEEvPT_S2_i', 'duration': 150},"
                                + " {'run': 'r', 'host': 'box', 'rank': -1, 'name': 'plain', 'duration': 50}]");
    }
}
