package io.rocprofiler.conformance.java;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A tool that a running program is given by `rocprofiler_register_attach`, while other threads call HIP.
final class AttachTest {
    private static final String TOOL = Product.client("attached_tool.so");

    @Test
    void hears_every_call_of_its_sessions_and_none_between_them() {
        Outcome outcome = run("sessions").with("ROCP_TOOL_ATTACH", "1").go();
        assertThat(outcome.err()).isEqualTo("""
                rocprofiler: no tool can be attached: one is attached already
                rocprofiler-register: another.so cannot be attached: this process has been given %s
                """.formatted(TOOL));
        assertThat(outcome.out()).isEqualTo("""
                detach 1
                heard 0 of 1000
                attach 8
                tool: configure
                tool: configure_attach
                tool: initialize, some runtimes
                tool: attach sessions, 2 contexts
                attach 0
                variables one ""
                heard 1000 of 1000, and of others some
                attach 6
                tool: detach sessions
                detach 0
                heard 0 of 1000
                detach 6
                attach 8
                tool: attach sessions, 2 contexts
                attach 0
                heard 1000 of 1000, and of others some
                tool: detach sessions
                detach 0
                heard 0 of 1000
                tool: finalize data
                """);
        assertThat(outcome.status()).isZero();
    }

    @Test
    void has_its_contexts_stopped_and_started_when_it_has_no_functions_for_that() {
        Outcome outcome = run("contexts").with("ROCP_TOOL_ATTACH", "1").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("""
                tool: configure
                tool: configure_attach
                tool: initialize, some runtimes
                %stool: finalize data
                """.formatted("""
                attach 0
                heard 1000 of 1000, and of others some
                detach 0
                heard 0 of 1000
                """.repeat(3)));
    }

    @Test
    void may_end_its_session_itself() {
        Outcome outcome = run("itself").with("ROCP_TOOL_ATTACH", "1").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("""
                tool: configure
                tool: configure_attach
                tool: initialize, some runtimes
                tool: attach sessions, 2 contexts
                attach 0
                tool: detach sessions
                heard 0 of 1000
                detach 6
                tool: attach sessions, 2 contexts
                attach 0
                heard 1000 of 1000, and of others some
                tool: finalize data
                """);
    }

    @Test
    void comes_after_files_that_are_no_tools_have_been_refused() {
        Outcome outcome = run("refused").with("ROCP_TOOL_ATTACH", "1").go();
        assertThat(outcome.err().lines()).hasSize(3);
        assertThat(outcome.err())
                .contains("tool library /no/tool.so cannot be attached: ")
                .contains("tool library libc.so.6 cannot be attached: it has no function rocprofiler_configure")
                .contains(TOOL + " is attached without an environment");
        assertThat(outcome.out()).isEqualTo("""
                attach 8
                attach 8
                tool: configure
                tool: configure_attach
                tool: initialize, some runtimes
                tool: attach sessions, 2 contexts
                attach 0
                heard 1000 of 1000, and of others some
                tool: finalize data
                """);
    }

    @Test
    void cannot_come_where_the_program_was_not_started_for_it() {
        Outcome outcome = run("once").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("""
                attach 9
                detach 9
                """);
    }

    /// The configuration of a process is fixed once.
    @Test
    void cannot_come_where_other_tools_were_there_first() {
        Outcome outcome = run("once")
                .with("ROCP_TOOL_ATTACH", "1")
                .with("ROCP_TOOL_LIBRARIES", TOOL)
                .go();
        assertThat(outcome.err())
                .isEqualTo("rocprofiler: no tool can be attached: this process has configured its tools already\n");
        assertThat(outcome.out()).isEqualTo("""
                tool: configure
                tool: initialize, some runtimes
                attach 6
                detach 6
                tool: finalize data
                """);
    }

    /// The preloaded tool is the program's own; the attached one is another library with the same contents.
    @Test
    void leaves_a_tool_of_the_program_alone_that_is_configured_with_it(@TempDir Path folder) throws IOException {
        Path other = Files.copy(Path.of(TOOL), folder.resolve("other_tool.so"));
        Outcome outcome = Run.client("attached", "beside", other.toString())
                .with("ROCP_TOOL_ATTACH", "1")
                .with("LD_PRELOAD", TOOL)
                .with("TOOL_IS_PLAIN", "yes")
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.outLines())
                .containsOnlyOnce("tool: configure_attach")
                .contains("attach 0", "detach 0", "heard 10");
    }

    private static Run run(String mode) {
        return Run.client("attached", mode, TOOL);
    }
}
