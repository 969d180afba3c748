package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Stacks belong to the program: it may use them to their ends, choose any size and create its own, and its calls
/// there are traced.
final class StacksTest {
    private static final List<String> TRACED = List.of("--sys-trace", "-f", "csv");
    private static final int PIECE_BYTES = 100_000;

    @ParameterizedTest
    @CsvSource({
        "1024, at",
        "1024, after",
        "2048, after",
        "8192, before",
        "8192, at",
        "8192, after",
        "65536, at",
        "524288, after",
        "unlimited, at",
        "unlimited, after"
    })
    void a_main_thread_uses_its_stack_to_the_end(String kibibytes, String when) {
        long bytes = kibibytes.equals("unlimited") ? 2L << 30 : Long.parseLong(kibibytes) * 1024;
        Outcome outcome = limited(kibibytes, "main", bytes - 200_000, when);
        checkCalls(outcome, when.equals("before") ? 1 : 2);
    }

    @Test
    void a_main_thread_raises_the_limit_of_its_stack_and_goes_beyond_what_it_was() {
        checkCalls(limited("-S 8192", "raised", 60_000_000, "after"), 3);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 100_000, 1_000_000})
    void a_thread_of_any_size_calls_at_the_end_of_its_stack(long bytes) {
        Outcome outcome = Run.traced(TRACED, "stacks", "thread", Long.toString(bytes), "at")
                .go();
        checkCalls(outcome, 2);
    }

    /// Environment variables lie at the top of the main thread's stack.
    @ParameterizedTest
    @ValueSource(ints = {500_000, 900_000, 1_000_000, 1_900_000})
    void a_program_has_much_environment(int bytes) {
        Run run = Run.traced(TRACED, "stacks", "main", "100000", "after");
        for (int i = 0; i < bytes / PIECE_BYTES; i++) run.with("LARGE_" + i, "x".repeat(PIECE_BYTES));
        checkCalls(run.go(), 2);
    }

    private static Outcome limited(String limit, String where, long bytes, String when) {
        String program = "%s %s %d %s".formatted(Product.client("stacks"), where, bytes, when);
        return Run.command(
                        "bash",
                        "-c",
                        "ulimit -s " + limit + "; exec rocprofv3 --sys-trace -f csv -d out -o trace -- " + program)
                .onSoftgpu()
                .with("PATH", Product.file("bin") + ":" + System.getenv("PATH"))
                .go();
    }

    /// Checks that all of the program's calls are in the trace, this many times.
    private static void checkCalls(Outcome outcome, int times) {
        assertThat(outcome.out()).as(outcome.err()).isEqualTo(300 * times + "\n");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.err()).doesNotContain("not traced");
        Map<String, Long> counted = count(Trace.read("csv", outcome.folder().resolve("out")));
        assertThat(counted).containsEntry("range", 100L * times).containsEntry("hipGetDevice", 100L * times);
    }

    private static Map<String, Long> count(List<Event> events) {
        return events.stream().collect(Collectors.groupingBy(Event::function, TreeMap::new, Collectors.counting()));
    }

    // --- coroutines -----------------------------------------------------------------------------------------------

    /// On stacks of 16 KiB, no recording path writes below the stack, and all calls are recorded.
    @ParameterizedTest
    @CsvSource({
        "malloc, 16384, ucontext, ",
        "malloc, 16384, hand, first",
        "mmap, 65536, moving, ",
        "mmap, 16384, nested, first",
        "guarded, 16384, hand, ",
        "guarded, 65536, ucontext, first"
    })
    void coroutines_are_recorded_on_their_own_stacks(String memory, String bytes, String way, String first) {
        Outcome outcome = first == null
                ? Run.traced(TRACED, "coroutines", memory, bytes, way).go()
                : Run.traced(TRACED, "coroutines", memory, bytes, way, first).go();
        checkCoroutines(outcome);
        assertThat(outcome.err()).doesNotContain("not traced");
        assertThat(count(Trace.read("csv", outcome.folder().resolve("out"))))
                .containsEntry("hipGetDevice", 320L)
                .containsEntry("hsa_iterate_agents", 161L)
                .containsEntry("mark", 160L)
                .containsEntry("pushed", 160L)
                .containsEntry("started", 160L);
    }

    /// Callbacks call the engine, and the engine creates records of small buffers.
    @ParameterizedTest
    @CsvSource({
        "callback, malloc, ucontext",
        "callback, mmap, moving",
        "callback, malloc, nested",
        "buffer, malloc, hand",
        "buffer, mmap, moving",
        "buffer, guarded, nested"
    })
    void tools_are_told_of_all_that_coroutines_call(String mode, String memory, String way) {
        Run run = Run.client("coroutines", memory, "16384", way, "first").withEvents(mode, "lib/libjsig.so");
        Outcome outcome = run.with("EVENTS_FILE", run.folder().resolve("events").toString())
                .go();
        checkCoroutines(outcome);
        List<Event> events = Event.read(run.folder().resolve("events"));
        for (int phase = mode.equals("buffer") ? 0 : 1; phase <= (mode.equals("buffer") ? 0 : 2); phase++) {
            int wanted = phase;
            assertThat(count(events.stream()
                            .filter(event -> event.phase() == wanted)
                            .toList()))
                    .containsEntry("hipGetDevice", 320L)
                    .containsEntry("hsa_iterate_agents", 161L)
                    .containsEntry("roctxMarkA", 161L)
                    .containsEntry("roctxRangePushA", 160L)
                    .containsEntry("roctxRangePop", 160L)
                    .containsEntry("roctxRangeStartA", 160L)
                    .containsEntry("roctxRangeStop", 160L);
        }
    }

    /// The work done on a call's own stack fits on any stack on which the call itself does.
    @ParameterizedTest
    @ValueSource(strings = {"", "callback", "buffer"})
    void less_than_4_kib_of_a_callers_stack_are_taken_by(String tool) {
        long untraced = deepest(Run.client("coroutines", "malloc", "16384", "hand"));
        Run run = tool.isEmpty()
                ? Run.traced(TRACED, "coroutines", "malloc", "16384", "hand")
                : Run.client("coroutines", "malloc", "16384", "hand")
                        .with("LD_PRELOAD", Product.tool("events"))
                        .with("EVENTS", tool);
        assertThat(deepest(run)).isBetween(untraced, untraced + 4096);
    }

    private static long deepest(Run run) {
        Outcome outcome = run.with("COROUTINES_DEEPEST", "1").go();
        checkCoroutines(outcome);
        return outcome.err()
                .lines()
                .filter(line -> line.startsWith("deepest "))
                .mapToLong(line -> Long.parseLong(line.substring("deepest ".length())))
                .findFirst()
                .orElseThrow();
    }

    private static void checkCoroutines(Outcome outcome) {
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("answers 800, written below 0\n");
        assertThat(outcome.status()).isZero();
    }
}
