package io.rocprofiler.export.otf2;

import static io.rocprofiler.abi.BufferTracingKind.HIP_RUNTIME_API;
import static io.rocprofiler.abi.BufferTracingKind.HSA_CORE_API;
import static io.rocprofiler.abi.BufferTracingKind.MARKER_CORE_RANGE_API;
import static io.rocprofiler.abi.MemoryAllocationOperation.ALLOCATE;
import static io.rocprofiler.abi.MemoryAllocationOperation.FREE;
import static io.rocprofiler.abi.MemoryCopyOperation.DEVICE_TO_HOST;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_DEVICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exports;
import io.rocprofiler.export.SampleRun;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.kind.Names;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Exports archives and reads them with libotf2's `otf2-print`, which is independent of our writer.
class Otf2ExporterTest {

    private static final int MARK = 0;
    private static final int THREAD_RANGE = 1;
    private static final int PROCESS_RANGE = 2;

    @TempDir
    Path directory;

    private Otf2Print export(ProcessTrace... processes) throws IOException, InterruptedException {
        Export export = Exports.plain(directory.resolve("out/x"), processes);
        assertThat(new Otf2Exporter().write(export)).containsExactly(anchor());
        for (ProcessTrace process : processes) {
            process.close();
        }
        return Otf2Print.read(anchor());
    }

    private Path anchor() {
        return directory.resolve("out/x_results.otf2");
    }

    @Test
    void callsAndRangesNestInTheLocationOfTheirThread() throws Exception {
        Otf2Print archive = export(SampleRun.open(directory));
        assertThat(archive.locations())
                .containsExactly(
                        Map.entry(0, "Thread 42 | CPU_THREAD | app (42)"),
                        Map.entry(1, "Thread 43 | CPU_THREAD | app (42)"));
        assertThat(archive.lines())
                .containsExactly(
                        "0   [1900, 1910] __hipPopCallConfiguration",
                        "0   [2100, 2400] hipMalloc",
                        "0 [1500, 3500] step",
                        "0 [3700, 3750] hsa_init",
                        "0 [8000, 8005] hipMemcpy",
                        "0 [8010, 8015] hipLaunchKernel",
                        "1 [2000, 2500] hipMalloc",
                        "1 [2600, 2700] hipFree");
        assertThat(archive.region("step").attributes())
                .containsExactly(Map.entry("category", "marker_api"), Map.entry("correlation_id", "1"));
        assertThat(archive.region("hipFree").attributes()).containsEntry("category", "hip_api");
        assertThat(archive.region("hsa_init").attributes()).containsEntry("category", "hsa_api");
    }

    @Test
    void marksAreValuesOfAParameterWithTheirWholeText() throws Exception {
        Otf2Print archive = export(SampleRun.open(directory));
        assertThat(archive.text())
                .containsPattern("PARAMETER_STRING +0 +3600  Parameter: \"roctxMarkA\" <0>, Value: \"")
                .contains(SampleRun.AWKWARD);
    }

    @Test
    void theAnchorAndTheClockSayWhatTheTraceIs() throws Exception {
        SegmentWriter writer = new SegmentWriter(42)
                .header(SegmentHeader.BOOTTIME_NS, 1000)
                .header(SegmentHeader.REALTIME_NS, 1_700_000_000_000_000_000L);
        writer.stretch(42).api(HIP_RUNTIME_API, 1, 1, 1400, 1700).api(HIP_RUNTIME_API, 2, 2, 1500, 1600);
        Otf2Print archive = export(writer.open(directory));
        assertThat(archive.text())
                .containsPattern("Machine name +box\n")
                .containsPattern("Creator +rocprofiler-java\n")
                .containsPattern("Description +/bin/app one two words\n")
                .containsPattern("Number of locations +1\n")
                .contains("Ticks per Seconds: 1000000000, Global Offset: 1400, Length: 300, "
                        + "Date: 2023-11-14 22:13:20.000000400 +0000")
                .containsPattern("SYSTEM_TREE_NODE +0  Name: \"box\" <\\d+>, Class: \"node\" <\\d+>, Parent: UNDEFINED")
                .containsPattern("LOCATION_GROUP +0  Name: \"app \\(42\\)\" <\\d+>, Type: PROCESS");
    }

