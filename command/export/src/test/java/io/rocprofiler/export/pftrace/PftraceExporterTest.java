package io.rocprofiler.export.pftrace;

import static io.rocprofiler.abi.BufferTracingKind.HIP_RUNTIME_API;
import static io.rocprofiler.abi.BufferTracingKind.HSA_CORE_API;
import static io.rocprofiler.abi.BufferTracingKind.MARKER_CORE_RANGE_API;
import static io.rocprofiler.abi.BufferTracingKind.MEMORY_ALLOCATION;
import static io.rocprofiler.abi.MemoryAllocationOperation.ALLOCATE;
import static io.rocprofiler.abi.MemoryAllocationOperation.FREE;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_DEVICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exports;
import io.rocprofiler.export.SampleRun;
import io.rocprofiler.export.pftrace.PftraceReader.Sample;
import io.rocprofiler.export.pftrace.PftraceReader.Slice;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PftraceExporterTest {

    private static final String PROCESS = "/bin/app 42";
    private static final String GPU = PROCESS + " / Agent [1] gfx90a";
    private static final String HIP = "runtime.0=hip 60200 0\n";

    @TempDir
    Path directory;

    @Test
    void callsAndMarkersStandOnTheirThreadsWithinEachOther() throws IOException {
        PftraceReader trace = write(SampleRun.open(directory));
        assertThat(trace.slices())
                .extracting(Slice::toString)
                .containsExactly(
                        PROCESS + " / main | marker_api | step | 1500..3500",
                        PROCESS + " / main | hip_api | __hipPopCallConfiguration | 1900..1910",
                        PROCESS + " / THREAD 1 (43) | hip_api | hipMalloc | 2000..2500",
                        PROCESS + " / main | hip_api | hipMalloc | 2100..2400",
                        PROCESS + " / THREAD 1 (43) | hip_api | hipFree | 2600..2700",
                        PROCESS + " / main | marker_api | " + SampleRun.AWKWARD + " | 3600",
                        PROCESS + " / main | hsa_api | hsa_init | 3700..3750",
                        PROCESS + " / main | hip_api | hipMemcpy | 8000..8005",
                        PROCESS + " / main | hip_api | hipLaunchKernel | 8010..8015");
        assertThat(trace.slices()).extracting(slice -> slice.depth).containsExactly(0, 1, 0, 1, 0, 0, 0, 0, 0);
    }

    @Test
    void callsSayWhatAmdsSayAndTheirArguments() throws IOException {
        PftraceReader trace = write(SampleRun.open(directory));
        Slice copy = named(trace, "hipMemcpy");
        assertThat(copy.annotations)
                .containsAllEntriesOf(Map.of(
                        "begin_ns", 8000L,
                        "end_ns", 8005L,
                        "delta_ns", 5L,
                        "tid", 42L,
                        "corr_id", 800L,
                        "ancestor_id", 0L,
                        "stream_ID", 0L,
                        "retval", 719L,
                        "args",
                                Map.of(
                                        "dst",
                                        "0x7f00",
                                        "src",
                                        "0x8f00",
                                        "sizeBytes",
                                        4096L,
                                        "kind",
                                        "hipMemcpyHostToDevice")));
        assertThat(copy.annotations).containsKeys("kind", "operation").hasSize(11);
        Map<?, ?> launch = (Map<?, ?>) named(trace, "hipLaunchKernel").annotation("args");
        assertThat(launch.get("numBlocks")).isEqualTo(Map.of("x", 1L, "y", 2L, "z", 3L));
        assertThat(launch.get("dimBlocks")).isEqualTo(Map.of("x", 16L, "y", 8L, "z", 4L));
    }

    @Test
    void processesAndThreadsAreDescribed() throws IOException {
        PftraceReader trace = write(SampleRun.open(directory));
        assertThat(trace.tracks())
                .containsExactlyInAnyOrder(PROCESS, PROCESS + " / main", PROCESS + " / THREAD 1 (43)");
        assertThat(trace.descriptor(PROCESS).toString())
                .contains("pid: 42", "cmdline: \"/bin/app\"", "cmdline: \"two words\"", "start_timestamp_ns: 1000");
        assertThat(trace.descriptor(PROCESS + " / THREAD 1 (43)").toString()).contains("pid: 42", "tid: 43");
        assertThat(trace.clocks()).singleElement().asString().contains("clock_id: 6", "timestamp: 1000", "BOOTTIME");
    }

    @Test
    void workStandsOnItsStreamAndACallLeadsToIt() throws IOException {
        SegmentWriter writer = machine(HIP).api(HIP_RUNTIME_API, 1, 10, 50, 90);
        GpuWork.dispatch(writer, 1, 1, 10, 4, 0, 100, 250);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 12, 4, 300);
        PftraceReader trace = write(writer.open(directory));
        Slice call = trace.slices("hip_api").getFirst();
        Slice kernel = trace.slices("kernel_dispatch").getFirst();
        Slice copy = trace.slices("memory_copy").getFirst();
        assertThat(kernel).hasToString(GPU + " / STREAM [4] | kernel_dispatch | _ZN2gp4axpyIfEEvPT_S2_i | 100..250");
        assertThat(copy).hasToString(GPU + " / STREAM [4] | memory_copy | MEMORY_COPY_HOST_TO_DEVICE | 300..370");
        assertThat(kernel.flow).isEqualTo(call.flow).isNotEqualTo(copy.flow);
        assertThat(kernel.annotations)
                .contains(
                        entry("agent", "Agent-1"),
                        entry("agent_type", "GPU"),
                        entry("queue", 2L),
                        entry("kernel_id", 1L),
                        entry("Scratch_Size", 16L),
                        entry("LDS_Block_Size", 1024L),
                        entry("VGPR_Count", 40L),
                        entry("Accum_VGPR_Count", 4L),
                        entry("SGPR_Count", 32L),
                        entry("workgroup_size", 32L),
                        entry("grid_size", 128L),
                        entry("stream_ID", 4L));
        assertThat(copy.annotations)
                .contains(entry("src_agent", "Agent-0"), entry("dst_agent", "Agent-1"), entry("copy_bytes", 4096L));
    }

    @Test
    void withoutHipWorkStandsOnQueuesAndCopiesOnWhereTheyGo() throws IOException {
        SegmentWriter writer = machine("");
        GpuWork.dispatch(writer, 1, 1, 10, 0, 0, 100, 250);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 12, 0, 300);
        PftraceReader trace = write(writer.open(directory));
        assertThat(trace.slices())
                .extracting(slice -> slice.track)
                .containsExactly(
                        GPU + " / COMPUTE Agent [1] QUEUE [2] GPU", GPU + " / COPY to Agent [1] THREAD [1] (GPU)");
    }

    @Test
    void kernelsOfOneQueueThatOverlapMeetInTheMiddle() throws IOException {
        SegmentWriter writer = machine(HIP);
        GpuWork.dispatch(writer, 1, 1, 10, 4, 0, 100, 200);
        GpuWork.dispatch(writer, 2, 1, 11, 4, 0, 190, 300);
        GpuWork.dispatch(writer, 3, 1, 12, 4, 0, 300, 400);
        PftraceReader trace = write(writer.open(directory));
        assertThat(trace.slices())
                .extracting(slice -> slice.start + ".." + slice.end)
                .containsExactly("100..195", "195..300", "300..400");
        assertThat(trace.slices())
                .extracting(slice -> slice.annotation("begin_ns"))
                .containsExactly(100L, 190L, 300L);
        assertThat(trace.slices())
                .extracting(slice -> slice.annotation("end_ns"))
                .containsExactly(200L, 300L, 400L);
        assertThat(trace.tracks())
                .filteredOn(path -> path.endsWith("STREAM [4]"))
                .hasSize(1);
    }

    @Test
    void otherWorkThatOverlapsHasTracksOfItsOwnAndItsOwnTimes() throws IOException {
        SegmentWriter writer = machine(HIP);
        GpuWork.dispatch(writer, 1, 1, 10, 4, 0, 100, 200);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 11, 4, 150);
        GpuWork.dispatch(writer, 2, 1, 12, 4, 0, 160, 170);
        GpuWork.dispatch(writer, 3, 1, 13, 4, 0, 400, 500);
        GpuWork.dispatch(writer, 4, 1, 14, 4, 0, 420, 430);
        PftraceReader trace = write(writer.open(directory));
        assertThat(trace.slices())
                .extracting(slice -> slice.start + ".." + slice.end)
                .containsExactlyInAnyOrder("100..200", "150..220", "160..170", "400..500", "420..430");
        assertThat(trace.slices()).allMatch(slice -> slice.depth == 0 && slice.track.endsWith("STREAM [4]"));
        assertThat(trace.tracks())
                .filteredOn(path -> path.endsWith("STREAM [4]"))
                .hasSize(3);
    }

    @Test
    void rangesThatCrossCallsStandBelowTheThread() throws IOException {
        SegmentWriter writer =
                machine(HIP).api(MARKER_CORE_RANGE_API, 2, 1, 100, 200).text(1, "crosses");
        writer.api(HIP_RUNTIME_API, 1, 2, 150, 250).api(HSA_CORE_API, 0, 3, 160, 240);
        writer.api(HIP_RUNTIME_API, 1, 4, 250, 260);
        PftraceReader trace = write(writer.open(directory));
        String thread = PROCESS + " / THREAD 1 (43)";
        assertThat(trace.slices())
                .extracting(slice -> slice.track + " " + slice.start + ".." + slice.end)
                .containsExactly(
                        thread + " 100..200",
                        thread + " / THREAD 1 (43) overlapping 150..250",
                        thread + " / THREAD 1 (43) overlapping 160..240",
                        thread + " 250..260");
    }

    @Test
    void callsThatBeginTogetherLieWithinEachOther() throws IOException {
        SegmentWriter writer = machine(HIP).api(HSA_CORE_API, 0, 1, 100, 150);
        writer.api(HIP_RUNTIME_API, 1, 2, 100, 200).api(MARKER_CORE_RANGE_API, 1, 3, 100, 300);
        PftraceReader trace = write(writer.text(3, "outermost").open(directory));
        assertThat(trace.slices())
                .extracting(slice -> slice.depth + " " + slice.track + " " + slice.end)
                .containsExactly(
                        "0 " + PROCESS + " / THREAD 1 (43) 300",
                        "1 " + PROCESS + " / THREAD 1 (43) 200",
                        "2 " + PROCESS + " / THREAD 1 (43) 150");
    }

    @Test
    void countersFollowCopiesAllocationsAndScratchMemory() throws IOException {
        SegmentWriter writer = machine(HIP);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 12, 4, 20);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 13, 5, 90);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 14, 5, 100);
        writer.stretch(43);
        GpuWork.allocation(writer, ALLOCATE, GpuWork.GPU, 1024, 14, 30);
        GpuWork.allocation(writer, FREE, 0, 0, 15, 100);
        GpuWork.scratch(writer, ScratchMemoryOperation.ALLOC, 65536, 40);
        GpuWork.scratch(writer, ScratchMemoryOperation.FREE, 0, 61);
        PftraceReader trace = write(writer.open(directory));
        // 4,096 bytes each, for 70 ns: from 20, from 90 when the first ends, and from 100.
        assertThat(trace.counter(GPU + " / COPY BYTES to Agent [1] (GPU)"))
                .containsExactly(
                        new Sample(20, 4096),
                        new Sample(90, 4096),
                        new Sample(100, 8192),
                        new Sample(160, 4096),
                        new Sample(170, 0));
        assertThat(trace.counter(GPU + " / COPY BANDWIDTH to Agent [1] (GPU)"))
                .contains(new Sample(20, 58_514_285_714L), new Sample(100, 117_028_571_428L), new Sample(170, 0));
        assertThat(trace.counter(GPU + " / ALLOCATE BYTES on Agent [1] (GPU)"))
                .containsExactly(new Sample(70, 1024), new Sample(140, 0));
        assertThat(trace.counter(GPU + " / SCRATCH MEMORY on Agent [1] (GPU)"))
                .containsExactly(new Sample(60, 65536), new Sample(81, 0));
        assertThat(trace.slices("scratch_memory")).hasSize(2);
        assertThat(trace.slices("memory_allocation"))
                .extracting(slice -> slice.annotation("address"))
                .containsExactly("0x7fff1000", "0x7fff1000");
    }

    /// Another thread asks for memory before the release begins, and gets the same address before it has returned.
    @Test
    void memoryInUseIsWhatWasAllocatedAndNotReleased() throws IOException {
        SegmentWriter writer = machine(HIP);
        GpuWork.allocation(writer, ALLOCATE, GpuWork.GPU, 1024, 14, 1000);
        GpuWork.allocation(writer, ALLOCATE, GpuWork.GPU, 4096, 15, 1095);
        GpuWork.allocation(writer, FREE, 0, 0, 16, 1100);
        long failed = 0;
        writer.stretch(43);
        writer.record(MEMORY_ALLOCATION, ALLOCATE.value(), 17, 0, 0, 43, 1200, 1300, GpuWork.GPU, failed, 512);
        PftraceReader trace = write(writer.open(directory));
        assertThat(trace.counter(GPU + " / ALLOCATE BYTES on Agent [1] (GPU)"))
                .containsExactly(new Sample(1040, 1024), new Sample(1135, 5120), new Sample(1140, 4096));
    }

    @Test
    void processesHaveTracksAndFlowsOfTheirOwn() throws IOException {
        ProcessTrace first = machine(HIP).api(HIP_RUNTIME_API, 1, 10, 50, 90).open(directory);
        ProcessTrace second = GpuWork.machine(new SegmentWriter(52))
                .stretch(43)
                .api(HIP_RUNTIME_API, 1, 10, 40, 95)
                .open(directory);
        PftraceReader trace = write(first, second);
        assertThat(trace.slices())
                .extracting(Slice::toString)
                .containsExactlyInAnyOrder(
                        "/bin/app 42 / THREAD 1 (43) | hip_api | hipArray3DCreate | 50..90",
                        "/bin/app 52 / THREAD 1 (43) | hip_api | hipArray3DCreate | 40..95");
        assertThat(trace.slices().get(0).flow).isNotEqualTo(trace.slices().get(1).flow);
        assertThat(trace.clocks()).hasSize(2);
    }

    /// Calls that nest and overlap at random, with coinciding starts and ends, and kernels that
    /// overlap arbitrarily.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whateverOverlapsEverySliceIsThereOnceWithItsTimes(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        SegmentWriter writer = machine(HIP);
        List<String> expected = new ArrayList<>();
        for (int i = 1; i <= 500; i++) {
            if (i % 4 == 0) {
                writer.stretch(43 + random.nextInt(2));
            }
            long start = 1000L + random.nextInt(300);
            long end = start + random.nextInt(40);
            if (random.nextInt(3) == 0) {
                GpuWork.dispatch(writer, i, 1, i, random.nextInt(2), 0, start, end);
            } else {
                writer.api(HIP_RUNTIME_API, random.nextInt(50), i, start, end);
            }
            expected.add(i + " " + start + ".." + end);
        }
        PftraceReader trace = write(writer.open(directory));
        assertThat(trace.slices())
                .extracting(slice -> slice.annotation("corr_id") + " " + slice.annotation("begin_ns") + ".."
                        + slice.annotation("end_ns"))
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(trace.slices("hip_api"))
                .allMatch(slice -> slice.annotation("begin_ns").equals(slice.start)
                        && slice.annotation("end_ns").equals(slice.end));
        assertThat(trace.slices("kernel_dispatch")).allMatch(slice -> slice.depth == 0 && slice.start <= slice.end);
    }

    @Test
    void protocDecodesItByTheSchemaFile() throws IOException, InterruptedException {
        write(SampleRun.open(directory));
        String text = protoc(directory.resolve("x_results.pftrace"));
        // protoc prints fields missing in the schema by their numbers.
        assertThat(text.lines()).noneMatch(line -> line.matches("\\s*\\d+(:| \\{).*"));
        assertThat(text.lines().filter(line -> line.contains("type: TYPE_SLICE_BEGIN")))
                .hasSize(8);
        assertThat(text.lines().filter(line -> line.contains("type: TYPE_SLICE_END")))
                .hasSize(8);
        assertThat(text.lines().filter(line -> line.contains("type: TYPE_INSTANT")))
                .hasSize(1);
    }

    private static String protoc(Path file) throws IOException, InterruptedException {
        Path schema = Path.of("src/main/protobuf").toAbsolutePath();
        Process process;
        try {
            process = new ProcessBuilder(
                            "protoc", "--decode=perfetto.protos.Trace", "-I", schema.toString(), "pftrace.proto")
                    .redirectInput(file.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            Assumptions.abort("no protoc (Debian: protobuf-compiler): " + e.getMessage());
            throw e;
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /// Returns kernels and agents, and a stretch of thread 43.
    private static SegmentWriter machine(String runtimes) {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42))
                .header(SegmentHeader.BOOTTIME_NS, 1)
                .properties(runtimes);
        GpuWork.loaded(writer.stretch(43));
        return writer.stretch(43);
    }

    private PftraceReader write(ProcessTrace... processes) throws IOException {
        Export export = Exports.plain(directory.resolve("x"), processes);
        List<Path> written = new PftraceExporter().write(export);
        assertThat(written).containsExactly(directory.resolve("x_results.pftrace"));
        assertThat(Files.size(written.getFirst())).isPositive();
        return PftraceReader.read(written.getFirst());
    }

    private static Slice named(PftraceReader trace, String name) {
        return trace.slices().stream()
                .filter(slice -> slice.name.equals(name))
                .findFirst()
                .orElseThrow();
    }
}
