package io.rocprofiler.conformance.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Roctracer;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// libroctracer64 with the tests' own HIP: callbacks and records of its calls, records of its commands.
final class RoctracerCallsTest {

    @ParameterizedTest
    @CsvSource({"A, libamdhip64.so.5", "A, libamdhip64.so.9", "B, libamdhip64.so.9", "C, libamdhip64.so.9"})
    void what_is_enabled_is_told_in_every_phase_of_enabling(String generation, String hip) {
        Run run = Roctracer.run("calls", Product.client(hip), "phases").with("FAKE_HIP", generation);
        assertThat(Roctracer.printed(run)).isEqualTo("""
                -- nothing
                -- callback
                one enter hipMalloc #1
                one exit hipMalloc #1
                -- callback and activity
                one enter hipMalloc #2
                one exit hipMalloc #2
                hipMalloc #2
                -- activity
                hipMalloc #3
                -- another callback, and activity
                two enter hipMalloc #4
                two exit hipMalloc #4
                hipMalloc #4
                -- callback again
                two enter hipMalloc #5
                two exit hipMalloc #5
                -- replaced without being disabled
                three enter hipMalloc #6
                three exit hipMalloc #6
                -- nothing again
                -- the domain
                all enter hipMalloc #7
                all exit hipMalloc #7
                all enter hipFree #8
                all exit hipFree #8
                all enter first #9
                all exit first #9
                all enter last #10
                all exit last #10
                hipMalloc #7
                hipFree #8
                first #9
                last #10
                -- the domain but one
                all enter hipMalloc #11
                all exit hipMalloc #11
                all enter hipMalloc #13
                all exit hipMalloc #13
                hipMalloc #11
                hipFree #12
                hipMalloc #13
                -- end
                """);
    }

    @Test
    void arguments_are_those_of_the_call_at_both_ends() {
        assertThat(Roctracer.print("calls", Roctracer.HIP, "arguments")).isEqualTo("""
                0 hipMalloc 4096
                1 hipMalloc 4096
                0 hipMemcpy from 5 3
                1 hipMemcpy from 5 3
                0 hipLaunchKernel kernel 2,3,4 48
                1 hipLaunchKernel kernel 2,3,4 48
                """);
    }

    @Test
    void a_record_s_time_encloses_the_call_and_both_callbacks() {
        assertThat(Roctracer.print("calls", Roctracer.HIP, "times")).isEqualTo("""
                one enter hipMalloc #1
                one exit hipMalloc #1
                hipMalloc #1
                """);
    }

    @Test
    void a_call_inside_a_call_has_an_id_of_its_own_and_is_recorded_first() {
        assertThat(Roctracer.print("calls", Roctracer.HIP, "nested")).isEqualTo("""
                one enter hipMalloc #1
                one enter hipMemcpy #2
                one exit hipMemcpy #2
                one exit hipMalloc #1
                hipMemcpy #2
                hipMalloc #1
                """);
    }

    @Test
    void what_changes_during_a_call_counts_from_then_on() {
        assertThat(Roctracer.print("calls", Roctracer.HIP, "changes")).isEqualTo("""
                -- replaced
                one enter hipMalloc #1
                two exit hipMalloc #1
                hipMalloc #1
                -- disabled
                two enter hipMalloc #2
                hipMalloc #2
                -- enabled
                hipMalloc #3
                -- activity disabled
                two enter hipMalloc #4
                two exit hipMalloc #4
                -- activity enabled
                two enter hipMalloc #5
                two exit hipMalloc #5
                -- stopped
                two enter hipMalloc #6
                -- while stopped
                -- stopped and started
                two enter hipMalloc #7
                two exit hipMalloc #7
                hipMalloc #7
                -- end
                """);
    }

