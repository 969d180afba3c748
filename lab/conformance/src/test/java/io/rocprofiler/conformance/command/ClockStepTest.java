package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The time of day may be set while a program is traced: records use a clock that cannot be set.
final class ClockStepTest {
    private static final int THREADS = 2;
    private static final int CALLS = 300;

    @Test
    void a_clock_of_day_that_jumps_by_hours_changes_no_time_and_no_order() {
        String clock = Product.CLIENTS.resolve("clock_preload.so").toString();
        String looks = "import time; print(len({int(time.time() / 1000) for _ in range(9)}))";
        assertThat(Run.command("python3", "-c", looks)
                        .with("LD_PRELOAD", clock)
                        .go()
                        .out())
                .as("times of day in nine looks at the clock")
                .isEqualTo("9\n");

        long before = System.nanoTime();
        Outcome outcome = Run.traced(
                        List.of("--sys-trace", "-f", "csv"),
                        "counts",
                        Integer.toString(THREADS),
                        Integer.toString(CALLS))
                .with("LD_PRELOAD", clock)
                .go();
        long duration = System.nanoTime() - before;

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.errLines()).allMatch(line -> line.startsWith("rocprofv3: wrote "));
        List<Event> events = Trace.read("csv", outcome.folder().resolve("out"));
        assertThat(events)
                .filteredOn(event -> event.function().equals("hipMalloc"))
                .hasSize(THREADS * CALLS);
        LongSummaryStatistics starts = events.stream().mapToLong(Event::start).summaryStatistics();
        LongSummaryStatistics ends = events.stream().mapToLong(Event::end).summaryStatistics();
        assertThat(ends.getMax() - starts.getMin()).isBetween(1L, duration);
        checkOrder(events);
    }

    /// A thread's calls must get their ids in the order in which they begin.
    private static void checkOrder(List<Event> events) {
        Map<Long, Long> last = new HashMap<>();
        events.stream().sorted(Comparator.comparingLong(Event::internal)).forEach(event -> {
            assertThat(event.end()).isGreaterThanOrEqualTo(event.start());
            Long earlier = last.put(event.thread(), event.start());
            assertThat(event.start()).isGreaterThanOrEqualTo(earlier == null ? 0 : earlier);
        });
    }
}
