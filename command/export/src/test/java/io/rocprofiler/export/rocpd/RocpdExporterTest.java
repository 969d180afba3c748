package io.rocprofiler.export.rocpd;

import static io.rocprofiler.abi.MemoryAllocationOperation.ALLOCATE;
import static io.rocprofiler.abi.MemoryAllocationOperation.FREE;
import static io.rocprofiler.abi.MemoryAllocationOperation.VMEM_ALLOCATE;
import static io.rocprofiler.abi.MemoryAllocationOperation.VMEM_FREE;
import static io.rocprofiler.abi.MemoryCopyOperation.DEVICE_TO_HOST;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_DEVICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.export.Export;
import io.rocprofiler.export.Prefix;
import io.rocprofiler.export.Progress;
import io.rocprofiler.export.Python;
import io.rocprofiler.export.SampleRun;
import io.rocprofiler.export.Sqlite;
import io.rocprofiler.trace.AgentIndex;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.display.KernelFilter;
import io.rocprofiler.trace.display.KernelNames;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Exports databases and reads them with SQLite's command line shell and with Python.
class RocpdExporterTest {

    private static final String SOUND = "PRAGMA integrity_check; PRAGMA foreign_key_check; ";

    private static final Display DISPLAY = new Display(
            new KernelNames(
                    KernelNames.Style.PLAIN, name -> name.startsWith("_Z") ? "void gp::axpy<float>(float*)" : name),
            KernelFilter.ALL,
            AgentIndex.RELATIVE);

    @TempDir
    Path directory;

