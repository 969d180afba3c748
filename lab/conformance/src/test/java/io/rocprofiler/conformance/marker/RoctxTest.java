package io.rocprofiler.conformance.marker;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Roctracer;
import io.rocprofiler.conformance.Run;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void tools_of_the_sdk_and_a_tracer_hear_of_the_same_call_through_the_older_library() {
        Run run = Run.command(Product.client("rt_roctx"), "own", "libroctx64.so.4")
                .onSoftgpu()
                .with("ROCP_TOOL_LIBRARIES", Product.tool("events"))
                .with("EVENTS", "callback");
        run.with("EVENTS_FILE", run.folder().resolve("events").toString());
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(TOLD + INSIDE + "with a JVM\n");
        List<Event> events = Event.read(run.folder().resolve("events"));
        assertThat(events)
                .filteredOn(event -> event.function().equals("roctxMarkA"))
                .hasSize(2 * 4);
        assertThat(events)
                .filteredOn(event -> event.function().equals("roctxRangePushA"))
                .hasSize(2 * 7);
    }

    private static String print(String how, String first, String second) {
        List<String> arguments = new ArrayList<>(List.of(how, first));
        if (second != null) arguments.add(second);
        return Roctracer.print("roctx", arguments.toArray(String[]::new));
    }
}
