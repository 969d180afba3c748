package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Signals belong to the program.
final class SignalsTest {
    private static final String ALL_HANDLED = """
            SIGSEGV 20
            SIGQUIT 11
            SIGTERM 11
            SIGPIPE 10
            SIGUSR1 1
            """;

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void a_program_under_the_command_gets_its_signals_with_handlers_installed_its_first_call(String when) {
        Outcome outcome =
                Run.traced(List.of("--sys-trace", "-f", "csv"), "signals", when).go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo(ALL_HANDLED);
        assertThat(outcome.status()).isEqualTo(7);
        assertThat(Trace.read("csv", outcome.folder().resolve("out")))
                .filteredOn(event -> event.function().equals("calls"))
                .hasSize(52);
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void a_program_with_a_preloaded_tool_gets_its_signals_with_handlers_installed_its_first_call(String when) {
        Outcome outcome = Run.client("signals", when)
                .with("LD_PRELOAD", Product.file("lib/librocprofiler-signals.so") + ":" + Product.tool("events"))
                .go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo(ALL_HANDLED);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void a_program_with_a_tool_that_nothing_preloads_gets_its_signals_with_handlers_installed_its_first_call(
            String when) {
        Outcome outcome = withToolAlone(Run.client("signals", when)).go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo(ALL_HANDLED);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isEqualTo(7);
    }

    /// As ROCm's compiler does. Untraced, the kernel has the library's own handlers.
    @ParameterizedTest
    @ValueSource(strings = {"lazy", "now"})
    void a_library_that_comes_late_and_takes_faults_over_gets_its_own_and_not_those_of_the_jvm(String bound) {
        Run untraced = Run.client("handlers", Product.client("handlers_library.so"), bound);
        String expected = untraced.go().out();
        Run alone = withToolAlone(Run.client("handlers", Product.client("handlers_library.so"), bound));
        Run traced = takesFaultsOver(bound).withEngine();
        assertThat(expected).startsWith("replaced\n").endsWith("finds itself 1\n");
        for (Run run : List.of(alone, traced)) {
            Outcome outcome = run.go();
            assertThat(outcome.out()).as(outcome.err()).isEqualTo(expected.replace("replaced", "kept"));
            assertThat(outcome.status()).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lazy", "now"})
    void without_a_jvm_such_a_library_has_its_own_handlers_as_untraced(String bound) {
        Run untraced = Run.client("handlers", Product.client("handlers_library.so"), bound);
        Outcome outcome = takesFaultsOver(bound).go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo(untraced.go().out());
        assertThat(outcome.status()).isEqualTo(7);
    }

    private static Run takesFaultsOver(String bound) {
        return Run.traced(
                List.of("--sys-trace", "-f", "csv"), "handlers", Product.client("handlers_library.so"), bound);
    }

    private static Run withToolAlone(Run run) {
        return run.with("ROCP_TOOL_LIBRARIES", Product.tool("events"))
                .with("EVENTS", "buffer")
                .with("EVENTS_FILE", "/dev/null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void every_signal_number_is_blocked_waited_for_handled_and_ignored_as_untraced(String when) {
        Run called = Run.client("numbers", when).withEvents("buffer", "lib/runtime/lib/libjsig.so");
        assertThat(sameWithTools(called, "numbers", when))
                .doesNotContain("waited for 0")
                .contains("elsewhere 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"boot", "attach", "calls", "end", "alone"})
    void a_blocked_fault_that_was_sent_waits_through_a_call_at(String moment) {
        Run called = Run.client("pending", moment).withEvents("callbacks");
        assertThat(sameWithTools(called, "pending", moment)).contains("waited").doesNotContain("lost");
    }

    /// Returns the output of a program that exits with 7: the same untraced, under the command, and with a C tool.
    ///
    /// @param called the run of the program with its tool
    private static String sameWithTools(Run called, String name, String argument) {
        Outcome untraced = Run.client(name, argument).go();
        assertThat(untraced.status()).isEqualTo(7);
        Run traced = Run.traced(List.of("--sys-trace", "-f", "csv"), name, argument);
        for (Run run : List.of(traced, called)) {
            Outcome outcome = run.go();
            assertThat(outcome.out()).as(outcome.err()).isEqualTo(untraced.out());
            assertThat(outcome.status()).isEqualTo(7);
        }
        return untraced.out();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "rocprofv3 --sys-trace -f csv -d out -- "})
    void a_program_whose_reader_has_gone_dies_of_it_under(String command) {
        String pipe = command + Product.client("chatty") + " | head -1; echo ${PIPESTATUS[0]}";
        Outcome outcome = Run.command("bash", "-c", pipe)
                .onSoftgpu()
                .with("PATH", Product.file("bin") + ":" + System.getenv("PATH"))
                .go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("line\n141\n");
    }

    @Test
    void a_traced_java_program_answers_jcmd_and_sigquit() throws IOException {
        String java = Product.JDK.resolve("bin/java").toString();
        Run run = Run.tracedProgram(
                List.of("--sys-trace", "-f", "csv"),
                java,
                "--enable-native-access=ALL-UNNAMED",
                Product.SOURCES.resolve("tools/JavaHost.java").toString());
        Process process = run.start();
        Path stdout = run.folder().resolve("stdout");
        String pid = await(process, stdout, "ready ")
                .lines()
                .findFirst()
                .orElseThrow()
                .substring("ready ".length());

        String jcmd = Product.JDK.resolve("bin/jcmd").toString();
        assertThat(Run.command(jcmd, pid, "Thread.print").go().out())
                .contains("\"main\" #")
                .contains("JavaHost.waitForEnd");
        assertThat(Run.command("kill", "-QUIT", pid).go().status()).isZero();
        assertThat(await(process, stdout, "JNI global refs")).contains("Full thread dump");
        process.getOutputStream().close();
        Outcome outcome = run.end(process);

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(Trace.read("csv", outcome.folder().resolve("out")))
                .filteredOn(event -> event.function().equals("hipGetDevice"))
                .hasSize(100);
    }

    /// All signals belong to the program except the JVM's suspend signal, which a JVM sends only on request.
    @Test
    void what_a_program_says_about_each_signal_is_answered_as_it_is_untraced() {
        Outcome untraced = Run.client("signal_calls").go();
        Outcome traced =
                Run.traced(List.of("--hip-trace", "-f", "csv"), "signal_calls").go();
        assertThat(traced.outLines().stream().filter(line -> !line.startsWith("62 ")))
                .as(traced.err())
                .containsExactlyElementsOf(untraced.outLines().stream()
                        .filter(line -> !line.startsWith("62 "))
                        .toList());
        assertThat(traced.status()).isEqualTo(untraced.status());
        assertThat(traced.errLines()).allMatch(line -> line.startsWith("rocprofv3: wrote "));
    }

    /// Returns the output so far, once it contains the text or the process has ended.
    private static String await(Process process, Path file, String text) throws IOException {
        String output = Files.readString(file);
        while (process.isAlive() && !output.contains(text)) {
            LockSupport.parkNanos(1_000_000);
            output = Files.readString(file);
        }
        assertThat(output).contains(text);
        return output;
    }
}
