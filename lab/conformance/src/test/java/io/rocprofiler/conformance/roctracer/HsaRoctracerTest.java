package io.rocprofiler.conformance.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A client of libroctracer64 gets each call, copy and event of HSA once, however HSA's table is registered.
final class HsaRoctracerTest {
    private static final String MODULE =
            Product.CLIENTS.resolve("add_kernels.so").toString();

    /// On softgpu, the CPU is agent 0, its GPUs are the driver's nodes 1 and 2, and all of them can access
    /// all memory.
    private static final String HEARD = """
            hsa_amd_memory_pool_allocate(size 4096)
              ALLOCATE size 4096 segment 0 flags 2 code 0 same 1
              DEVICE type 0 id 0 agent cpu same 1
              DEVICE type 1 id 1 agent gpu same 1
              DEVICE type 1 id 2 agent other same 1
            hsa_amd_memory_pool_allocate = 0
              DEVICE type 1 id 1 agent gpu same 1
            hsa_amd_agents_allow_access = 0
            hsa_amd_memory_pool_allocate(size 4096)
              ALLOCATE size 4096 segment 0 flags 4 code 0 same 1
              DEVICE type 0 id 0 agent cpu same 1
              DEVICE type 1 id 1 agent gpu same 1
              DEVICE type 1 id 2 agent other same 1
            hsa_amd_memory_pool_allocate = 0
            hsa_amd_memory_async_copy = 0
            hsa_memory_copy(size 64)
              MEMCOPY size 64
            hsa_memory_copy = 0
              ALLOCATE size 0 segment 0 flags 0 code 0 same 1
            hsa_amd_memory_pool_free = 0
              ALLOCATE size 0 segment 0 flags 0 code 0 same 1
            hsa_amd_memory_pool_free = 0
              CODEOBJ storage 1 file 1 based 0 sized 0 loaded 1 uri 1 unload 0
            hsa_executable_freeze = 0
              CODEOBJ storage 1 file 1 based 0 sized 0 loaded 1 uri 1 unload 1
            hsa_executable_destroy = 0
            record COPY of the copy call 1
            record hsa_memory_copy pid 1 tid 1
            then 0 calls
            """;

    private static void hears(Run run, String heard) {
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(heard);
        assertThat(outcome.status()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"early", "late"})
    void through_the_table_that_hsa_registers(String when) {
        hears(Run.client("hsa_traced", when, MODULE), HEARD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"early", "late"})
    void through_the_table_that_a_tools_library_is_given(String when) {
        hears(Run.client("hsa_traced", when, MODULE).with("ROCPROFILER_REGISTER_ENABLED", "0"), HEARD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"early", "late"})
    void once_where_the_table_comes_both_ways(String when) {
        hears(Run.client("hsa_traced", when, MODULE).with("HSA_TOOLS_ROCPROFILER_V1_TOOLS", "1"), HEARD);
    }

    @Test
    void from_a_library_that_is_opened_when_hsa_is_up() {
        hears(Run.client("hsa_opened", "opened", MODULE), HEARD);
    }

    @Test
    void from_a_tools_library_that_hsa_opens() {
        hears(
                Run.client("hsa_opened", "opened", MODULE)
                        .with("ROCPROFILER_REGISTER_ENABLED", "0")
                        .with("HSA_TOOLS_LIB", "libroctracer64.so.4"),
                HEARD);
    }

    @Test
    void after_hsa_went_down_and_came_up_again() {
        hears(Run.client("hsa_traced", "twice", MODULE).with("ROCPROFILER_REGISTER_ENABLED", "0"), HEARD);
    }

    @Test
    void without_a_registration_there_is_no_jvm() {
        hears(Run.client("hsa_traced", "idle", MODULE), "then 0 calls\nJVM: 0\n");
    }

    @Test
    void a_forked_child_hears_nothing_and_its_parent_goes_on() {
        Outcome outcome = Run.client("hsa_traced", "forked", MODULE).go();
        assertThat(outcome.err()).matches(Outcome.UNTOLD);
        assertThat(outcome.out()).isEqualTo("the child heard 0 calls\n" + HEARD);
        assertThat(outcome.status()).isZero();
    }

    @Test
    void calls_that_callbacks_leave_by_longjmp_are_forgotten() {
        hears(Run.client("hsa_traced", "jumps", MODULE), "jumped out of 100000 calls\n" + HEARD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"early", "late"})
    void beside_the_command_and_a_tool_of_the_sdk(String when) {
        Run run = Run.traced(List.of("--hsa-trace", "--memory-copy-trace", "-f", "csv"), "hsa_traced", when, MODULE);
        Path events = run.folder().resolve("events");
        Outcome outcome = run.with("ROCP_TOOL_LIBRARIES", Product.tool("events"))
                .with("EVENTS_FILE", events.toString())
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo(HEARD);
        Map<String, Long> untraced = functions("nothing");
        assertThat(calls(outcome)).as("what the command records").isEqualTo(untraced);
        assertThat(untraced).containsEntry("hsa_memory_copy", 2L);
    }

    /// Returns what the command alone records of the program while nothing of libroctracer64 is enabled.
    private static Map<String, Long> functions(String mode) {
        return calls(Run.traced(List.of("--hsa-trace", "-f", "csv"), "hsa_traced", mode, MODULE)
                .go());
    }

    private static Map<String, Long> calls(Outcome outcome) {
        return Trace.read("csv", outcome.folder().resolve("out")).stream()
                .map(Event::function)
                .filter(function -> function.startsWith("hsa_") && !function.startsWith("hsa_signal_wait"))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    @Test
    void a_callback_may_leave_by_longjmp_also_where_the_command_records_the_same_call() {
        Outcome outcome = Run.traced(List.of("--hsa-trace", "-f", "csv"), "hsa_traced", "jumps", MODULE)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo("jumped out of 100000 calls\n" + HEARD);
    }

    @Test
    void enabled_by_a_tool_of_the_sdk_while_it_is_initialised() {
        Outcome outcome = Run.client("hsa_traced", "nothing", MODULE)
                .with("ROCP_TOOL_LIBRARIES", Product.tool("enables"))
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("enabling gives 0\nthen 0 calls\n1 enters, 1 exits\n");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void after_a_tool_that_was_there_before() {
        hears(
                Run.client("hsa_opened", "opened", MODULE)
                        .with("ROCP_TOOL_LIBRARIES", Product.tool("events"))
                        .with("EVENTS_FILE", "/dev/null"),
                HEARD);
    }

    /// The recorder has no Java runtime, which a tool that comes later needs.
    @Test
    void too_late_where_a_program_is_recorded_it_says_so() {
        Outcome outcome = Run.traced(List.of("--hsa-trace"), "hsa_opened", "opened", MODULE)
                .go();
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).isEqualTo("then 0 calls\n");
        assertThat(outcome.err())
                .contains("roctracer: another profiling tool was configured before libroctracer64 was loaded: HSA is"
                        + " not traced. Link the program with it, or name it in LD_PRELOAD\n");
    }
}
