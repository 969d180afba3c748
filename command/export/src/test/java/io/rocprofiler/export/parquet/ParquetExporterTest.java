package io.rocprofiler.export.parquet;

import static io.rocprofiler.abi.BufferTracingKind.HIP_RUNTIME_API;
import static io.rocprofiler.abi.BufferTracingKind.MARKER_CORE_RANGE_API;
import static io.rocprofiler.abi.MemoryAllocationOperation.ALLOCATE;
import static io.rocprofiler.abi.MemoryAllocationOperation.FREE;
import static io.rocprofiler.abi.MemoryCopyOperation.DEVICE_TO_HOST;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_DEVICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exports;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetExporterTest {

    private static final String AWKWARD = "say \"hi\", naïve\nline 2 ☃";

    @TempDir
    Path directory;

    private List<String> write(ProcessTrace... processes) throws IOException {
        Export export = Exports.plain(directory.resolve("out/x"), processes);
        return new ParquetExporter()
                .write(export).stream()
                        .map(file -> file.getFileName().toString())
                        .toList();
    }

    private List<String> rows(String name, String columns) throws SQLException {
        return Duck.rows(directory.resolve("out/x_" + name + ".parquet"), "select " + columns + " from FILE");
    }

    @Test
    void calls_and_markers_are_rows_in_the_order_of_their_start() throws IOException, SQLException {
        int malloc = Operations.find(HIP_RUNTIME_API, "hipMalloc");
        SegmentWriter first = new SegmentWriter(42).stretch(43);
        first.api(HIP_RUNTIME_API, malloc, 2, 2000, 2500).text(6, AWKWARD);
        first.api(MARKER_CORE_RANGE_API, 0, 6, 3600, 3600);
        SegmentWriter second = new SegmentWriter(44).stretch(45).api(HIP_RUNTIME_API, malloc, 2, 1000, 1100);
        try (ProcessTrace one = first.open(directory);
                ProcessTrace other = second.open(directory)) {
            assertThat(write(one, other)).containsExactly("x_hip_api.parquet", "x_marker_api.parquet");
        }
        assertThat(rows("hip_api", "*"))
                .containsExactly(
                        "HIP_RUNTIME_API_EXT|hipMalloc|44|45|2|1000|1100|0",
                        "HIP_RUNTIME_API_EXT|hipMalloc|42|43|2|2000|2500|0");
        assertThat(rows("marker_api", "*"))
                .containsExactly("MARKER_CORE_RANGE_API|" + AWKWARD + "|42|43|6|3600|3600|0");
    }

    @Test
    void columns_have_amds_names_and_types_of_their_own() throws IOException, SQLException {
        SegmentWriter writer = new SegmentWriter(42).stretch(43).api(HIP_RUNTIME_API, 0, 2, 2000, 2500);
        try (ProcessTrace process = writer.open(directory)) {
            write(process);
        }
        assertThat(Duck.rows(
                        directory.resolve("out/x_hip_api.parquet"),
                        "select column_name, column_type from (describe select * from FILE)"))
                .containsExactly(
                        "Domain|VARCHAR",
                        "Function|VARCHAR",
                        "Process_Id|BIGINT",
                        "Thread_Id|BIGINT",
                        "Correlation_Id|UBIGINT",
                        "Start_Timestamp|BIGINT",
                        "End_Timestamp|BIGINT",
                        "Stream_Id|BIGINT");
    }

    @Test
    void gpu_work_has_what_amds_files_have_and_whose_it_was() throws IOException, SQLException {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42));
        GpuWork.loaded(writer.stretch(43)).stretch(43);
        GpuWork.dispatch(writer, 2, 2, 11, 0, 0, 300, 350);
        GpuWork.dispatch(writer, 1, 1, 10, 4, 7, 100, 250);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 12, 4, 20);
        GpuWork.copy(writer, DEVICE_TO_HOST, GpuWork.SECOND_GPU, GpuWork.CPU, 13, 0, 10);
        writer.stretch(43);
        GpuWork.allocation(writer, ALLOCATE, GpuWork.GPU, 1024, 14, 30);
        GpuWork.allocation(writer, FREE, 0, 0, 15, 31);
        GpuWork.scratch(writer, ScratchMemoryOperation.ALLOC, 65536, 40);
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(write(process))
                    .containsExactly(
                            "x_kernel.parquet",
                            "x_memory_copy.parquet",
                            "x_scratch_memory.parquet",
                            "x_memory_allocation.parquet");
        }
        assertThat(rows("kernel", "*"))
                .containsExactly(
                        "KERNEL_DISPATCH|Agent 1|3|4|42|43|1|1|_ZN2gp4axpyIfEEvPT_S2_i|10|100|250|1024|16|40|4|32|32|1|1|64|2|1",
                        "KERNEL_DISPATCH|Agent 1|3|0|42|43|2|2|plain|11|300|350|1024|16|40|4|32|32|1|1|64|2|1");
        assertThat(rows("kernel", "Kernel_Name, Grid_Size_X, VGPR_Count, Process_Id"))
                .containsExactly("_ZN2gp4axpyIfEEvPT_S2_i|64|40|42", "plain|64|40|42");
        assertThat(rows("memory_copy", "*"))
                .containsExactly(
                        "MEMORY_COPY|MEMORY_COPY_DEVICE_TO_HOST|0|42|43|Agent 2|Agent 0|4096|13|10|80",
                        "MEMORY_COPY|MEMORY_COPY_HOST_TO_DEVICE|4|42|43|Agent 0|Agent 1|4096|12|20|90");
        assertThat(rows("memory_allocation", "*"))
                .containsExactly(
                        "MEMORY_ALLOCATION|MEMORY_ALLOCATION_ALLOCATE|Agent 1|42|43|1024|2147422208|14|30|70",
                        "MEMORY_ALLOCATION|MEMORY_ALLOCATION_FREE||42|43|0|2147422208|15|31|71");
        assertThat(rows("scratch_memory", "*"))
                .containsExactly("SCRATCH_MEMORY|SCRATCH_MEMORY_ALLOC|Agent 1|3|42|43|1|40|60|65536");
    }

    @Test
    void what_has_no_records_has_no_file() throws IOException {
        try (ProcessTrace process = new SegmentWriter(42).open(directory)) {
            assertThat(write(process)).isEmpty();
        }
    }
}