    private ProcessTrace gpu(long pid) {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(pid));
        writer.header(SegmentHeader.BOOTTIME_NS, 3_000_000_000L + pid).header(SegmentHeader.END_BOOTTIME_NS, 9);
        GpuWork.loaded(writer.stretch(43));
        writer.stretch(43).text(SegmentConstants.KIND_RENAME, 7, "step \"1\"");
        GpuWork.dispatch(writer, 2, 2, 11, 0, 0, 300, 350);
        GpuWork.dispatch(writer, 1, 1, 10, 4, 7, 100, 250);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 12, 4, 20);
        GpuWork.copy(writer, DEVICE_TO_HOST, GpuWork.SECOND_GPU, GpuWork.CPU, 13, 0, 10);
        writer.stretch(43);
        GpuWork.allocation(writer, ALLOCATE, GpuWork.GPU, 1024, 14, 30);
        GpuWork.allocation(writer, FREE, 0, 0, 15, 31);
        GpuWork.allocation(writer, VMEM_ALLOCATE, GpuWork.GPU, 4096, 17, 32);
        GpuWork.allocation(writer, VMEM_FREE, 0, 0, 18, 33);
        GpuWork.scratch(writer, ScratchMemoryOperation.ALLOC, 65536, 40);
        GpuWork.scratch(writer, ScratchMemoryOperation.FREE, 0, 41);
        return writer.open(directory);
    }

    private Path database(ProcessTrace... processes) throws IOException {
        return database(SchemaVersion.newest(), processes);
    }

    private Path database(SchemaVersion version, ProcessTrace... processes) throws IOException {
        Export export = new Export(
                new Prefix(directory.resolve("out").resolve("x")),
                List.of(processes),
                null,
                false,
                DISPLAY,
                Map.of("output_file", "x", "summary", true),
                Progress.NONE);
        List<Path> files = new RocpdExporter(version).write(export);
        Stream.of(processes).forEach(ProcessTrace::close);
        assertThat(files).containsExactly(directory.resolve("out/x_results.db"));
        try (Stream<Path> left = Files.list(directory.resolve("out"))) {
            assertThat(left).containsExactlyElementsOf(files);
        }
        return files.getFirst();
    }

    private String calls(String sql) throws IOException, InterruptedException {
        return Sqlite.query(database(SampleRun.open(directory)), sql);
    }

    private String work(String sql) throws IOException, InterruptedException {
        return Sqlite.query(database(gpu(42)), sql);
    }

    @Test
    void callsAreRegionsAndMarksAreSamples() throws IOException, InterruptedException {
        assertThat(calls(SOUND + "SELECT id, category, name, pid, tid, start, \"end\", duration, stack_id, "
                        + "parent_stack_id, corr_id, extdata, call_stack, line_info FROM regions_and_samples"))
                .isEqualTo("""
                ok
                1|MARKER_CORE_RANGE_API|roctxThreadRangeA|42|42|1500|3500|2000|1|0|0|{"message":"step"}|{}|{}
                2|HIP_RUNTIME_API_EXT|hipMalloc|42|43|2000|2500|500|2|0|0|{}|{}|{}
                3|HIP_RUNTIME_API_EXT|hipFree|42|43|2600|2700|100|3|0|0|{}|{}|{}
                4|HIP_COMPILER_API_EXT|__hipPopCallConfiguration|42|42|1900|1910|10|4|0|0|{}|{}|{}
                5|HIP_RUNTIME_API_EXT|hipMalloc|42|42|2100|2400|300|5|0|0|{}|{}|{}
                7|HSA_CORE_API|hsa_init|42|42|3700|3750|50|7|0|0|{}|{}|{}
                800|HIP_RUNTIME_API_EXT|hipMemcpy|42|42|8000|8005|5|800|0|0|{}|{}|{}
                801|HIP_RUNTIME_API_EXT|hipLaunchKernel|42|42|8010|8015|5|801|0|0|{}|{}|{}
                6|MARKER_CORE_RANGE_API|MARKER_CORE_RANGE_API|42|42|3600|3600|0|6|0|0|\
                {"message":"say \\"hi\\", naïve\\u000aline 2 ☃"}|{}|{}
                """);
    }

    @Test
    void messagesAreFoundAsTheProgramWroteThem() throws IOException, InterruptedException {
        String sql = "SELECT json_extract(extdata, '$.message') FROM samples; "
                + "SELECT count(*) FROM rocpd_string WHERE string IN ('step', 'say \"hi\", naïve' || char(10) || 'line 2 ☃')";
        assertThat(calls(sql)).isEqualTo(SampleRun.AWKWARD + "\n2\n");
    }

    @Test
    void argumentsAreRowsOfTheirEvents() throws IOException, InterruptedException {
        assertThat(
                        calls(
                                "SELECT stack_id, category, arg_position, arg_type, arg_name, arg_value FROM events_args; "
                                        + "SELECT id, name, value FROM region_args WHERE name = 'kind'; "
                                        + "SELECT arg_position, arg_type, arg_value, stream_id, pid, stream_name, extdata FROM stream_args"))
                .isEqualTo("""
                800|HIP_RUNTIME_API_EXT|0|void*|dst|0x7f00
                800|HIP_RUNTIME_API_EXT|1|const void*|src|0x8f00
                800|HIP_RUNTIME_API_EXT|2|size_t|sizeBytes|4096
                800|HIP_RUNTIME_API_EXT|3|hipMemcpyKind|kind|HostToDevice
                801|HIP_RUNTIME_API_EXT|0|const void*|function_address|0xabc
                801|HIP_RUNTIME_API_EXT|1|rocprofiler_dim3_t|numBlocks|{z=3, y=2, x=1}
                801|HIP_RUNTIME_API_EXT|2|rocprofiler_dim3_t|dimBlocks|{z=4, y=8, x=16}
                801|HIP_RUNTIME_API_EXT|3|void**|args|(null)
                801|HIP_RUNTIME_API_EXT|4|size_t|sharedMemBytes|0
                801|HIP_RUNTIME_API_EXT|5|hipStream_t|stream|(null)
                800|kind|HostToDevice
                5|hipStream_t|(null)|0|42|Default Stream|{}
                """);
    }

    @Test
    void kernelsSayWhereTheyRanAndInWhichRange() throws IOException, InterruptedException {
        assertThat(work(SOUND + "SELECT id, tid, category, region, name, pid, agent_abs_index, agent_log_index, "
                        + "agent_type_index, agent_type, code_object_id, kernel_id, dispatch_id, stream_id, queue_id, queue, "
                        + "stream, start, \"end\", duration, grid_x, grid_y, grid_z, workgroup_x, workgroup_y, workgroup_z, "
                        + "lds_size, scratch_size, vgpr_count, accum_vgpr_count, sgpr_count, static_lds_size, "
                        + "static_scratch_size, stack_id, parent_stack_id, corr_id FROM kernels"))
                .isEqualTo("""
                ok
                1|43|KERNEL_DISPATCH|step "1"|void gp::axpy<float>(float*)|42|2|1|0|GPU|1|1|1|4|3|Queue 0|Stream 0|100|250|150|\
                64|2|1|32|1|1|513|16|40|4|32|600|16|10|10|7
                2|43|KERNEL_DISPATCH||plain|42|2|1|0|GPU|1|2|2|0|3|Queue 0|Default Stream|300|350|50|\
                64|2|1|32|1|1|513|16|40|4|32|600|16|11|11|0
                """);
    }

    @Test
    void copiesSayFromWhereToWhere() throws IOException, InterruptedException {
        assertThat(
                        work(
                                "SELECT id, category, tid, start, \"end\", name, region_name, stream_id, queue_id, stream_name, "
                                        + "queue_name, size, dst_device, dst_agent_abs_index, dst_agent_type, dst_address, src_device, "
                                        + "src_agent_log_index, src_agent_type_index, src_address, stack_id, parent_stack_id FROM memory_copies"))
                .isEqualTo("""
                1|MEMORY_COPY|43|10|80|MEMORY_COPY_DEVICE_TO_HOST||0|NULL|Default Stream|NULL|4096|A "CPU"|0|CPU|32512||2|1|36608|13|13
                2|MEMORY_COPY|43|20|90|MEMORY_COPY_HOST_TO_DEVICE||4|NULL|Stream 0|NULL|4096|gfx90a|2|GPU|32512|A "CPU"|0|0|36608|12|12
                """);
    }

    @Test
    void allocationsHaveTypeAndLevel() throws IOException, InterruptedException {
        assertThat(
                        work(
                                "SELECT id, category, type, level, agent_abs_index, address, size, queue_id, stream_id, stream_name, "
                                        + "start, \"end\", stack_id, parent_stack_id FROM memory_allocations; "
                                        + "SELECT operation, queue_id, alloc_flags, start, duration, size, address, stack_id FROM scratch_memory"))
                .isEqualTo("""
                1|MEMORY_ALLOCATION|ALLOC|REAL|2|2147422208|1024|NULL|2|Stream 1|30|70|14|5
                2|MEMORY_ALLOCATION|FREE|REAL|NULL|2147422208|0|NULL|2|Stream 1|31|71|15|5
                3|MEMORY_ALLOCATION|ALLOC|VIRTUAL|2|2147422208|4096|NULL|2|Stream 1|32|72|17|5
                4|MEMORY_ALLOCATION|FREE|VIRTUAL|NULL|2147422208|0|NULL|2|Stream 1|33|73|18|5
                5|SCRATCH_MEMORY|ALLOC|SCRATCH|2|NULL|65536|3|NULL|NULL|40|60|9|5
                6|SCRATCH_MEMORY|FREE|SCRATCH|2|NULL|0|3|NULL|NULL|41|61|9|5
                ALLOC|3|1|40|20|65536|NULL|9
                FREE|3|1|41|20|0|NULL|9
                """);
    }

    @Test
    void sumsAreRight() throws IOException, InterruptedException {
        assertThat(work("SELECT * FROM busy; SELECT * FROM top_kernels; SELECT * FROM top"))
                .isEqualTo("""
                0|CPU|70|340|0.205882352941176
                2|GPU|270|340|0.794117647058823
                void gp::axpy<float>(float*)|1|0.15|0.15|75.0
                plain|1|0.05|0.05|25.0
                void gp::axpy<float>(float*)|1|0.15|0.15|44.1176470588235
                MEMORY_COPY_HOST_TO_DEVICE|1|0.07|0.07|20.5882352941176
                MEMORY_COPY_DEVICE_TO_HOST|1|0.07|0.07|20.5882352941176
                plain|1|0.05|0.05|14.7058823529412
                """);
    }

    @Test
    void whatRecordsReferToIsDescribed() throws IOException, InterruptedException {
        assertThat(
                        work(
                                "SELECT id, agent_abs_index, uri, load_base, load_size, load_delta, code_object_size, storage_type, "
                                        + "memory_base, memory_size FROM code_objects; "
                                        + "SELECT id, code_object_id, kernel_name, display_name, kernel_object, kernarg_segment_size, sgpr_count, "
                                        + "kernel_symbol_size, kernel_id, kernel_code_entry_byte_offset, demangled_kernel_name, "
                                        + "truncated_kernel_name, kernel_address FROM kernel_symbols; "
                                        + "SELECT pid, start, init, \"end\", fini, command FROM processes; SELECT pid, tid, name FROM threads; "
                                        + "SELECT id, type, absolute_index, logical_index, type_index, name, product_name, user_name, "
                                        + "json_extract(extdata, '$.caches[1].level') FROM rocpd_info_agent; "
                                        + "SELECT json_extract(extdata, '$.summary', '$.losses.recorded') FROM rocpd_info_process"))
                .isEqualTo("""
                1|2|file:///bin/app#offset=64&size=9|4096|8192|-16|88|1|NULL|NULL
                2|5|memory://42#offset=0x1&size=2|1|2|3|88|2|28672|512
                1|1|_ZN2gp4axpyIfEEvPT_S2_i.kd|void gp::axpy<float>(float*)|20481|24|32|88|1|-256|void gp::axpy<float>(float*)|axpy|20224
                2|1|plain.kd|plain|20482|24|32|88|2|-256|plain.kd|plain.kd|20224
                42|3000000042|3000000042|9|9|/bin/app one two words
                42|43|NULL
                0|CPU|0|0|0|A "CPU"|||NULL
                2|GPU|2|1|0|gfx90a|Instinct|Instinct|2
                5|GPU|5|2|1||||NULL
                [true,10]
                """);
    }

    /// The tables and views of a version, and their columns: in `rocpd-columns.txt`, `@3.0.2` ends the name of
    /// what came then.
    private static String columns(SchemaVersion version) throws IOException {
        try (var columns = RocpdExporterTest.class.getResourceAsStream("rocpd-columns.txt")) {
            return new String(columns.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(" "))
                    .flatMap(line -> names(version, line[0])
                            .map(name -> name + " "
                                    + names(version, line[1].split(",")).collect(Collectors.joining(",")) + "\n"))
                    .collect(Collectors.joining());
        }
    }

    private static Stream<String> names(SchemaVersion version, String... names) {
        return Stream.of(names)
                .map(name -> name.split("@"))
                .filter(name -> name.length == 1 || version.toString().compareTo(name[1]) >= 0)
                .map(name -> name[0]);
    }

    @ParameterizedTest
    @EnumSource
    void pythonFindsTheColumnsOfTheSchemaInEveryTableAndView(SchemaVersion version)
            throws IOException, InterruptedException {
        String script = """
                import sqlite3, sys
                db = sqlite3.connect(sys.argv[1])
                suffix, = db.execute("SELECT value FROM rocpd_metadata WHERE tag = 'uuid'").fetchone()
                guid, = db.execute("SELECT value FROM rocpd_metadata WHERE tag = 'guid'").fetchone()
                assert suffix == '_' + guid.replace('-', '_')
                for name in sys.argv[2:]:
                    rows = db.execute(f'SELECT * FROM "{name}"')
                    print(name, ','.join(c[0] for c in rows.description))
                    for row in rows:
                        values = dict(zip((c[0] for c in rows.description), row))
                        assert values.get('guid', guid) == guid, values
                    if name.startswith('rocpd_'):
                        table = db.execute(f'SELECT * FROM "{name}{suffix}"')
                        assert sorted(table.description) == sorted(rows.description)
                print(db.execute("SELECT value FROM rocpd_metadata WHERE tag = 'schema_version'").fetchone())
                """;
        String expected = columns(version);
        List<String> arguments =
                new ArrayList<>(List.of(database(version, gpu(42)).toString()));
        expected.lines().forEach(line -> arguments.add(line.substring(0, line.indexOf(' '))));
        String number = version == SchemaVersion.V3_0_0 ? "3" : version.toString();
        assertThat(Python.run(script, arguments.toArray(String[]::new))).isEqualTo(expected + "('" + number + "',)\n");
    }

    @Test
    void everyVersionHasTheRowsOfTheOldest() throws IOException, InterruptedException {
        String sql = columns(SchemaVersion.V3_0_0)
                .lines()
                .filter(line -> !line.startsWith("rocpd_metadata "))
                .map(line -> line.split(" "))
                .map(line ->
                        "SELECT '" + line[0] + "'; SELECT \"" + line[1].replace(",", "\", \"") + "\" FROM " + line[0])
                .collect(Collectors.joining("; "));
        String expected = Sqlite.query(database(SchemaVersion.V3_0_0, gpu(42)), SOUND + sql);
        assertThat(expected).startsWith("ok\n").contains("gp::axpy");
        for (SchemaVersion version : SchemaVersion.values()) {
            assertThat(Sqlite.query(database(version, gpu(42)), SOUND + sql))
                    .as(version.toString())
                    .isEqualTo(expected);
        }
    }

    @Test
    void whatNobodyDescribedIsShownAllTheSame() throws IOException, InterruptedException {
        SegmentWriter writer = new SegmentWriter(42).stretch(43);
        GpuWork.dispatch(writer, 0, 9, 0, 0, 0, 100, 250);
        GpuWork.copy(writer, DEVICE_TO_HOST, GpuWork.SECOND_GPU, 0, 13, 0, 10);
        String sql = SOUND + "SELECT id, name, agent_abs_index, queue FROM kernels; "
                + "SELECT dst_device, src_device FROM memory_copies; SELECT agent_id, GpuTime FROM busy";
        assertThat(Sqlite.query(database(writer.open(directory)), sql)).isEqualTo("""
                ok
                1|kernel 9|NULL|Queue 0
                NULL|Agent 102
                2|150
                """);
    }

    @Test
    void agentsThatShareANumberDoNotEndTheExport() throws IOException, InterruptedException {
        SegmentWriter writer = new SegmentWriter(42).agents("""
                0.id=100
                0.node_id=1
                0.complete=1
                1.id=101
                1.node_id=1
                1.type=2
                1.complete=1
                """).stretch(43);
        GpuWork.copy(writer, DEVICE_TO_HOST, GpuWork.GPU, GpuWork.CPU, 13, 0, 10);
        String sql = SOUND + "SELECT dst_device, dst_agent_abs_index, src_device FROM memory_copies";
        assertThat(Sqlite.query(database(writer.open(directory)), sql)).isEqualTo("ok\n|1|Agent 101\n");
    }

    @Test
    void processesOfOneFileAreKeptApart() throws IOException, InterruptedException {
        String sql = SOUND + "SELECT count(*), count(DISTINCT guid), count(DISTINCT pid) FROM kernels; "
                + "SELECT pid, name FROM kernels WHERE id = 2 ORDER BY pid; SELECT tag, count(DISTINCT value) FROM rocpd_metadata "
                + "GROUP BY tag; SELECT agent_id, GpuTime, WallTime FROM busy; SELECT total_calls FROM top";
        assertThat(Sqlite.query(database(gpu(42), gpu(43)), sql)).isEqualTo("""
                ok
                4|2|2
                42|plain
                43|plain
                guid|2
                schema_version|1
                schema_version_major|1
                schema_version_minor|1
                schema_version_patch|1
                uuid|2
                0|70|340
                2|270|340
                0|70|340
                2|270|340
                2
                2
                2
                2
                """);
    }

    @Test
    void guidsAreThoseOfTheProcess() throws IOException, InterruptedException {
        String sql = "SELECT value FROM rocpd_metadata WHERE tag = 'guid'";
        String first = work(sql);
        assertThat(first).matches("00000000-0bb8-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\n");
        assertThat(work(sql)).isEqualTo(first);
        assertThat(Sqlite.query(database(gpu(43)), sql)).isNotEqualTo(first);
    }

    @Test
    void sqliteGoesOnCountingWhereTheRecordsEnd() throws IOException, InterruptedException {
        assertThat(work("SELECT substr(name, 1, 21), seq FROM sqlite_sequence WHERE name LIKE 'rocpd_kernel_d%' "
                        + "OR name LIKE 'rocpd_event%' OR name LIKE 'rocpd_region%' ORDER BY 1"))
                .isEqualTo("""
                rocpd_event_00000000_|10
                rocpd_kernel_dispatch|2
                """);
    }

    @Test
    void aFileThatCannotBeMadeIsSaidAndNothingIsLeft() throws IOException {
        Path taken = Files.createDirectories(directory.resolve("out/x_results.db/full"));
        assertThatThrownBy(() -> database(gpu(42))).isInstanceOf(IOException.class);
        try (Stream<Path> left = Files.list(directory.resolve("out"))) {
            assertThat(left).containsExactly(taken.getParent());
        }
    }

    @Test
    void functionsThatNobodyKnowsYetAreShownByTheirNumbers() throws IOException, InterruptedException {
        SegmentWriter writer = new SegmentWriter(42).stretch(43);
        writer.api(BufferTracingKind.RCCL_API, 1, 5, 10, 20).api(BufferTracingKind.ROCJPEG_API, 1, 6, 10, 20);
        writer.api(BufferTracingKind.HSA_CORE_API, 99_999, 7, 10, 20);
        String sql = SOUND + "SELECT id, category, name FROM regions";
        assertThat(Sqlite.query(database(writer.open(directory)), sql)).isEqualTo("""
                ok
                5|RCCL_API|ncclAllReduce
                7|HSA_CORE_API|HSA_CORE_API operation 99999
                """);
    }
}
