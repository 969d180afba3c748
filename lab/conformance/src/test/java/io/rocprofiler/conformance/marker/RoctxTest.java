package io.rocprofiler.conformance.marker;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Roctracer;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// ROC-TX through either of its libraries, and through both in turn: they share one state, and a tracer gets each
/// call once.
final class RoctxTest {

    /// The line of each call, after the tracer's line.
    private static final String TOLD = """
            told 0 a mark 0
            told 0 null 0
            told 0  0
            told 2 null 0
            pop -1
            told 1 outer 0
            push 0
            told 1 null 0
            push 1
            told 1 inner 0
            push 2
            told 2 null 0
            pop 2
            told 1 inner again 0
            push 2
            told 3 a range 1
            start 1
            told 3 null 2
            start 2
            told 2 null 0
            thread: pop -1
            told 1 in a thread 0
            thread: push 0
            told 4 null 1
            told 2 null 0
            thread: pop 0
            told 4 null 2
            told 4 null 2
            told 4 null 0
            told 4 null 18446744073709551615
            told 2 null 0
            pop 2
            told 2 null 0
            pop 1
            told 2 null 0
            pop 0
            told 2 null 0
            pop -1
            told 2 null 0
            pop -1
            """;

    /// A push inside a push's callback, a pop inside a pop's: the level changes after the callback.
    private static final String INSIDE = """
            told 1 with one inside 0
            told 1 inside 0
            inside: push 0
            push 1
            told 2 null 0
            told 2 null 0
            inside: pop 1
            pop 0
            told 2 null 0
            pop -1
            """;

    @ParameterizedTest
    @CsvSource({
        "libroctx64.so.4,",
        "librocprofiler-sdk-roctx.so.1,",
        "libroctx64.so.4, librocprofiler-sdk-roctx.so.1",
        "librocprofiler-sdk-roctx.so.1, libroctx64.so.4"
    })
    void without_a_tracer_it_keeps_levels_and_ids_and_starts_no_jvm(String first, String second) {
        String untold =
                TOLD.lines().filter(line -> !line.startsWith("told")).reduce("", (text, line) -> text + line + "\n");
        assertThat(print("none", first, second)).isEqualTo(untold + "push 0\npop 0\npop -1\nno JVM\n");
    }

    @ParameterizedTest
    @CsvSource({
        "libroctx64.so.4,",
        "libroctx64.so.4, librocprofiler-sdk-roctx.so.1",
        "librocprofiler-sdk-roctx.so.1, libroctx64.so.4"
    })
    void a_tracer_of_the_program_s_own_hears_of_each_call_once(String first, String second) {
        assertThat(print("own", first, second)).isEqualTo(TOLD + INSIDE + "no JVM\n");
    }

    /// Also applies where only the newer library is loaded, whose calls AMD's libroctracer64 does not get.
    @ParameterizedTest
    @CsvSource({"libroctx64.so.4,", "librocprofiler-sdk-roctx.so.1,", "libroctx64.so.4, librocprofiler-sdk-roctx.so.1"})
    void libroctracer64_tells_what_is_enabled_also_while_it_is_stopped(String first, String second) {
        assertThat(print("roctracer", first, second)).isEqualTo("""
                        only pops
                        told 2 null 0
                        all but pops
                        told 1 told while stopped 0
                        all
                        """ + TOLD + INSIDE + "none\nno JVM\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"libroctx64.so.4", "librocprofiler-sdk-roctx.so.1"})
    void a_registration_waits_for_the_library(String library) {
        assertThat(print("late", library, null)).isEqualTo(TOLD + INSIDE);
    }

    /// As AMD's: a tool that listens to both would hear of each call twice.
    @Test
    void calls_through_the_older_library_are_those_of_a_tracer_and_not_of_the_sdk_s_tools() {
        Run run = listened("own", "libroctx64.so.4");
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(TOLD + INSIDE + "with a JVM\n");
        assertThat(Event.read(run.folder().resolve("events"))).isEmpty();
    }

    /// Every second call is through the newer library: of the marks the second one.
    @Test
    void the_sdk_s_tools_hear_of_the_calls_through_the_newer_library() {
        Run run = listened("own", "libroctx64.so.4", "librocprofiler-sdk-roctx.so.1");
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(TOLD + INSIDE + "with a JVM\n");
        List<String> calls =
                (TOLD + INSIDE).lines().filter(line -> line.startsWith("told")).toList();
        long newer = IntStream.range(0, calls.size())
                .filter(i -> i % 2 == 1 && calls.get(i).startsWith("told 0"))
                .count();
        assertThat(Event.read(run.folder().resolve("events")))
                .filteredOn(event -> event.function().equals("roctxMarkA"))
                .hasSize(2 * (int) (newer + calls.size() % 2)); // the last one is not told
    }

    /// With the engine and without; with a tool of the SDK beside it, which hears of nothing.
    @ParameterizedTest
    @CsvSource({
        "0, libroctx64.so.4, libroctx64.so.4",
        "1, libroctx64.so.4, libroctx64.so.4",
        "0, libroctx64.so.4, librocprofiler-sdk-roctx.so.1",
        "1, librocprofiler-sdk-roctx.so.1, libroctx64.so.4",
        "tool, libroctx64.so.4, libroctx64.so.4"
    })
    void rocprofv3_records_the_calls_through_either_library(String how, String first, String second) {
        Run run = Run.traced(List.of("--marker-trace", "-f", "csv"), "rt_roctx", "none", first, second);
        Path events = run.folder().resolve("events");
        if (how.equals("tool")) {
            run.with("ROCP_TOOL_LIBRARIES", Product.tool("events")).with("EVENTS", "callback");
            run.with("EVENTS_FILE", events.toString());
        } else run.with("ROCPROFV3_ENGINE", how);
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(Trace.read("csv", run.folder().resolve("out")))
                .filteredOn(event -> event.kind().equals("MARKER_CORE_RANGE_API"))
                .extracting(Event::function)
                .containsExactlyInAnyOrder(
                        "a_mark",
                        "",
                        "",
                        "outer",
                        "",
                        "inner",
                        "inner_again",
                        "a_range",
                        "",
                        "in_a_thread",
                        "with_one_inside");
        if (how.equals("tool")) assertThat(Event.read(events)).isEmpty();
    }

    private static Run listened(String... arguments) {
        Run run = Run.client("rt_roctx", arguments)
                .onSoftgpu()
                .with("ROCP_TOOL_LIBRARIES", Product.tool("events"))
                .with("EVENTS", "callback");
        return run.with("EVENTS_FILE", run.folder().resolve("events").toString());
    }

    private static String print(String how, String first, String second) {
        List<String> arguments = new ArrayList<>(List.of(how, first));
        if (second != null) arguments.add(second);
        return Roctracer.print("roctx", arguments.toArray(String[]::new));
    }
}
