package io.rocprofiler.conformance.end;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Calls at the end of a thread and of a program, from destructors and exit handlers, while other threads make
/// calls until the process is gone. They are traced until the tools are finalized, and always return right results.
final class EndsTest {
    private static final String LIBRARY =
            Product.CLIENTS.resolve("ends_library.so").toString();

    /// In execution order, except for destructors of keys, whose order is unspecified.
    private static final List<String> TRACED = List.of(
            "early key destructor",
            "exit handler set late",
            "key destructor, again",
            "late key destructor",
            "main",
            "static destructor made late",
            "thread",
            "thread-local destructor",
            "thread-local destructor");

    private static String untraced;

    @BeforeAll
    static void run_untraced() {
        Outcome outcome = Run.client("ends", LIBRARY).go();
        assertThat(outcome.status()).isEqualTo(5);
        assertThat(outcome.outLines()).hasSize(14).containsAll(TRACED).doesNotContain("wrong");
        untraced = outcome.out();
    }

    @ParameterizedTest
    @CsvSource({
        "ROCP_TOOL_LIBRARIES, callback",
        "ROCP_TOOL_LIBRARIES, buffer",
        "ROCPROFILER_JAVA_TOOLS, callback",
        "ROCPROFILER_JAVA_TOOLS, buffer"
    })
    void a_tool_sees_all_until_it_is_told(String variable, String mode) {
        boolean isJava = variable.equals("ROCPROFILER_JAVA_TOOLS");
        Run run = Run.client("ends", LIBRARY)
                .with(variable, isJava ? JavaTool.jar("EventsTool") : Product.tool("events"))
                .with("EVENTS", mode);
        Outcome outcome = run.with("EVENTS_FILE", run.folder().resolve("events").toString())
                .go();
        check(outcome);
        assertThat(outcome.err()).isEmpty();
        List<Event> events = Event.read(run.folder().resolve("events"));
        int each = mode.equals("callback") ? 2 * TRACED.size() : TRACED.size();
        for (String function : List.of("hipGetDevice", "roctxMarkA", "roctxRangePushA", "roctxRangePop"))
            assertThat(events)
                    .filteredOn(event -> event.function().equals(function))
                    .as(function)
                    .hasSize(each);
    }

    @Test
    void the_command_records_all_until_the_end() {
        Outcome outcome =
                Run.traced(List.of("--sys-trace", "-f", "csv"), "ends", LIBRARY).go();
        check(outcome);
        List<Event> events = Trace.read("csv", outcome.folder().resolve("out"));
        Stream<String> marks = events.stream()
                .filter(event -> event.kind().startsWith("MARKER") && event.start() == event.end())
                .map(event -> event.function().replace('_', ' '));
        // Records of the command need no engine, and continue after its end.
        List<String> all = untraced.lines().sorted().toList();
        assertThat(marks.sorted()).containsExactlyElementsOf(all);
        assertThat(events)
                .filteredOn(event -> event.function().equals("hipGetDevice"))
                .hasSize(all.size());
    }

    private static void check(Outcome outcome) {
        assertThat(outcome.out()).isEqualTo(untraced);
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(5);
        assertThat(outcome.folder()).isDirectoryNotContaining("glob:**hs_err*");
    }
}
