package io.rocprofiler.conformance.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Roctracer;
import io.rocprofiler.conformance.Run;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients of libroctracer64 that race, throw, jump, call back, fork, and trace while a program starts and ends.
final class RoctracerHazardsTest {

    @Test
    void a_million_registrations_race_with_calls_and_no_callback_sees_another_one_s_argument() {
        assertThat(Roctracer.print("race", Roctracer.HIP, "enable", "1000000")).isEqualTo("0 wrong\n");
    }

    @Test
    void calls_that_are_toggled_on_and_off_all_the_time_see_whole_registrations_only() {
        assertThat(Roctracer.print("race", Roctracer.HIP, "toggle", "20000000")).isEqualTo("0 wrong\n");
    }

    @Test
    void exceptions_and_jumps_leave_callbacks_and_leave_nothing_behind() {
        String each = """
                left 20000, no memory lost
                left 20000, no memory lost
                push 0, pop 0
                """;
        assertThat(hazards("leave")).isEqualTo(each.repeat(2));
    }

    @Test
    void callbacks_call_the_library_hip_and_roctx() {
        assertThat(hazards("back")).isEqualTo("""
                entered 3, left 3, marked 6
                entered 4, left 4, marked 8, recorded 4
                """);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void calls_in_constructors_and_destructors_are_traced(boolean constructed) {
        Run run = Roctracer.run("hazards", Roctracer.HIP, "ends").with("RT_ENDS", "1");
        if (constructed) run.with("RT_CONSTRUCTED", Roctracer.HIP);
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        List<String> lines = outcome.outLines();
        assertThat(constructed ? lines.subList(1, lines.size()) : lines)
                .startsWith("main", "thread")
                .containsExactlyInAnyOrder(
                        "main",
                        "thread",
                        "thread-local destructor",
                        "key destructor",
                        "key destructor, first call",
                        "thread-local destructor",
                        "exit handler",
                        "static destructor",
                        "destructor function");
        if (constructed) assertThat(lines).first().isEqualTo("constructor");
    }

    @Test
    void forked_children_trace_for_themselves() {
        assertThat(hazards("forks")).isEqualTo("40 of 40 children well\n");
    }

    @Test
    void the_library_may_be_closed_and_opened_again() {
        assertThat(Roctracer.print("reload", Roctracer.HIP)).isEqualTo("""
                entered 100, recorded 100
                entered 200, recorded 200
                entered 300, recorded 300
                the end
                """);
    }

    private static String hazards(String name) {
        return Roctracer.print("hazards", Roctracer.HIP, name);
    }
}
