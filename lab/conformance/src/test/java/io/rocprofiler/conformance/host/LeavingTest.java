package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tools whose callbacks end the process or the thread that they run on.
final class LeavingTest {
    @Test
    void exit_in_a_buffer_callback_ends_the_program_with_everything_delivered() {
        Outcome outcome = Run.client("gets", "0")
                .with("LD_PRELOAD", Product.tool("leaving"))
                .with("LEAVING", "exit")
                .with("ROCPROFILER_FINALIZE_TIMEOUT", "100000")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(3);
        assertThat(outcome.err()).containsPattern("^[1-9][0-9]* delivered\n$");
    }

    @Test
    void pthread_exit_in_a_buffer_callback_is_stopped_and_all_records_are_delivered() {
        Outcome outcome = Run.client("gets", "1000")
                .with("LD_PRELOAD", Product.tool("leaving"))
                .with("LEAVING", "thread")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(7);
        assertThat(outcome.err())
                .isEqualTo("rocprofiler: a callback of a tool called pthread_exit on a thread of the profiler; it was"
                        + " stopped there\n1000 delivered\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit-callback", "halt-callback", "exit-records", "exit-last"})
    void a_java_tool_that_ends_the_process_is_dropped_and_the_program_goes_on(String how) {
        assertThat(exiting(how).err())
                .isEqualTo("rocprofiler: tool exiting is dropped: it called System.exit or Runtime.halt (status 3);"
                        + " the program goes on\n");
    }

    @Test
    void a_java_tool_that_ends_the_process_in_initialize_is_ignored() {
        assertThat(exiting("halt-initialize").err())
                .isEqualTo("rocprofiler: tool exiting failed in initialize and is ignored: it called System.exit or"
                        + " Runtime.halt (status 3)\n");
    }

    @Test
    void a_java_tool_that_ends_the_process_in_close_is_one_line() {
        assertThat(exiting("exit-close").err())
                .isEqualTo("rocprofiler: tool exiting failed in finalize: it called System.exit or Runtime.halt"
                        + " (status 3)\n");
    }

    @Test
    void a_thread_of_a_java_tool_that_ends_the_process_ends_alone() {
        assertThat(exiting("exit-thread").err())
                .contains("a tool's thread, Thread-", "ends: it called System.exit")
                .endsWith("closed after 4000\n");
    }

    @Test
    void a_java_tool_gets_no_signal_of_the_program() {
        assertThat(exiting("signal-initialize").err())
                .isEqualTo("refused: Signal already used by VM or OS: SIGUSR1\nclosed after 4000\n");
    }

    private static Outcome exiting(String how) {
        Outcome outcome = Run.client("gets", "2000")
                .with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("ExitingTool"))
                .with("EXITING", how)
                .go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("2000 gets\n");
        assertThat(outcome.status()).isEqualTo(7);
        return outcome;
    }
}
