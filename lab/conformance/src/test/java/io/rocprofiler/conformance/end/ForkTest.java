package io.rocprofiler.conformance.end;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// A program that forks while its threads are inside traced calls.
final class ForkTest {

    @Test
    void children_without_exec_get_right_results_and_end_under_the_command() {
        Outcome outcome =
                Run.traced(List.of("--sys-trace", "-f", "csv"), "forks", "40").go();
        checkChildren(40, outcome);
        assertThat(outcome.err())
                .contains(
                        "40 processes made by fork: 40 kernel dispatches, 40 memory copies cannot be recorded there\n");
    }

    @Test
    void children_without_exec_get_right_results_and_end_with_a_tool_that_has_callbacks() {
        Run run = Run.client("forks", "20").with("ROCP_TOOL_LIBRARIES", Product.tool("events"));
        Outcome outcome = run.go();
        checkChildren(20, outcome);
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void a_child_that_executes_a_program_is_traced_as_a_process_of_its_own() {
        Outcome outcome = Run.traced(
                        List.of("--sys-trace", "-f", "csv"), "forks", "exec", Product.client("counts"), "1", "2")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        String calls = Trace.read("csv", outcome.folder().resolve("out")).stream()
                .filter(event -> List.of("hipInit", "calls", "round").contains(event.function()))
                .map(event -> event.function() + "\n")
                .collect(Collectors.joining());
        assertThat(calls.lines().sorted()).containsExactly("calls", "hipInit", "round", "round");
    }

    /// Runs without the command, which loads ROC-TX already in the parent: a child has no engine to wrap
    /// its functions.
    @Test
    void marks_of_children_that_load_roctx_first_are_counted() {
        Run run = Run.client("late_markers", "5");
        Path records = run.folder().resolve("records");
        run.with("LD_PRELOAD", Product.file("lib/libjsig.so").toString())
                .collecting(records, "HIP_RUNTIME_API", "MARKER_API")
                .withEngine();
        checkChildren(5, run.go());
        Outcome converted = Run.command(
                        Product.file("bin/rocprofv3").toString(),
                        "convert",
                        records.toString(),
                        "-f",
                        "csv",
                        "-d",
                        "out")
                .go();
        assertThat(converted.errLines().stream().filter(line -> line.endsWith(": 20 calls not traced on purpose")))
                .as(converted.err())
                .hasSize(5);
    }

    /// A fork waits for a tool that starts: a child with a half-started one could neither record nor count.
    @Test
    void children_that_are_forked_while_another_thread_makes_the_first_call_are_traced() {
        int marks = 5;
        Outcome outcome = Run.traced(List.of("--marker-trace", "-f", "csv"), "early_forks", Integer.toString(marks))
                .go();
        assertThat(outcome.out()).as(outcome.err()).matches("\\d+ children well\n");
        long children = Long.parseLong(outcome.out().substring(0, outcome.out().indexOf(' ')));
        long recorded = Trace.read("csv", outcome.folder().resolve("out")).stream()
                .filter(event -> event.function().equals("child"))
                .count();
        // A fork whose handlers have run when that call begins no longer waits for it: its child says so.
        long first = outcome.errLines().stream()
                .filter(line ->
                        line.startsWith("rocprofiler: roctx is used for the first time in a child made by fork"))
                .count();
        assertThat(recorded).as(outcome.err()).isEqualTo((children - first) * marks);
        assertThat(children - first).as(outcome.err()).isGreaterThanOrEqualTo(5);
        assertThat(outcome.status()).isZero();
    }

    /// One line for all, however many children there are.
    @Test
    void calls_of_a_runtime_that_is_first_used_in_children_are_recorded() {
        Outcome outcome = Run.traced(List.of("--marker-trace", "--hip-trace", "-f", "csv"), "first_in_child", "6", "10")
                .go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("6 children well\n");
        assertThat(outcome.err()).contains("6 processes made by fork: recorded 60, in flight 0, dropped 0");
        assertThat(outcome.errLines())
                .filteredOn(line -> line.contains("unchecked"))
                .hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void with_a_c_tool_a_line_says_that_it_gets_none_of_them() {
        Outcome outcome =
                Run.client("first_in_child", "6", "10").withEvents("callback").go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("6 children well\n");
        assertThat(outcome.errLines())
                .singleElement()
                .asString()
                .contains(" is used for the first time in a child made by fork: ");
    }

    private static void checkChildren(int count, Outcome outcome) {
        String expected = "%1$d of %1$d children well\n".formatted(count);
        assertThat(outcome.out()).as(outcome.err()).isEqualTo(expected);
        assertThat(outcome.status()).isZero();
    }
}
