package io.rocprofiler.trace.summary;

import static io.rocprofiler.abi.BufferTracingKind.HIP_RUNTIME_API;
import static io.rocprofiler.abi.BufferTracingKind.MARKER_CORE_RANGE_API;
import static io.rocprofiler.abi.MemoryCopyOperation.DEVICE_TO_HOST;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_DEVICE;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_HOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LaneStatisticsTest {

    @TempDir
    Path directory;

    private static SegmentWriter work(long pid) {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(pid));
        GpuWork.loaded(writer.stretch(43));
        writer.stretch(43).api(HIP_RUNTIME_API, 1, 10, 50, 90).api(HIP_RUNTIME_API, 1, 11, 60, 110);
        writer.stretch(44).api(HIP_RUNTIME_API, 2, 12, 50, 90);
        writer.stretch(43);
        GpuWork.dispatch(writer, 2, 2, 11, 0, 0, 300, 350);
        GpuWork.dispatch(writer, 1, 1, 10, 0, 0, 100, 250);
        writer.stretch(44);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 11, 0, 200);
        GpuWork.copy(writer, DEVICE_TO_HOST, GpuWork.SECOND_GPU, GpuWork.CPU, 12, 0, 500);
        GpuWork.copy(writer, HOST_TO_HOST, GpuWork.CPU, GpuWork.CPU, 13, 0, 900);
        writer.stretch(44).object(SegmentConstants.KIND_NAME, "launcher", SegmentConstants.NAME_THREAD, 44, 1);
        writer.object(SegmentConstants.KIND_NAME, "default", SegmentConstants.NAME_STREAM, 0, 1);
        return writer;
    }

    private static InsightTable table(SummaryLane lane, ProcessTrace... processes) {
        LaneStatistics statistics = new LaneStatistics(lane, List.of(processes), Display.plain());
        for (ProcessTrace process : processes) {
            process.forEach(statistics::add);
        }
        return statistics.table();
    }

    @Test
    void each_gpu_has_its_kernels_and_the_copies_that_end_or_else_begin_there() {
        try (ProcessTrace process = work(42).open(directory)) {
            InsightTable table = table(SummaryLane.GPU, process);
            assertThat(table.title()).isEqualTo("SUMMARY PER GPU");
            assertThat(table.rows())
                    .containsExactly(
                            row("Agent 1", "_ZN2gp4axpyIfEEvPT_S2_i", "KERNEL_DISPATCH", 150, 270),
                            row("Agent 1", "MEMORY_COPY_HOST_TO_DEVICE", "MEMORY_COPY", 70, 270),
                            row("Agent 1", "plain", "KERNEL_DISPATCH", 50, 270),
                            row("Agent 2", "MEMORY_COPY_DEVICE_TO_HOST", "MEMORY_COPY", 70, 70));
        }
    }

    private static List<Object> row(String agent, String name, String domain, long nanos, long of) {
        return List.of(agent, name, domain, 1L, nanos, nanos, 100.0 * nanos / of, nanos, nanos, 0L);
    }

    @Test
    void processes_share_the_gpus_of_their_machine_and_nothing_else() {
        try (ProcessTrace one = work(42).open(directory.resolve("1"));
                ProcessTrace other =
                        work(45).properties("rank=3\nhostname=here\n").open(directory.resolve("2"))) {
            Map<SummaryLane, Set<List<Object>>> lanes = List.of(SummaryLane.values()).stream()
                    .collect(Collectors.toMap(
                            lane -> lane,
                            lane -> table(lane, one, other).rows().stream()
                                    .map(cells ->
                                            cells.subList(0, lane.columns().size()))
                                    .collect(Collectors.toSet())));
            assertThat(lanes.get(SummaryLane.STREAM))
                    .containsExactlyInAnyOrder(List.of("42", "0", "default"), List.of("45", "0", "default"));
            assertThat(lanes.get(SummaryLane.THREAD))
                    .containsExactlyInAnyOrder(
                            List.of("42", "43", ""),
                            List.of("42", "44", "launcher"),
                            List.of("45", "43", ""),
                            List.of("45", "44", "launcher"));
            assertThat(lanes.get(SummaryLane.RANK))
                    .contains(List.of("45", "3", "here"))
                    .hasSize(2);
            assertThat(table(SummaryLane.RANK, one, other).rows()).hasSize(14);
        }
    }

    /// What all lanes have together is what the table of all names has: all records, or those of GPUs.
    @ParameterizedTest
    @EnumSource(names = {"STREAM", "THREAD", "RANK"})
    void no_record_counts_twice_or_not_at_all(SummaryLane lane) {
        try (ProcessTrace process = work(42).open(directory)) {
            long counted = table(lane, process).rows().stream()
                    .mapToLong(row -> (Long) row.get(lane.columns().size() + 2))
                    .sum();
            assertThat(counted).isEqualTo(lane == SummaryLane.STREAM ? 5 : 8);
        }
    }

    @Test
    void names_beyond_the_first_thousand_of_a_lane_share_a_row() {
        SegmentWriter writer = new SegmentWriter(42);
        int names = LaneStatistics.MOST_NAMES + 7;
        for (int i = 0; i < names; i++) {
            writer.stretch(43).text(i + 1, "range " + i).api(MARKER_CORE_RANGE_API, 1, i + 1, 100L * i, 100L * i + 10);
        }
        try (ProcessTrace process = writer.open(directory)) {
            List<List<Object>> rows = table(SummaryLane.THREAD, process).rows();
            assertThat(rows).hasSize(LaneStatistics.MOST_NAMES + 1);
            assertThat(rows.getFirst().subList(3, 7)).containsExactly("(other names)", "MARKER_API", 7L, 70L);
        }
    }
}