    @Test
    void gpuWorkHasLocationsByThreadAgentAndQueueInAGroupPerAgent() throws Exception {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42));
        GpuWork.loaded(writer.stretch(43));
        writer.stretch(43);
        GpuWork.dispatch(writer, 2, 2, 11, 4, 0, 300, 350);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 12, 4, 20);
        GpuWork.copy(writer, DEVICE_TO_HOST, GpuWork.SECOND_GPU, GpuWork.CPU, 13, 0, 30);
        writer.stretch(43);
        GpuWork.allocation(writer, ALLOCATE, GpuWork.GPU, 1024, 14, 400);
        GpuWork.allocation(writer, FREE, 0, 0, 15, 500);
        GpuWork.scratch(writer, ScratchMemoryOperation.ALLOC, 65536, 600);
        Otf2Print archive = export(writer.open(directory));
        assertThat(archive.locations().values())
                .containsExactly(
                        "Thread 43, Copy to GPU Agent-1 | ACCELERATOR_STREAM | GPU Agent-1",
                        "Thread 43, Copy to CPU Agent-0 | ACCELERATOR_STREAM | CPU Agent-0",
                        "Thread 43, Compute on GPU Agent-1, Queue 3 | ACCELERATOR_STREAM | GPU Agent-1",
                        "Thread 43, Memory Operation at GPU Agent-1 | ACCELERATOR_STREAM | GPU Agent-1",
                        "Thread 43, Memory Operation at unknown Agent | ACCELERATOR_STREAM | app (42)",
                        "Thread 43, Scratch Memory of GPU Agent-1, Queue 3 | ACCELERATOR_STREAM | GPU Agent-1");
        assertThat(archive.lines())
                .containsExactly(
                        "0 [20, 90] MEMORY_COPY_HOST_TO_DEVICE",
                        "1 [30, 100] MEMORY_COPY_DEVICE_TO_HOST",
                        "2 [300, 350] plain",
                        "3 [400, 440] MEMORY_ALLOCATION_ALLOCATE",
                        "4 [500, 540] MEMORY_ALLOCATION_FREE",
                        "5 [600, 620] SCRATCH_MEMORY_ALLOC");
        attributes(archive);
        assertThat(archive.text())
                .containsPattern("LOCATION_GROUP +2  Name: \"GPU Agent-1\" <\\d+>, Type: ACCELERATOR, "
                        + "Parent: \"GPU::gfx90a\" <\\d+>, Creator: \"app \\(42\\)\" <0>");
    }

    private static void attributes(Otf2Print archive) {
        assertThat(archive.region("plain").attributes())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "category", "kernel_dispatch",
                        "correlation_id", "11",
                        "stream_id", "4",
                        "dispatch_id", "2",
                        "kernel_id", "2",
                        "workgroup_size", "32",
                        "grid_size", "128"));
        assertThat(archive.region("MEMORY_COPY_HOST_TO_DEVICE").attributes())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "category", "memory_copy",
                        "correlation_id", "12",
                        "stream_id", "4",
                        "bytes", "4096",
                        "source", "CPU Agent-0"));
        assertThat(archive.region("MEMORY_ALLOCATION_ALLOCATE").attributes())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "category", "memory_allocation",
                        "correlation_id", "14",
                        "ancestor_id", "5",
                        "bytes", "1024",
                        "address", String.valueOf(0x7fff1000)));
        assertThat(archive.region("SCRATCH_MEMORY_ALLOC").attributes())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("category", "scratch_memory", "correlation_id", "9", "bytes", "65536", "flags", "1"));
    }

    @Test
    void whatCrossesGetsALocationOfItsOwnAndKeepsItsTimes() throws Exception {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42));
        GpuWork.loaded(writer.stretch(43));
        writer.stretch(43);
        GpuWork.dispatch(writer, 1, 2, 11, 0, 0, 100, 200);
        GpuWork.dispatch(writer, 2, 2, 12, 0, 0, 150, 180); // overlaps the first without nesting
        GpuWork.dispatch(writer, 3, 2, 13, 0, 0, 200, 300);
        writer.stretch(43)
                .api(MARKER_CORE_RANGE_API, PROCESS_RANGE, 1, 1000, 2000)
                .api(MARKER_CORE_RANGE_API, PROCESS_RANGE, 2, 1500, 2500)
                .api(MARKER_CORE_RANGE_API, PROCESS_RANGE, 3, 1600, 1700)
                .api(HIP_RUNTIME_API, 1, 4, 900, 1100);
        Otf2Print archive = export(writer.open(directory));
        assertThat(archive.locations())
                .extractingFromEntries(
                        entry -> entry.getKey() + " " + entry.getValue().replaceAll(" \\|.*", ""))
                .containsExactly(
                        "0 Thread 43, Compute on GPU Agent-1, Queue 3",
                        "1 Thread 43, Compute on GPU Agent-1, Queue 3 (2)",
                        "2 Thread 43",
                        "3 Thread 43, Ranges",
                        "4 Thread 43, Ranges (2)");
        assertThat(archive.lines())
                .containsExactly(
                        "0 [100, 200] plain",
                        "0 [200, 300] plain",
                        "1 [150, 180] plain",
                        "2 [900, 1100] " + archive.region(hipName()).name(),
                        "3   [1600, 1700] roctxProcessRangeA",
                        "3 [1000, 2000] roctxProcessRangeA",
                        "4 [1500, 2500] roctxProcessRangeA");
    }

    private static String hipName() {
        return Names.operation(HIP_RUNTIME_API.value(), 1);
    }

    @Test
    void ofThoseThatStartTogetherTheLongestIsTheOuterOne() throws Exception {
        SegmentWriter writer = new SegmentWriter(42);
        writer.stretch(42)
                .text(9, "inner")
                .text(8, "middle")
                .text(7, "outer")
                .text(6, "here")
                .api(MARKER_CORE_RANGE_API, MARK, 6, 100, 100)
                .api(MARKER_CORE_RANGE_API, THREAD_RANGE, 9, 100, 110)
                .api(MARKER_CORE_RANGE_API, THREAD_RANGE, 7, 100, 300)
                .api(MARKER_CORE_RANGE_API, THREAD_RANGE, 8, 100, 200);
        Otf2Print archive = export(writer.open(directory));
        assertThat(archive.lines())
                .containsExactly("0     [100, 110] inner", "0   [100, 200] middle", "0 [100, 300] outer");
        assertThat(archive.marks())
                .containsExactly(
                        new Otf2Print.Mark(0, "here", 100, Map.of("category", "marker_api", "correlation_id", "6")));
    }

    @Test
    void eventsAndDefinitionsGoOnInFurtherChunks() throws Exception {
        SegmentWriter writer = new SegmentWriter(42);
        int records = 6000;
        for (int i = 1; i <= records; i++) {
            writer.stretch(42)
                    .text(i, i + ":" + "x".repeat(750)) // 4.6 MB of names; a chunk has 4 MiB
                    .api(MARKER_CORE_RANGE_API, THREAD_RANGE, i, 10L * i, 10L * i + 5);
        }
        Otf2Print archive = export(writer.open(directory));
        assertThat(Files.size(directory.resolve("out/x_results.def"))).isGreaterThan(4 << 20);
        assertThat(Files.size(directory.resolve("out/x_results/0.evt"))).isGreaterThan(256 << 10);
        assertThat(archive.regions()).hasSize(records);
        for (int i = 1; i <= records; i++) {
            Otf2Print.Region region = archive.regions().get(i - 1);
            assertThat(region.name()).isEqualTo(i + ":" + "x".repeat(750));
            assertThat(region.start()).isEqualTo(10L * i);
            assertThat(region.end()).isEqualTo(10L * i + 5);
        }
    }

    @Test
    void processesShareAnArchiveAndHaveGroupsOfTheirOwn() throws Exception {
        SegmentWriter first = new SegmentWriter(42);
        first.stretch(42).api(HSA_CORE_API, 0, 1, 100, 200);
        SegmentWriter second = new SegmentWriter(43);
        second.stretch(43).api(HSA_CORE_API, 0, 1, 150, 250);
        Otf2Print archive = export(first.open(directory), second.open(directory));
        assertThat(archive.locations())
                .containsExactly(
                        Map.entry(0, "Thread 42 | CPU_THREAD | app (42)"),
                        Map.entry(1, "Thread 43 | CPU_THREAD | app (43)"));
        assertThat(archive.lines()).containsExactly("0 [100, 200] hsa_init", "1 [150, 250] hsa_init");
        assertThat(archive.text()).containsOnlyOnce("Name: \"hsa_init\"");
    }

    @Test
    void whereNothingIsShownThereIsNoArchive() throws Exception {
        Files.createDirectories(directory.resolve("out"));
        Files.writeString(anchor(), "old");
        try (ProcessTrace process = new SegmentWriter(42).open(directory)) {
            assertThat(new Otf2Exporter().write(SampleRun.export(process, directory.resolve("out/x"), false)))
                    .isEmpty();
        }
        assertThat(directory.resolve("out")).isEmptyDirectory();
    }

    @Test
    void anArchiveReplacesTheOneBeforeAndNothingElse() throws Exception {
        Path files = Files.createDirectories(directory.resolve("out/x_results"));
        for (String name : List.of("7.evt", "7.def", "notes.txt")) {
            Files.writeString(files.resolve(name), "old");
        }
        SegmentWriter writer = new SegmentWriter(42);
        writer.stretch(42).api(HSA_CORE_API, 0, 1, 100, 200);
        export(writer.open(directory));
        try (Stream<Path> left = Files.list(files)) {
            assertThat(left.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrder("0.evt", "0.def", "notes.txt");
        }
    }

    @Test
    void anArchiveThatCouldNotBeFinishedHasNoAnchor() throws Exception {
        SegmentWriter writer = new SegmentWriter(42);
        writer.stretch(42).api(HSA_CORE_API, 0, 1, 100, 200);
        export(writer.open(directory));
        Files.delete(directory.resolve("out/x_results/0.evt"));
        Files.createDirectory(directory.resolve("out/x_results/1.evt")); // cannot be a file
        Files.createFile(directory.resolve("out/x_results/1.evt/in the way"));
        try (ProcessTrace process = writer.open(directory)) {
            assertThatThrownBy(() -> export(process)).isInstanceOf(IOException.class);
        }
        assertThat(anchor()).doesNotExist();
    }
}
