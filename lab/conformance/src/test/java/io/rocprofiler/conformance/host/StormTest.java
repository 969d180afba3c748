package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// Contexts start and stop at any time, from any thread, while eight other threads make traced calls.
final class StormTest {
    private static final String TOGGLES = "100000";
    private static final String CALM = TOGGLES + " toggles, 0 errors\n";
    private static final String SAME_CALLS = """
            calls: the same calls, 0 wrong, 0 dropped
            ranges: the same calls, 0 wrong, 0 dropped
            """;

    @Test
    void every_enter_has_its_exit_and_every_call_its_one_record() {
        check(Run.client("storm", TOGGLES), CALM);
    }

    @Test
    void a_java_tool_that_starts_and_stops_its_own_contexts_sees_the_same() {
        Run run = withJavaTool(Run.client("storm", TOGGLES));
        check(run, CALM);
        assertThat(run.folder().resolve("java")).hasContent(SAME_CALLS);
    }

    /// The JVM's own check of JNI use reports nothing; its messages are visible, as the last test shows. Its check
    /// of signal handlers, in front of which the product installs its own on purpose, is off where `libjsig` is
    /// loaded, as under the command.
    @Test
    void the_jvm_finds_nothing_to_warn_of() {
        Run run = withJavaTool(Run.client("storm", "20000"))
                .with("LD_PRELOAD", Product.file("lib/libjsig.so"))
                .with("ROCPROFILER_JAVA_OPTIONS", "-Xcheck:jni");
        check(run, "20000 toggles, 0 errors\n");
        assertThat(run.folder().resolve("java")).hasContent(SAME_CALLS);
    }

    @Test
    void a_program_s_own_jvm_finds_nothing_either() {
        Run run = Run.command(
                        Product.JDK.resolve("bin/java").toString(),
                        "-Xcheck:jni",
                        "--enable-native-access=ALL-UNNAMED",
                        Product.SOURCES.resolve("tools/AllocationHost.java").toString())
                .onSoftgpu()
                .with("ROCP_TOOL_LIBRARIES", Product.tool("events"));
        check(run, "bytes per call: 0\n");
    }

    @Test
    void contexts_that_change_inside_calls_change_nothing_for_these() {
        check(withJavaTool(Run.client("changes", "2000")), "2000 rounds, 0 errors\n");
    }

    @Test
    void what_a_jvm_with_options_has_to_say_is_on_standard_error() {
        Outcome outcome = Run.client("markers")
                .with("ROCP_TOOL_LIBRARIES", Product.tool("events"))
                .with("ROCPROFILER_JAVA_OPTIONS", "  -XX:-Inline  -XX:+PrintCompilation ")
                .go();
        assertThat(outcome.err()).contains(" java.lang.");
        assertThat(outcome.out()).isEqualTo(Run.client("markers").go().out());
        assertThat(outcome.status()).isZero();
    }

    private static Run withJavaTool(Run run) {
        return run.with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("StormTool"))
                .with("STORM_FILE", run.folder().resolve("java").toString());
    }

    private static void check(Run run, String out) {
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(out);
        assertThat(outcome.status()).isZero();
    }
}