    @Test
    void stop_holds_for_everything_but_roctx() {
        assertThat(Roctracer.print("calls", Roctracer.HIP, "start_stop")).isEqualTo("""
                -- started from the beginning
                hipMalloc #1
                -- stopped
                stop
                not wanted
                roctx 6 0 while stopped
                -- started
                start
                wanted
                external 9 #2
                hipMalloc #2
                op 1 0x11f1 #0 200-210 device 4 queue 2 4096
                -- without functions
                -- end
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "B", "C"})
    void each_operation_s_commands_go_to_its_pool_as_hip_tells_them(String generation) {
        Run run = Roctracer.run("calls", Roctracer.HIP, "commands").with("FAKE_HIP", generation);
        assertThat(Roctracer.printed(run)).isEqualTo("""
                not wanted
                wanted
                wanted
                wanted
                not wanted
                kernels: op 0 0x11f0 #0 1000-1010 device 4 queue 1 a_kernel
                kernels: op 0 0x11f0 #0 2000-2010 device 4 queue 1 null
                copies: op 1 0x11f1 #0 3000-3010 device 4 queue 2 4096
                copies: external 31 #1
                copies: hipMalloc #1
                not wanted
                wanted
                kernels: op 0 0x11f0 #0 6000-6010 device 4 queue 1 another
                not wanted
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "B", "C"})
    void a_command_has_its_call_s_id_and_one_in_flight_at_a_stop_is_told(String generation) {
        Run run = Roctracer.run("calls", Roctracer.HIP, "correlated").with("FAKE_HIP", generation);
        assertThat(Roctracer.printed(run)).isEqualTo("""
                hipLaunchKernel #1
                op 0 0x11f0 #1 5-6 device 0 queue 0 launched
                hipLaunchKernel #2
                op 0 0x11f0 #2 5-6 device 0 queue 0 launched
                """);
    }

    @Test
    void the_innermost_external_id_goes_before_its_call() {
        assertThat(Roctracer.print("calls", Roctracer.HIP, "externals")).isEqualTo("""
                hipMalloc #1
                external 32 #2
                hipMalloc #2
                external 32 #4
                hipMemcpy #4
                external 32 #3
                hipFree #3
                external 31 #5
                hipMalloc #5
                hipMalloc #6
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "B", "C"})
    void calls_that_are_newer_than_the_library_are_traced_with_their_runtime_s_name_or_number(String generation) {
        Run run = Roctracer.run("calls", Roctracer.HIP, "newer").with("FAKE_HIP", generation);
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEqualTo("""
                roctracer: operation 5000 of domain 3 is newer than this library: such operations are not traced
                roctracer: 5 operations were newer than this library, and not traced
                """);
        assertThat(outcome.out()).isEqualTo("""
                one enter hip_api_444 #1
                one exit hip_api_444 #1
                one enter hipNewerCall #2
                one exit hipNewerCall #2
                two enter hipNewerCall #3
                two exit hipNewerCall #3
                not wanted
                not wanted
                not wanted
                hip_api_444 #1
                hipNewerCall #2
                op 2 0x7777 #0 1-2 device 0 queue 0 0
                hipNewCall NewKind
                one enter hipMalloc #4
                one exit hipMalloc #4
                hipMalloc #4
                """);
    }

    @Test
    void hip_has_a_tracer_only_while_something_of_it_is_enabled() {
        assertThat(Roctracer.print("calls", Roctracer.HIP, "registrations")).isEqualTo("""
                at first: 0 set, never cleared
                enabled: 1 set, never cleared
                changed: 1 set, never cleared
                disabled: 1 set, cleared
                enabled again: 2 set, cleared
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"late", "late, and another domain"})
    void a_registration_waits_for_hip_and_the_next_one_of_any_domain(String name) {
        assertThat(Roctracer.print("calls", Roctracer.HIP, name)).isEqualTo("""
                one enter hipMalloc #1
                one exit hipMalloc #1
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"an external id", "a flush", "a mark", "HSA"})
    void hip_is_found_by_whatever_comes_first_after_it(String event) {
        Run run = Roctracer.run("calls", Roctracer.HIP, "late and " + event)
                .with("LD_LIBRARY_PATH", Product.file("lib") + ":" + Product.file("lib/softgpu"))
                .with("HSA_TOOLS_DISABLE_REGISTER", "1");
        assertThat(Roctracer.printed(run)).isEqualTo((event.equals("a mark") ? "roctx 6 0 after HIP\n" : "") + """
                one enter hipMalloc #1
                one exit hipMalloc #1
                """);
    }

    @Test
    void callbacks_of_commands_and_records_of_ranges_are_accepted_and_nothing_else() {
        assertThat(Roctracer.print("calls", Roctracer.HIP, "no_effect")).isEqualTo("not wanted\n");
    }
}
