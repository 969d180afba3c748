package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The state of a call lies on its caller's stack: the call is recorded whatever the stack contained before.
final class StackContentsTest {
    private static final List<String> HIP = List.of("hipFree", "hipGetDevice", "hipMalloc", "hipMemsetAsync");
    private static final List<String> RANGES =
            List.of("roctxMarkA", "roctxRangePop", "roctxRangePushA", "roctxRangeStartA", "roctxRangeStop");

    @ParameterizedTest
    @CsvSource({"callback, 4096, 2", "buffer, 4096, 1", "buffer, 65536, 1", "buffer, 4194304, 1"})
    void a_c_tool_is_told_of_every_call(String how, String bytes, long events) {
        Run run = Run.client("leftovers")
                .with("LD_PRELOAD", Product.tool("events"))
                .with("EVENTS", how)
                .with("EVENTS_BUFFER", bytes);
        Outcome outcome = run.with("EVENTS_FILE", run.folder().resolve("events").toString())
                .go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(7);
        Map<String, Long> counts = own(Event.read(outcome.folder().resolve("events")));
        assertThat(counts).isEqualTo(expected(HIP, RANGES, events * times(outcome)));
    }

    @Test
    void the_command_records_every_call_also_in_a_forked_child() {
        Outcome outcome = Run.traced(List.of("--sys-trace", "-f", "csv"), "leftovers", "fork")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(7);
        Map<String, Long> counts = own(Trace.read("csv", outcome.folder().resolve("out")));
        assertThat(counts).isEqualTo(expected(HIP, List.of("mark", "pushed", "started"), 2 * times(outcome)));
    }

    private static long times(Outcome outcome) {
        return Long.parseLong(outcome.out().strip());
    }

    /// The number of HIP's own calls of HSA varies, so these are excluded.
    private static Map<String, Long> own(List<Event> events) {
        return events.stream()
                .filter(event ->
                        event.kind().startsWith("HIP_RUNTIME") || event.kind().startsWith("MARKER"))
                .collect(Collectors.groupingBy(Event::function, Collectors.counting()));
    }

    private static Map<String, Long> expected(List<String> hip, List<String> ranges, long times) {
        Map<String, Long> all =
                new HashMap<>(hip.stream().collect(Collectors.toMap(Function.identity(), name -> times)));
        for (String name : ranges) all.put(name, times);
        return all;
    }
}
