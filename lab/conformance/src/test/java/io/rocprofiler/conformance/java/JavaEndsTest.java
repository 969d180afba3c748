package io.rocprofiler.conformance.java;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaHosts;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The end of a Java program: its tool is closed before the program's shutdown hooks end services that a tool may
/// use, such as the flight recorder, and the calls that hooks make are recorded or counted.
final class JavaEndsTest {
    private static final String COUNTED =
            "rocprofiler: 80 calls came when the tools were closed, while the program ended\n";

    @ParameterizedTest
    @CsvSource({
        "return, 0, buffered",
        "return, 0, callbacks",
        "return, 0, calls",
        "return, 0, ranges",
        "exit, 3, buffered",
        "exit, 3, callbacks",
        "throw, 1, calls",
        "signal, 143, ranges"
    })
    void what_a_tool_writes_when_it_is_closed_is_in_the_flight_recording(String end, int status, String how)
            throws IOException {
        Outcome outcome = program(end, how).go();
        assertThat(outcome.out()).isEqualTo("180 made, 100 heard\n");
        assertThat(outcome.status()).isEqualTo(status);
        assertThat(outcome.err()).endsWith(COUNTED);
        assertThat(outcome.errLines()).hasSize(end.equals("throw") ? 3 : 1);
        assertThat(closed(outcome)).hasSize(100).allMatch(event -> event.getLong("records") == 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"buffered", "callbacks", "calls", "ranges"})
    void so_it_is_while_other_threads_call_and_none_of_their_calls_is_lost(String how) throws IOException {
        Outcome outcome = program("busy", how).go();
        assertThat(outcome.status()).isEqualTo(3);
        Matcher line = matching("rocprofiler: (\\d+) calls came when the tools were closed, .*\n", outcome.err());
        Matcher calls = matching("(\\d+) made, (\\d+) heard\n", outcome.out());
        long made = Long.parseLong(calls.group(1));
        long heard = Long.parseLong(calls.group(2));
        assertThat(heard + Long.parseLong(line.group(1))).isGreaterThanOrEqualTo(made);
        assertThat(closed(outcome)).hasSize(100).allMatch(event -> event.getLong("records") >= 100);
    }

    private static Matcher matching(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.matches()).as(text).isTrue();
        return matcher;
    }

    @Test
    void a_program_that_halts_halts() {
        Outcome outcome = program("halt", "calls").go();
        assertThat(outcome.status()).isEqualTo(3);
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void the_command_records_what_shutdown_hooks_call() throws IOException {
        Outcome outcome = Run.tracedProgram(
                        List.of("--hip-trace", "-f", "csv"),
                        Product.JDK.resolve("bin/java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        JavaHosts.classPath("EndingHost"),
                        "EndingHost",
                        "plain")
                .go();
        assertThat(outcome.status()).isZero();
        try (var lines = Files.lines(outcome.folder().resolve("out/trace_hip_api_trace.csv"))) {
            assertThat(lines.filter(line -> line.contains("hipGetDevice"))).hasSize(180);
        }
        assertThat(outcome.err()).isEqualTo("rocprofv3: wrote out/trace_hip_api_trace.csv\n");
    }

    private static Run program(String end, String how) {
        return Run.command(
                        Product.JDK.resolve("bin/java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xlog:disable",
                        "-XX:StartFlightRecording:filename=end.jfr,settings=none",
                        "-cp",
                        JavaHosts.classPath("EndingHost"),
                        "EndingHost",
                        end,
                        how)
                .onSoftgpu()
                .with("ROCPROFILER_HOME", Product.HOME.toString());
    }

    private static List<RecordedEvent> closed(Outcome outcome) throws IOException {
        return RecordingFile.readAllEvents(outcome.folder().resolve("end.jfr")).stream()
                .filter(event -> event.getEventType().getName().endsWith("Closed"))
                .toList();
    }
}
