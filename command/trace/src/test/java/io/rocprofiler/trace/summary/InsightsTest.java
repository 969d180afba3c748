package io.rocprofiler.trace.summary;

import static io.rocprofiler.abi.BufferTracingKind.HIP_RUNTIME_API;
import static io.rocprofiler.abi.BufferTracingKind.MARKER_CORE_RANGE_API;
import static io.rocprofiler.abi.MemoryCopyOperation.DEVICE_TO_DEVICE;
import static io.rocprofiler.abi.MemoryCopyOperation.DEVICE_TO_HOST;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_DEVICE;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_HOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Records;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.Insights.AgentUse;
import io.rocprofiler.trace.summary.Insights.Cost;
import io.rocprofiler.trace.summary.Insights.Gap;
import io.rocprofiler.trace.summary.Insights.LaunchDelay;
import io.rocprofiler.trace.summary.Insights.RangeTimes;
import io.rocprofiler.trace.summary.Insights.RangeUse;
import io.rocprofiler.trace.summary.Insights.Wait;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InsightsTest {

    @TempDir
    Path directory;

    /// The first GPU: kernels 100–250 and 300–350, copies 200–270 and 500–570. The second GPU is idle.
    private SegmentWriter work(long pid) {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(pid));
        GpuWork.loaded(writer.stretch(43));
        writer.stretch(43).api(HIP_RUNTIME_API, 1, 10, 50, 90).api(HIP_RUNTIME_API, 1, 11, 60, 95);
        writer.stretch(43);
        GpuWork.dispatch(writer, 2, 2, 11, 0, 0, 300, 350);
        GpuWork.dispatch(writer, 1, 1, 10, 0, 0, 100, 250);
        writer.stretch(44);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 11, 0, 200);
        GpuWork.copy(writer, DEVICE_TO_HOST, GpuWork.GPU, GpuWork.CPU, 12, 0, 500);
        GpuWork.copy(writer, HOST_TO_HOST, GpuWork.CPU, GpuWork.CPU, 13, 0, 900);
        return writer;
    }

    private static Insights insights(ProcessTrace... processes) {
        InsightsBuilder builder = new InsightsBuilder(List.of(processes), Display.plain());
        Records.forEach(List.of(processes), Set.of(Domain.values()), builder::add);
        return builder.build();
    }

    @Test
    void a_gpu_is_busy_for_the_union_of_its_kernels_and_copies() {
        try (ProcessTrace process = work(42).open(directory)) {
            Insights insights = insights(process);
            assertThat(insights.startNanos()).isEqualTo(50);
            assertThat(insights.endNanos()).isEqualTo(970);
            assertThat(insights.agents())
                    .containsExactly(
                            new AgentUse("Agent 1", 2, 2, 200, 140, 50, 290),
                            new AgentUse("Agent 2", 0, 0, 0, 0, 0, 0));
        }
    }

    @Test
    void a_copy_between_gpus_keeps_both_busy_and_waits_once() {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42)).stretch(43);
        GpuWork.copy(writer, DEVICE_TO_DEVICE, GpuWork.SECOND_GPU, GpuWork.GPU, 1, 0, 200);
        GpuWork.copy(writer, DEVICE_TO_DEVICE, GpuWork.GPU, GpuWork.GPU, 2, 0, 210);
        try (ProcessTrace process = writer.open(directory)) {
            Insights insights = insights(process);
            assertThat(insights.agents())
                    .containsExactly(
                            new AgentUse("Agent 1", 0, 2, 0, 80, 0, 80), new AgentUse("Agent 2", 0, 1, 0, 70, 0, 70));
            assertThat(insights.launches()).containsExactly(new LaunchDelay("Agent 1", "copies", 0, 2, 0, 0, 0, 0, 0));
        }
    }

    @Test
    void work_waits_from_the_beginning_of_its_call_to_its_own() {
        try (ProcessTrace process = work(42).open(directory)) {
            assertThat(insights(process).launches())
                    .containsExactly(
                            new LaunchDelay("Agent 1", "kernels", 2, 0, 145, 50, 240, 240, 240),
                            new LaunchDelay("Agent 1", "copies", 1, 1, 140, 140, 140, 140, 140));
        }
    }

    /// Range A 10–1000 with ranges B 100–300 and, crossing its end, C 900–1100; the GPU works 150–400 for B, 500–600
    /// for A;
    /// a call waits 350–450 after the end of B.
    @Test
    void ranges_have_the_gpus_work_idle_time_and_waits_with_and_without_the_ranges_inside() {
        SegmentWriter writer =
                GpuWork.loaded(GpuWork.machine(new SegmentWriter(42)).stretch(43));
        range(writer, 1, "A", 10, 1000);
        range(writer, 2, "B", 100, 300);
        range(writer, 3, "C", 900, 1100);
        int synchronize = HipRuntimeOperation.hipDeviceSynchronize.value();
        writer.stretch(43)
                .api(HIP_RUNTIME_API, 1, 10, 110, 120)
                .api(HIP_RUNTIME_API, synchronize, 11, 350, 450)
                .api(HIP_RUNTIME_API, 1, 12, 460, 470);
        writer.stretch(43);
        GpuWork.dispatch(writer, 1, 1, 10, 0, 0, 150, 400);
        GpuWork.dispatch(writer, 2, 2, 12, 0, 0, 500, 600);
        try (ProcessTrace process = writer.open(directory)) {
            Insights insights = insights(process);
            assertThat(insights.ranges())
                    .containsExactly(
                            new RangeUse(
                                    "A", 1, new RangeTimes(990, 350, 640, 100), new RangeTimes(790, 100, 590, 100)),
                            new RangeUse("B", 1, new RangeTimes(200, 250, 50, 0), new RangeTimes(200, 250, 50, 0)),
                            new RangeUse("C", 1, new RangeTimes(200, 0, 200, 0), new RangeTimes(200, 0, 200, 0)));
            assertThat(insights.waits())
                    .containsExactly(new Wait("hipDeviceSynchronize", "_ZN2gp4axpyIfEEvPT_S2_i", 1, 100, 50));
        }
    }

    private static void range(SegmentWriter writer, long id, String name, long start, long end) {
        int push = MarkerCoreRangeOperation.roctxThreadRangeA.value();
        writer.stretch(43).api(MARKER_CORE_RANGE_API, push, id, start, end).text(id, name);
    }

    @Test
    void gaps_say_what_ended_before_them_and_what_came_then() {
        try (ProcessTrace process = work(42).open(directory)) {
            Insights insights = insights(process);
            assertThat(insights.agentGaps())
                    .containsExactly(
                            new Gap("Agent 1", 570, 970, "MEMORY_COPY_DEVICE_TO_HOST", "(last record)"),
                            new Gap("Agent 1", 350, 500, "plain", "MEMORY_COPY_DEVICE_TO_HOST"),
                            new Gap("Agent 1", 50, 100, "(first record)", "_ZN2gp4axpyIfEEvPT_S2_i"),
                            new Gap("Agent 1", 270, 300, "MEMORY_COPY_HOST_TO_DEVICE", "plain"));
            assertThat(insights.queueGaps())
                    .containsExactly(new Gap("Agent 1 queue 3", 250, 300, "_ZN2gp4axpyIfEEvPT_S2_i", "plain"));
        }
    }

    @Test
    void only_the_five_longest_gaps_of_a_place_are_kept() {
        Gaps gaps = new Gaps("here");
        long[] lengths = {3, 9, 1, 5, 5, 7, 8, 2};
        long at = 0;
        gaps.add(0, 10, "first");
        for (long length : lengths) {
            at += 10 + length;
            gaps.add(at, at + 10, "at " + at);
        }
        assertThat(gaps.longest()).extracting(Gap::nanos).containsExactly(9L, 8L, 7L, 5L, 5L);
        assertThat(gaps.longest().getFirst()).isEqualTo(new Gap("here", 23, 32, "at 13", "at 32"));
        assertThat(gaps.busyNanos()).isEqualTo(90);
    }

    @Test
    void the_times_before_and_after_all_work_count_among_the_five() {
        Gaps gaps = new Gaps("here");
        for (int i = 0; i < 10; i++) {
            gaps.add(100 + 10L * i * i, 101 + 10L * i * i, "at " + i);
        }
        assertThat(gaps.longest(0, 1071))
                .containsExactly(
                        new Gap("here", 741, 910, "at 8", "at 9"),
                        new Gap("here", 911, 1071, "at 9", "(last record)"),
                        new Gap("here", 591, 740, "at 7", "at 8"),
                        new Gap("here", 461, 590, "at 6", "at 7"),
                        new Gap("here", 351, 460, "at 5", "at 6"));
        assertThat(gaps.longest(0, 911).getLast()).isEqualTo(new Gap("here", 0, 100, "(first record)", "at 0"));
        assertThat(new Gaps("there").longest(0, 1000)).isEmpty();
    }

    @Test
    void processes_share_a_gpu_and_keep_their_own_queues_and_calls() {
        SegmentWriter other = GpuWork.machine(new SegmentWriter(43)).stretch(50);
        other.api(HIP_RUNTIME_API, 1, 10, 240, 241);
        GpuWork.dispatch(GpuWork.loaded(other).stretch(50), 1, 1, 10, 0, 0, 260, 310);
        try (ProcessTrace first = work(42).open(directory);
                ProcessTrace second = other.open(directory)) {
            Insights insights = insights(first, second);
            assertThat(insights.agents().getFirst()).isEqualTo(new AgentUse("Agent 1", 3, 2, 240, 140, 60, 320));
            assertThat(insights.launches().getFirst())
                    .isEqualTo(new LaunchDelay("Agent 1", "kernels", 3, 0, 310.0 / 3, 50, 240, 240, 240));
            assertThat(insights.queueGaps()).extracting(Gap::where).containsExactly("Agent 1 queue 3 of 42");
            assertThat(insights.threads()).isEqualTo(3);
        }
    }

    @Test
    void the_cost_of_tracing_is_estimated_by_domain() {
        SegmentWriter writer = work(42);
        writer.stretch(45).api(MARKER_CORE_RANGE_API, 0, 20, 400, 400);
        try (ProcessTrace process = writer.open(directory)) {
            assertThat(insights(process).costs())
                    .containsExactly(
                            new Cost(Domain.HIP_API, 2, 80),
                            new Cost(Domain.MARKER_API, 1, 60),
                            new Cost(Domain.KERNEL_DISPATCH, 2, 440),
                            new Cost(Domain.MEMORY_COPY, 3, 440));
        }
    }

    @Test
    void processes_that_lost_something_are_named() {
        SegmentWriter lossy = new SegmentWriter(43)
                .total(SegmentTotals.SUBMITTED, 2)
                .total(SegmentTotals.DROPPED, 2)
                .header(SegmentHeader.PASSED_THROUGH, 3)
                .stretch(43)
                .api(HIP_RUNTIME_API, 1, 1, 10, 20);
        lossy.claim(64);
        try (ProcessTrace whole = work(42).open(directory);
                ProcessTrace process = lossy.open(directory)) {
            assertThat(insights(whole, process).losses()).singleElement().satisfies(loss -> {
                assertThat(loss.pid()).isEqualTo(43);
                assertThat(loss.counts().recorded()).isEqualTo(1);
                assertThat(loss.counts().inFlight()).isEqualTo(1);
                assertThat(loss.counts().dropped()).isEqualTo(2);
                assertThat(loss.untraced()).isEqualTo(3);
            });
        }
    }

    @Test
    void a_run_without_gpu_work_says_nothing_of_gpus() {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42)).stretch(43);
        writer.api(HIP_RUNTIME_API, 1, 1, 10, 20);
        try (ProcessTrace process = writer.open(directory)) {
            Insights insights = insights(process);
            assertThat(insights.tables())
                    .extracting(InsightTable::title)
                    .containsExactly("DURATIONS", "CALLS OF THREADS", "ESTIMATED COST OF TRACING");
            assertThat(insights.agents()).isEmpty();
        }
        try (ProcessTrace empty = new SegmentWriter(44).open(directory)) {
            assertThat(insights(empty).tables()).isEmpty();
            assertThat(insights(empty).spanNanos()).isZero();
        }
    }
}
