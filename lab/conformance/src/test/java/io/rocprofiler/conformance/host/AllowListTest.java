package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A program allows itself, after its first traced calls, no more system calls than it makes untraced. Another one ends
/// it, or a handler says which one it was.
final class AllowListTest {
    /// What the program does before it installs the filter, in each of its calls: one thread's rounds, and one more.
    private static final int BEFORE = 3_001;

    private static final int ROUNDS = 3_000;

    /// Marks by all threads of the program, before and after, without those of its exit handler.
    private static final Map<String, Integer> MARKS = Map.of(
            "marks", BEFORE + ROUNDS,
            "gpu", BEFORE + ROUNDS,
            "fork", BEFORE + ROUNDS,
            "threads", BEFORE + 4 * ROUNDS);

    /// Ends after which exit handlers run.
    private static final Set<String> HANDLED = Set.of("return", "pthread_exit");

    private static final int COPIES = 1 + ROUNDS / 10;

    @ParameterizedTest
    @CsvSource({
        "marks, trap, return",
        "marks, kill, _exit",
        "marks, trap, exit",
        "threads, trap, return",
        "gpu, trap, return",
        "gpu, kill, _exit",
        "fork, trap, return"
    })
    void with_the_engine_threads_make_no_other_calls_and_everything_is_recorded(String work, String how, String end) {
        Run run = allowed(work, how, end).withEngine();
        Outcome traced = sameAsUntraced(run, work, how, end);
        assertThat(traced.err()).doesNotContain("dropped 1");
        assertAllCalls(run, work, end);
        if (work.equals("fork")) assertThat(traced.err()).contains("33 records lost of children made by fork");
    }

    @ParameterizedTest
    @CsvSource({
        "marks, trap-all, return",
        "threads, kill-all, _exit",
        "fork, trap-all, return",
        "gpu, trap-all, return",
        "marks, kill-all, exit",
        "threads, kill-all, pthread_exit"
    })
    void threads_of_the_engine_are_gone_before_a_filter_for_all_threads(String work, String how, String end) {
        Run run = allowed(work, how, end).withEngine();
        Outcome traced = sameAsUntraced(run, work, how, end);
        assertThat(traced.err()).contains("this program installs a sandbox (seccomp)");
        assertAllCalls(run, work, end);
    }

    private static Run allowed(String work, String how, String end) {
        return Run.traced(List.of("--sys-trace", "-f", "csv"), "allowed", work, how, end);
    }

    private static void assertAllCalls(Run run, String work, String end) {
        Map<String, Long> calls = calls(run);
        assertThat(calls.get("mark")).isEqualTo(MARKS.get(work) + (HANDLED.contains(end) ? 1 : 0));
        if (work.equals("gpu")) assertThat(calls.get("hipMemcpy")).isEqualTo(COPIES);
    }

    /// Its own threads end the process that has no others left, or leave before a filter for all threads.
    @ParameterizedTest
    @CsvSource({
        "marks, trap, exit",
        "marks, kill, _exit",
        "threads, trap, pthread_exit",
        "gpu, trap, return",
        "gpu, kill, _exit",
        "fork, trap, return",
        "marks, kill-all, exit",
        "threads, kill-all, pthread_exit",
        "gpu, trap-all, return"
    })
    void recorded_without_the_engine_it_ends_the_same(String work, String how, String end) {
        Run run = allowed(work, how, end);
        sameAsUntraced(run, work, how, end);
        assertAllCalls(run, work, end);
    }

    /// The kernel ends a thread in strict mode that leaves by the C library's way.
    @ParameterizedTest
    @CsvSource({"return", "exit"})
    void calls_of_a_thread_in_strict_mode_are_counted(String end) {
        Run run = Run.traced(List.of("--marker-trace", "-f", "csv"), "allowed", "marks", "strict", end);
        Outcome traced = sameAsUntraced(run, "marks", "strict", end);
        assertThat(traced.err()).containsPattern("3[03] calls not traced on purpose");
        assertThat(calls(run).get("mark")).isEqualTo(BEFORE);
    }

    @ParameterizedTest
    @CsvSource({"marks, trap", "threads, kill", "gpu, trap"})
    void a_tool_in_c_gets_all_records(String work, String how) throws IOException {
        Run run = Run.client("allowed", work, how, "return").withEvents("buffer");
        Path events = run.folder().resolve("events");
        Outcome traced = sameAsUntraced(run.with("EVENTS_FILE", events.toString()), work, how, "return");
        assertThat(traced.err()).isEmpty();
        // Its tool ends before the program's exit handler marks.
        assertThat(count(events, "roctxMarkA")).isEqualTo((long) MARKS.get(work));
        if (work.equals("gpu")) assertThat(count(events, "hipMemcpy")).isEqualTo(COPIES);
    }

    @ParameterizedTest
    @CsvSource({"marks, trap", "gpu, trap"})
    void a_tool_in_java_gets_all_records(String work, String how) {
        Run run = Run.client("allowed", work, how, "return");
        Path records = run.folder().resolve("records");
        run.collecting(records, "HIP_RUNTIME_API", "MARKER_API", "KERNEL_DISPATCH", "MEMORY_COPY")
                .withEngine();
        Outcome traced = sameAsUntraced(run, work, how, "return");
        assertThat(traced.err()).isEmpty();
        Run converting = Run.converting(records);
        assertThat(converting.go().status()).isZero();
        Map<String, Long> calls = calls(converting);
        assertThat(calls.get("mark")).isEqualTo(MARKS.get(work) + 1);
        if (work.equals("gpu")) assertThat(calls.get("hipMemcpy")).isEqualTo(COPIES);
    }

    private static Outcome sameAsUntraced(Run run, String work, String how, String end) {
        Outcome untraced = Run.client("allowed", work, how, end).go();
        assumeTrue(untraced.status() != 77, "this kernel has no filters");
        Outcome traced = run.go();
        assertThat(traced.out()).as(traced.err()).isEqualTo(untraced.out());
        assertThat(traced.status()).as(traced.err()).isEqualTo(untraced.status());
        return traced;
    }

    private static Map<String, Long> calls(Run run) {
        return Trace.read("csv", run.folder().resolve("out")).stream()
                .collect(Collectors.groupingBy(Event::function, Collectors.counting()));
    }

    private static long count(Path events, String function) throws IOException {
        try (var lines = Files.lines(events)) {
            return lines.filter(line -> line.contains(" " + function + " ")).count();
        }
    }
}
