package io.rocprofiler.conformance.marker;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.JavaHosts;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Marks and ranges in the command's trace: their records are written in C if no other tool traces markers, in Java
/// beside a tool that does, and the trace is the same.
final class RangesTest {
    private static final int DEEP = 200;
    private static final int OPEN = 100_000;

    @Test
    void marks_and_ranges_are_in_the_trace_with_their_messages() {
        check(Run.traced(List.of("--marker-trace", "-f", "csv"), "ranges"));
    }

    @Test
    void they_are_beside_a_tool_that_traces_markers_too() {
        Run run = Run.traced(List.of("--marker-trace", "-f", "csv"), "ranges");
        check(run.with("ROCP_TOOL_LIBRARIES", Product.tool("roctx"))
                .with("ROCTX", "callback")
                .with("ROCTX_FILE", run.folder().resolve("sequence").toString()));
    }

    @Test
    void they_are_where_kernels_are_named_by_ranges() {
        check(Run.traced(List.of("--marker-trace", "--kernel-trace", "--kernel-rename", "-f", "csv"), "ranges"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"order", "reverse", "random", "threads"})
    void each_of_many_open_ranges_ends_once_whatever_the_order(String how) {
        Run run = Run.traced(List.of("--marker-trace", "-f", "csv"), "open_ranges", how, "" + OPEN);
        List<Event> ranges = markers(run);
        List<String> expected = new ArrayList<>(List.of("pushed"));
        for (int i = 0; i < OPEN; i++) expected.add("range_" + i);
        List<String> found =
                new ArrayList<>(ranges.stream().map(Event::function).toList());
        Collections.sort(found); // comparing in any order takes minutes
        Collections.sort(expected);
        assertThat(found).isEqualTo(expected);
        Event pushed = one(ranges, "pushed");
        assertThat(ranges).allMatch(range -> range.equals(pushed) || range.start() <= pushed.start());
        assertThat(ranges).allMatch(range -> range.equals(pushed) || range.end() >= pushed.start());
    }

    @Test
    void so_does_the_range_of_each_of_many_virtual_threads() {
        Run run = Run.tracedProgram(
                List.of("--marker-trace", "-f", "csv"),
                Product.JDK.resolve("bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                JavaHosts.classPath("VirtualRanges"),
                "VirtualRanges",
                "" + OPEN);
        assertThat(markers(run))
                .hasSize(OPEN)
                .allMatch(range -> range.function().equals("virtual"));
    }

    private static List<Event> markers(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.errLines()).noneMatch(line -> line.contains("lost") || line.contains("warning"));
        return Trace.read("csv", run.folder().resolve("out")).stream()
                .filter(event -> event.kind().equals("MARKER_CORE_RANGE_API"))
                .toList();
    }

    private static void check(Run run) {
        List<Event> markers = markers(run);
        List<String> expected = new ArrayList<>(List.of("outer", "mark", "started", "of_the_other_thread"));
        expected.addAll(Collections.nCopies(DEEP, "deep"));
        expected.addAll(List.of("x".repeat(1000), ""));
        assertThat(markers.stream().map(Event::function)).containsExactlyElementsOf(expected);
        assertThat(one(markers, "mark").start()).isEqualTo(one(markers, "mark").end());
        inside(one(markers, "outer"), one(markers, "of_the_other_thread"));
        inside(one(markers, "outer"), one(markers, "started"));
        assertThat(one(markers, "started").thread())
                .isEqualTo(one(markers, "outer").thread());
        List<Event> deep = markers.subList(4, 4 + DEEP);
        for (int i = 1; i < DEEP; i++) inside(deep.get(i - 1), deep.get(i));
    }

    private static Event one(List<Event> markers, String message) {
        return markers.stream()
                .filter(event -> event.function().equals(message))
                .findFirst()
                .orElseThrow();
    }

    private static void inside(Event outer, Event inner) {
        assertThat(inner.start()).isBetween(outer.start(), outer.end());
        assertThat(inner.end()).isBetween(outer.start(), outer.end());
    }
}
