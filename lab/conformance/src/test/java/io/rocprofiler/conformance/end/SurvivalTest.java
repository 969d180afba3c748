package io.rocprofiler.conformance.end;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Progress;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A trace survives its program, however that ends: each call that returned before the end is recorded.
public final class SurvivalTest {
    private static final int KILLS = Integer.getInteger("survival.kills", 16);
    private static final int AT_ONCE = 2;
    private static final int SIGKILL = 9;

    /// The signals of Linux that end a process by default, and the first and the last of those without a name.
    private static final int[] ENDING_SIGNALS = {
        1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 24, 25, 26, 27, 29, 30, 31, 34, 64
    };

    /// The command's message about a process that left calls unfinished.
    private static final Pattern COUNTS =
            Pattern.compile("rocprofv3: process \\d+: recorded (\\d+), in flight (\\d+), dropped (\\d+)");

    @Test
    void every_call_that_returned_before_a_kill_is_in_the_output() throws Exception {
        RandomGenerator random = RandomGenerator.getDefault();
        long[] moments = random.longs(KILLS, 1, 12_000).toArray();
        atOnce(Arrays.stream(moments)
                .<Callable<Void>>mapToObj(moment -> () -> endBy(SIGKILL, moment))
                .toList());
    }

    @Test
    void every_call_that_returned_before_any_other_signal_is_in_the_output() throws Exception {
        atOnce(Arrays.stream(ENDING_SIGNALS)
                .<Callable<Void>>mapToObj(signal -> () -> endBy(signal, 500))
                .toList());
    }

    private static void atOnce(List<Callable<Void>> all) throws Exception {
        try (ExecutorService runs = Executors.newFixedThreadPool(AT_ONCE)) {
            for (Future<Void> result : runs.invokeAll(all)) result.get();
        }
    }

    private static Void endBy(int signal, long calls) {
        return endBy(signal, calls, Run.traced(List.of("--sys-trace", "-f", "csv"), "busy", "progress", "never"));
    }

    /// Ends a program in the middle of its calls, and checks its trace.
    ///
    /// @param run of the program that is busy until it is ended
    public static Void endBy(int signal, long calls, Run run) {
        Progress progress = new Progress(run.folder().resolve("progress"));
        Process process = run.start();
        // A page of memory gives no notification, so this polls. One thread writes the pid, perhaps after the other
        // thread's first calls.
        while (process.isAlive() && (progress.pid() == 0 || progress.total() < calls)) LockSupport.parkNanos(50_000);
        if (signal == SIGKILL) {
            ProcessHandle.of(progress.pid()).ifPresent(ProcessHandle::destroyForcibly);
        } else {
            String pid = Long.toString(progress.pid());
            assertThat(Run.command("kill", "-" + signal, pid).go().err()).isEmpty();
        }
        Outcome outcome = run.end(process);

        assertThat(outcome.status()).as(outcome.err()).isEqualTo(128 + signal);
        assertThat(outcome.out()).isEqualTo("working\n");
        List<Event> events = checkComplete(outcome, progress);
        checkCounts(outcome, events);
        return null;
    }

    @ParameterizedTest
    @CsvSource({"abort, 134", "segv, 139", "_exit, 9", "exit, 4", "term, 3", "return, 5"})
    void a_traced_program_ends_as_it_does_untraced(String end, int status) {
        Outcome untraced = Run.client("busy", "progress", end, "300").go();
        Run run = Run.traced(List.of("--sys-trace", "-f", "csv"), "busy", "progress", end, "300");
        Progress progress = new Progress(run.folder().resolve("progress"));
        Outcome traced = run.go();

        assertThat(untraced.status()).isEqualTo(status);
        assertThat(traced.status()).as(traced.err()).isEqualTo(status);
        assertThat(traced.out()).isEqualTo(untraced.out());
        assertThat(traced.errLines()).allMatch(line -> line.startsWith("rocprofv3: "));
        checkComplete(traced, progress);
    }

    /// Checks that all calls that the program logged are recorded, and at most one more per thread.
    private static List<Event> checkComplete(Outcome outcome, Progress progress) {
        assertThat(outcome.folder()).isDirectoryNotContaining("glob:**hs_err*");
        List<Event> events = Trace.read("csv", outcome.folder().resolve("out"));
        Map<String, Long> recorded = new TreeMap<>();
        events.forEach(event -> recorded.merge(event.function() + " " + event.thread(), 1L, Long::sum));
        Map<String, Long> logged = progress.returned();
        logged.forEach((call, count) ->
                assertThat(recorded.getOrDefault(call, 0L)).as(call).isBetween(count, count + 1));
        long unlogged = logged.entrySet().stream()
                .mapToLong(entry -> recorded.getOrDefault(entry.getKey(), 0L) - entry.getValue())
                .sum();
        assertThat(unlogged).isBetween(0L, 2L);
        return events;
    }

    /// Checks that the command's numbers match the trace.
    private static void checkCounts(Outcome outcome, List<Event> events) {
        Matcher counts = COUNTS.matcher(outcome.err());
        if (!counts.find()) return; // nothing was in flight, so there is no message
        long work = 0;
        for (String kind : List.of("kernel", "memory_copy", "memory_allocation", "scratch_memory"))
            work += rows(outcome.folder().resolve("out/trace_" + kind + "_trace.csv"));
        assertThat(Long.parseLong(counts.group(1))).as(outcome.err()).isEqualTo(events.size() + work);
        assertThat(Long.parseLong(counts.group(3))).isZero();
    }

    /// Counts the rows below the header; a file without rows is not written.
    private static long rows(Path csv) {
        try (Stream<String> lines = Files.lines(csv)) {
            return lines.count() - 1;
        } catch (NoSuchFileException _) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
