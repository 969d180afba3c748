package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Several tools share a process, and each sees all events.
public final class SeveralToolsTest {
    private static final long THREADS = 4;
    private static final long CALLS = 50;

    /// Two C tools, one of which makes traced calls in its callbacks, a Java tool, and the command's own.
    @Test
    void c_tools_a_java_tool_and_the_command_see_the_same_calls() throws IOException {
        allSeeTheSameCalls(counts());
    }

    public static Run counts() {
        return Run.traced(List.of("--sys-trace", "-f", "csv"), "counts", "" + THREADS, "" + CALLS);
    }

    public static void allSeeTheSameCalls(Run run) throws IOException {
        // The command adds its own tool to these.
        run.with("ROCP_TOOL_LIBRARIES", Product.tool("events") + ":" + Product.tool("caller"))
                .with("EVENTS_FILE", run.folder().resolve("c").toString())
                .with("CALLER_FILE", run.folder().resolve("caller").toString());
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isZero();

        long made = THREADS * CALLS;
        assertThat(Files.readString(run.folder().resolve("caller")))
                .isEqualTo("made %d, callbacks %d\n".formatted(made, 2 * made));
        List<Event> callbacks = Event.read(run.folder().resolve("c"));
        List<Event> lines = Trace.read("csv", run.folder().resolve("out"));
        Map<Long, String> hip = hipCalls(lines);
        assertThat(hip).hasSize((int) (16 * made + 1));
        assertThat(hipCalls(
                        callbacks.stream().filter(event -> event.phase() == 1).toList()))
                .isEqualTo(hip);
        assertThat(hipCalls(
                        callbacks.stream().filter(event -> event.phase() == 2).toList()))
                .isEqualTo(hip);
        assertThat(lines)
                .filteredOn(event -> event.function().equals("from_a_callback"))
                .hasSize((int) made);
    }

    @Test
    void a_c_tool_and_a_java_tool_see_the_same_calls() {
        Run run = Run.client("counts", "" + THREADS, "" + CALLS)
                .with("ROCP_TOOL_LIBRARIES", Product.tool("arguments"))
                .with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("EventsTool"));
        run.with("EVENTS_FILE", run.folder().resolve("java").toString())
                .with("ARGUMENTS_FILE", run.folder().resolve("c").toString());
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        long hip = 16 * THREADS * CALLS + 1;
        assertThat(run.folder().resolve("c")).hasContent("%1$d enter, %1$d exit".formatted(hip));
        assertThat(Event.read(run.folder().resolve("java")))
                .filteredOn(event -> event.kind().equals("HIP_RUNTIME_API"))
                .hasSize((int) (2 * hip));
    }

    /// Returns the calls by correlation id: the same number means the same call.
    private static Map<Long, String> hipCalls(List<Event> events) {
        return events.stream()
                .filter(event -> event.kind().startsWith("HIP_RUNTIME"))
                .collect(Collectors.toMap(Event::internal, event -> event.function() + " " + event.thread()));
    }
}
