package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Threads that are interrupted anywhere: by handlers that make traced calls, or permanently, by cancellation.
final class InterruptedTest {
    private static final Pattern PASSED = Pattern.compile("process \\d+: (\\d+) calls not traced on purpose");

    @ParameterizedTest
    @ValueSource(strings = {"real", "profile", "signal", "thread"})
    void calls_of_a_timers_handler_are_recorded_or_counted(String way) {
        Outcome outcome = Run.traced(List.of("--hip-trace", "--marker-trace", "-f", "csv"), "timers", way, "100")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        String[] made = outcome.out().split(" ");
        long calls = Long.parseLong(made[0]) + Long.parseLong(made[2]);
        Matcher passed = PASSED.matcher(outcome.err());
        long missing = passed.find() ? Long.parseLong(passed.group(1)) : 0;
        assertThat(rows(outcome, "hip", "hipGetDevice") + rows(outcome, "marker", "call"))
                .isEqualTo(calls - missing);
    }

    @ParameterizedTest
    @CsvSource({"signal, callback", "signal, buffer", "thread, callback", "thread, buffer"})
    void a_timers_handler_that_calls_leaves_a_program_with_a_tool_as_it_was(String way, String events) {
        Outcome outcome = withTool(events, "timers", way, "100");
        assertThat(outcome.status()).as(outcome.err()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "deferred, callback, now",
        "deferred, buffer, boot",
        "deferred, callback, boot",
        "asynchronous, callback, now",
        "asynchronous, buffer, now"
    })
    void threads_that_are_cancelled_anywhere_end_and_nothing_else(String type, String events, String first) {
        Outcome outcome = withTool(events, "cancels", "5", "20", type, first);
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo("100 threads\n");
    }

    @ParameterizedTest
    @CsvSource({"deferred, now", "deferred, boot", "asynchronous, now"})
    void what_cancelled_threads_have_done_is_recorded(String type, String first) {
        Outcome outcome = Run.traced(
                        List.of("--hip-trace", "--marker-trace", "-f", "csv"), "cancels", "5", "20", type, first)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo("100 threads\n");
        Matcher counts = Pattern.compile("begun (\\d+) done (\\d+)").matcher(outcome.err());
        assertThat(counts.find()).isTrue();
        long own = first.equals("boot") ? 1000 : 1001;
        assertThat(rows(outcome, "hip", "hipGetDevice"))
                .isBetween(own + Long.parseLong(counts.group(2)), own + Long.parseLong(counts.group(1)));
        assertThat(rows(outcome, "marker", "the end")).isEqualTo(1);
        assertThat(rows(outcome, "marker", "cleaned up")).isEqualTo(100);
    }

    /// Calls of the handler are recorded or pass through, including the first call of ROC-TX; all other calls
    /// are recorded.
    @ParameterizedTest
    @ValueSource(strings = {"none", "callbacks", "buffer", "command"})
    void a_handler_that_interrupts_a_cancellation_calls_and_goes_on(String how) {
        Outcome outcome = how.equals("command")
                ? Run.traced(List.of("--hip-trace", "--marker-trace", "-f", "csv"), "cancelled_handler")
                        .go()
                : how.equals("none") ? Run.client("cancelled_handler").go() : withTool(how, "cancelled_handler");
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("20 ended, 20 handled, 0 wrong\n");
        assertThat(outcome.status()).isZero();
        if (how.equals("command")) {
            assertThat(rows(outcome, "marker", "the end")).isEqualTo(100);
            assertThat(rows(outcome, "hip", "hipGetDevice")).isBetween(101L, 121L);
        }
    }

    /// Counts the rows of a function in a domain's file. There are hundreds of thousands, so they are not parsed.
    private static long rows(Outcome outcome, String domain, String function) {
        Path file = outcome.folder().resolve("out/trace_" + domain + "_api_trace.csv");
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.contains(",\"" + function + "\",")).count();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Outcome withTool(String events, String... program) {
        String[] arguments = java.util.Arrays.copyOfRange(program, 1, program.length);
        return Run.client(program[0], arguments)
                .withEvents(events, "lib/runtime/lib/libjsig.so")
                .go();
    }
}
