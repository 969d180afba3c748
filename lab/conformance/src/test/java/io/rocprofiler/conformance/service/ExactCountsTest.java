package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Eight threads make a known number of calls of twenty functions of three runtimes: none is missing or
/// recorded twice.
final class ExactCountsTest {
    private static final int THREADS = 8;
    private static final int CALLS = 250;

    /// The program's own calls; the software GPU's HIP calls further functions of HSA.
    private static final String EXPECTED = """
            HIP_RUNTIME_API hipEventCreate 2000
            HIP_RUNTIME_API hipEventDestroy 2000
            HIP_RUNTIME_API hipEventRecord 2000
            HIP_RUNTIME_API hipFree 2000
            HIP_RUNTIME_API hipGetDevice 2000
            HIP_RUNTIME_API hipGetDeviceCount 2000
            HIP_RUNTIME_API hipGetLastError 2000
            HIP_RUNTIME_API hipInit 1
            HIP_RUNTIME_API hipMalloc 2000
            HIP_RUNTIME_API hipMemcpy 2000
            HIP_RUNTIME_API hipMemset 2000
            HIP_RUNTIME_API hipPeekAtLastError 2000
            HIP_RUNTIME_API hipRuntimeGetVersion 2000
            HIP_RUNTIME_API hipSetDevice 2000
            HIP_RUNTIME_API hipStreamCreate 2000
            HIP_RUNTIME_API hipStreamDestroy 2000
            HIP_RUNTIME_API hipStreamSynchronize 2000
            HSA_CORE_API hsa_status_string 2000
            MARKER_CORE_API roctxMarkA 2000
            MARKER_CORE_API roctxRangePop 2000
            MARKER_CORE_API roctxRangePushA 2000
            """;

    @ParameterizedTest
    @ValueSource(strings = {"ROCP_TOOL_LIBRARIES", "LD_PRELOAD"})
    void a_c_tool_gets_two_callbacks_per_call(String how) {
        Run run = counts().with(how, Product.tool("events")).with("EVENTS", "callback");
        checkCallbacks(run);
    }

    @ParameterizedTest
    @ValueSource(strings = {"65536", "4194304"})
    void a_c_tool_gets_one_record_per_call_through_a_buffer_of(String bytes) {
        Run run = counts().with("ROCP_TOOL_LIBRARIES", Product.tool("events"))
                .with("EVENTS", "buffer")
                .with("EVENTS_BUFFER", bytes);
        checkRecords(run);
    }

    @Test
    void a_java_tool_gets_two_callbacks_per_call() {
        checkCallbacks(counts().with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("EventsTool"))
                .with("EVENTS", "callback"));
    }

    @Test
    void a_java_tool_gets_one_record_per_call() {
        checkRecords(counts().with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("EventsTool"))
                .with("EVENTS", "buffer"));
    }

    @Test
    void the_command_writes_one_line_per_call() {
        Run run = Run.traced(List.of("--sys-trace", "-f", "csv", "json"), "counts", "" + THREADS, "" + CALLS);
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isZero();

        List<Event> csv = Trace.read("csv", outcome.folder().resolve("out"));
        assertThat(counted(csv)).isEqualTo(EXPECTED_OF_THE_COMMAND);
        checkThreads(csv, threads(outcome));
        checkTimes(csv);
        checkIds(csv);

        List<Event> json = Trace.read("json", outcome.folder().resolve("out"));
        assertThat(json.stream().map(ExactCountsTest::identity).collect(Collectors.toSet()))
                .isEqualTo(csv.stream().map(ExactCountsTest::identity).collect(Collectors.toSet()));
        assertThat(json).hasSameSizeAs(csv);
    }

    /// The names of markers are their messages, and a push and its pop are one record.
    private static final String EXPECTED_OF_THE_COMMAND =
            EXPECTED.replace("HIP_RUNTIME_API", "HIP_RUNTIME_API_EXT").replaceFirst("(?s)MARKER_CORE_API.*", """
                    MARKER_CORE_RANGE_API even 1000
                    MARKER_CORE_RANGE_API odd 1000
                    MARKER_CORE_RANGE_API round 2000
                    """);

    private static Run counts() {
        Run run = Run.client("counts", "" + THREADS, "" + CALLS);
        return run.with("EVENTS_FILE", run.folder().resolve("events").toString());
    }

    private static void checkCallbacks(Run run) {
        Outcome outcome = quiet(run);
        List<Event> events = Event.read(outcome.folder().resolve("events"));
        List<Event> enter = events.stream().filter(e -> e.phase() == 1).toList();
        List<Event> exit = events.stream().filter(e -> e.phase() == 2).toList();
        assertThat(events).hasSize(enter.size() + exit.size());
        assertThat(counted(enter)).isEqualTo(EXPECTED);
        assertThat(counted(exit)).isEqualTo(EXPECTED);
        assertThat(events).allMatch(e -> e.caller() == e.thread(), "on the thread that the record names");
        for (List<Event> phase : List.of(enter, exit)) {
            checkIds(phase);
            checkThreads(phase, threads(outcome));
        }
        checkTimes(exit);
    }

    private static void checkRecords(Run run) {
        Outcome outcome = quiet(run);
        List<Event> records = Event.read(outcome.folder().resolve("events"));
        assertThat(counted(records)).isEqualTo(EXPECTED);
        checkIds(records);
        checkThreads(records, threads(outcome));
        checkTimes(records);
    }

    private static Outcome quiet(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome;
    }

    /// Returns one line per function that the program itself calls.
    private static String counted(List<Event> events) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Event event : events) {
            boolean own = !event.kind().startsWith("HSA_") || event.function().equals("hsa_status_string");
            if (own) counts.merge(event.kind() + " " + event.function(), 1, Integer::sum);
        }
        return counts.entrySet().stream()
                .map(e -> e.getKey() + " " + e.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /// Checks all calls of all runtimes, including nested ones.
    private static void checkIds(List<Event> events) {
        long[] ids = events.stream().mapToLong(Event::internal).sorted().toArray();
        assertThat(ids).isEqualTo(LongStream.rangeClosed(1, events.size()).toArray());
    }

    private static void checkThreads(List<Event> events, Set<Long> threads) {
        Map<String, Integer> calls = new TreeMap<>();
        for (Event event : events) {
            boolean worker = threads.contains(event.thread());
            if (worker && event.function().startsWith("hip"))
                calls.merge(event.function() + event.thread(), 1, Integer::sum);
        }
        assertThat(calls)
                .hasSize(16 * THREADS)
                .allSatisfy((call, count) -> assertThat(count).isEqualTo(CALLS));
    }

    private static void checkTimes(List<Event> events) {
        assertThat(events).allMatch(e -> e.start() > 0 && e.start() <= e.end(), "begins before it ends");
    }

    private static String identity(Event event) {
        String name = event.kind().startsWith("MARKER") ? "" : event.function();
        return event.internal() + " " + name + " " + event.thread() + " " + event.start() + " " + event.end();
    }

    private static Set<Long> threads(Outcome outcome) {
        Set<Long> threads = new HashSet<>();
        outcome.outLines().forEach(line -> threads.add(Long.parseLong(line)));
        assertThat(threads).hasSize(THREADS);
        return threads;
    }
}
