package io.rocprofiler.conformance.end;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A program that forks while its threads are inside traced calls.
final class ForkTest {
    private static final String TORN = " while the profiler started";
    private static final Pattern MADE = Pattern.compile("\\d+ children well, made (\\d+)\n");
    private static final Pattern COUNTED = Pattern.compile("no tool was told of (\\d+) calls there");

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
        assertThat(outcome.errLines())
                .singleElement()
                .asString()
                .matches("rocprofiler: 20 processes made by fork: no tool was told of \\d+ calls there");
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
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void children_that_are_forked_while_another_thread_makes_the_first_call_are_traced(boolean withEngine) {
        int marks = 5;
        Run run = Run.traced(List.of("--marker-trace", "-f", "csv"), "early_forks", Integer.toString(marks));
        Outcome outcome = withEngine ? run.withEngine().go() : run.go();
        assertThat(outcome.out()).as(outcome.err()).matches("\\d+ children well\n");
        long children = Long.parseLong(outcome.out().substring(0, outcome.out().indexOf(' ')));
        long recorded = Trace.read("csv", outcome.folder().resolve("out")).stream()
                .filter(event -> event.function().equals("child"))
                .count();
        assertThat(recorded + counted(outcome)).as(outcome.err()).isEqualTo(children * marks);
        assertThat(recorded).as(outcome.err()).isPositive();
        assertThat(outcome.status()).isZero();
    }

    /// Whether the fork waited for the start or the start for the fork, or neither. That no child is torn holds unless
    /// a
    /// fork has waited in vain, on a machine with much other work: in one round of several.
    @ParameterizedTest
    @CsvSource({"C, mark, 4", "C, hip, 1", "Java, mark, 1", "Java, hip, 1"})
    void calls_of_children_of_every_moment_of_a_start_are_told_or_counted(String language, String calls, int rounds) {
        List<Outcome> outcomes = IntStream.range(0, rounds)
                .mapToObj(seed -> checkToldOrCounted(starts(language, calls, 25, 300_000, seed)))
                .toList();
        if (rounds > 1 && forksWait())
            assertThat(outcomes)
                    .extracting(Outcome::err)
                    .anySatisfy(err -> assertThat(err).doesNotContain(TORN));
    }

    @Test
    void a_child_with_a_tool_of_its_own_counts_those_of_its_children() {
        assertThat(checkToldOrCounted(starts("C", "mark", 5, 300_000, 9, "child"))
                        .err())
                .startsWith("rocprofiler: ");
    }

    @Test
    void where_forks_cannot_wait_for_a_start_calls_of_their_children_are_counted() {
        Run run = starts("C", "mark", 25, 200_000, 7).with("LD_PRELOAD", Product.client("old_libc_preload.so"));
        assertThat(checkToldOrCounted(run).err()).contains(TORN);
    }

    @Test
    void where_a_start_takes_too_long_calls_of_children_are_counted() {
        Run run = starts("C", "mark", 10, 900_000, 8).with("TOLD_SLEEP", "7");
        assertThat(checkToldOrCounted(run).err()).contains(TORN);
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
    void with_a_c_tool_a_line_says_how_many_it_gets_not() {
        Outcome outcome =
                Run.client("first_in_child", "6", "10").withEvents("callback").go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("6 children well\n");
        assertThat(outcome.errLines())
                .singleElement()
                .asString()
                .startsWith("rocprofiler: 6 processes made by fork: no tool was told of 60 calls there");
    }

    private static Run starts(String language, String calls, int threads, int micros, int seed, String... where) {
        boolean isJava = language.equals("Java");
        List<String> arguments = new ArrayList<>(List.of(calls, "" + threads, "5", "" + micros, "" + seed));
        arguments.addAll(List.of(where));
        Run run = Run.client("forked_starts", arguments.toArray(String[]::new))
                .with(
                        isJava ? "ROCPROFILER_JAVA_TOOLS" : "ROCP_TOOL_LIBRARIES",
                        isJava ? JavaTool.jar("ToldTool") : Product.tool("told"));
        return run.with("TOLD", run.folder().resolve("told").toString());
    }

    private static Outcome checkToldOrCounted(Run run) {
        Outcome outcome = run.go();
        Matcher made = MADE.matcher(outcome.out());
        assertThat(made.matches()).as(outcome.out() + outcome.err()).isTrue();
        long calls = Long.parseLong(made.group(1));
        assertThat(calls).isGreaterThan(1);
        assertThat(told(outcome) + counted(outcome)).as(outcome.err()).isEqualTo(calls);
        assertThat(outcome.errLines()).hasSizeLessThanOrEqualTo(1);
        return outcome;
    }

    private static long told(Outcome outcome) {
        try {
            byte[] word = Files.readAllBytes(outcome.folder().resolve("told"));
            return ByteBuffer.wrap(word).order(ByteOrder.LITTLE_ENDIAN).getLong();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The calls of its children that the program says no tool was told of.
    private static long counted(Outcome outcome) {
        Matcher line = COUNTED.matcher(outcome.err());
        return line.find() ? Long.parseLong(line.group(1)) : 0;
    }

    /// Whether the C library runs the handlers of forks without a lock, as glibc does from 2.36 on.
    private static boolean forksWait() {
        Matcher version = Pattern.compile("glibc 2\\.(\\d+)\\s*")
                .matcher(Run.command("getconf", "GNU_LIBC_VERSION").go().out());
        return version.matches() && Integer.parseInt(version.group(1)) >= 36;
    }

    private static void checkChildren(int count, Outcome outcome) {
        String expected = "%1$d of %1$d children well\n".formatted(count);
        assertThat(outcome.out()).as(outcome.err()).isEqualTo(expected);
        assertThat(outcome.status()).isZero();
    }
}
