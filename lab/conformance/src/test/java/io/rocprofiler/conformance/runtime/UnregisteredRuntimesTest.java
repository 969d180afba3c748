package io.rocprofiler.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.GpuRow;
import io.rocprofiler.conformance.GpuTrace;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.ToolLanguage;
import io.rocprofiler.conformance.Trace;
import io.rocprofiler.conformance.end.SurvivalTest;
import io.rocprofiler.conformance.service.AllServicesTest;
import io.rocprofiler.conformance.service.SeveralToolsTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runtimes that do not register, as distributions build them: HSA hands its table to the register library, which
/// is one of its tools libraries then, and finds HIP's by itself.
final class UnregisteredRuntimesTest {
    private static final String REGISTER = Product.file("lib/librocprofiler-register.so.0");
    private static final List<String> ALL =
            List.of("--sys-trace", "--kernel-trace", "--memory-copy-trace", "-f", "csv");
    private static final int KERNELS = 3042;

    @Test
    void the_command_records_hsa_as_if_it_had_registered() {
        Outcome registered = edges(ALL).go();
        Outcome outcome = edges(ALL).with("HSA_TOOLS_DISABLE_REGISTER", "1").go();
        assertThat(outcome.out()).isEqualTo(registered.out());
        assertThat(outcome.status()).isEqualTo(registered.status()).isZero();
        assertThat(outcome.errLines()).isEqualTo(registered.errLines());
        assertThat(functions(outcome)).isNotEmpty().isEqualTo(functions(registered));
        assertThat(GpuRow.of("kernel", GpuRow.read(outcome.folder().resolve("out"))))
                .hasSize(KERNELS);
        assertThat(GpuRow.of("copy", GpuRow.read(outcome.folder().resolve("out"))))
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kc", "kcKCsr"})
    void a_tool_gets_hsa_where_the_variable_names_the_library(String services) {
        Outcome outcome = ToolLanguage.C
                .add(Run.client("edges", Product.client("edges_kernels.so"), "2"), services)
                .with("HSA_TOOLS_DISABLE_REGISTER", "1")
                .with("HSA_TOOLS_LIB", REGISTER)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        GpuTrace trace = new GpuTrace(outcome.folder().resolve("gpu"));
        assertThat(trace.kernelCounts()).isEqualTo(Map.of("lasts.kd", 2 * KERNELS));
        assertThat(trace.copies()).hasSize(4);
    }

    @Test
    void a_runtime_that_does_both_is_recorded_once() {
        Outcome once = edges(ALL).go();
        Outcome both = edges(ALL).with("HSA_TOOLS_ROCPROFILER_V1_TOOLS", "1").go();
        assertThat(both.out()).isEqualTo(once.out());
        assertThat(functions(both)).isEqualTo(functions(once));
        assertThat(GpuRow.of("kernel", GpuRow.read(both.folder().resolve("out"))))
                .hasSize(KERNELS);
    }

    @Test
    void the_command_records_hip_as_if_it_had_registered_from_its_first_call_on() {
        Outcome registered = counts().go();
        Outcome outcome = counts().unregistered().go();
        assertThat(outcome.status())
                .as(outcome.err())
                .isEqualTo(registered.status())
                .isZero();
        assertThat(outcome.errLines()).isEqualTo(registered.errLines());
        assertThat(calls(outcome)).contains("hipInit").hasSize(16 * 8 * 50 + 1).isEqualTo(calls(registered));
    }

    @Test
    void a_hip_that_is_opened_is_recorded_from_the_start_of_hsa_on_and_that_is_said() {
        String script = """
                import ctypes
                hip = ctypes.CDLL("libamdhip64.so.7")
                memory = ctypes.c_void_p()
                for call in range(3): assert hip.hipMalloc(ctypes.byref(memory), ctypes.c_size_t(64)) == 0
                """;
        Outcome outcome = Run.tracedProgram(List.of("--hip-trace", "-f", "csv"), "python3", "-c", script)
                .unregistered()
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.errLines())
                .contains("rocprofiler-register: this HIP does not register, and was used before it was found: calls of"
                        + " hip until now are not traced");
        assertThat(calls(outcome)).containsExactly("hipMalloc", "hipMalloc");
    }

    @Test
    void each_of_many_tools_sees_what_it_sees_of_a_hip_that_registers() throws IOException {
        SeveralToolsTest.allSeeTheSameCalls(SeveralToolsTest.counts().unregistered());
    }

    @Test
    void a_tool_with_all_services_sees_exactly_what_the_program_did() throws IOException {
        AllServicesTest.seesExactlyWhatItDid(Run.client("everything", "4", "20", Product.client("add_kernels.so"))
                .unregistered());
    }

    @Test
    void streams_are_those_of_a_hip_that_registers() {
        Outcome registered = Run.client("streams").go();
        Outcome outcome = Run.client("streams").unregistered().go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).contains("HIP_STREAM_SET").isEqualTo(registered.out());
    }

    @Test
    void a_tool_that_comes_late_hears_every_call_from_then_on() {
        Outcome registered = Run.client("late").go();
        Outcome outcome = Run.client("late").unregistered().go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).contains("heard 1000 of 1000").isEqualTo(registered.out());
    }

    /// libroctracer64 uses HIP's tracer callback, which is of no concern to the tables.
    @ParameterizedTest
    @ValueSource(strings = {"A", "B", "C", "none"})
    void a_client_of_roctracer_and_the_command_hear_every_call_once(String tracer) {
        HipTablesTest.hearBoth(HipTablesTest.besideTheCommand(tracer).unregistered());
    }

    @Test
    void every_call_that_returned_before_a_kill_is_in_the_output() {
        Run busy = Run.traced(List.of("--sys-trace", "-f", "csv"), "busy", "progress", "never");
        SurvivalTest.endBy(9, 2000, busy.unregistered());
    }

    @Test
    void children_without_exec_get_right_results_and_end() {
        Outcome outcome = Run.traced(List.of("--sys-trace", "-f", "csv"), "forks", "20")
                .unregistered()
                .go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("20 of 20 children well\n");
        assertThat(outcome.status()).isZero();
    }

    /// Its table is too short to be taken for one of HIP.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_hip_whose_tables_are_not_found_is_said_and_its_work_is_recorded(boolean hasEngine) {
        Run run = Run.traced(ALL, "dispatches", "launches", "50", "2", "1", "0")
                .unregistered()
                .with("SOFTGPU_HIP_SLOTS", "40");
        Outcome outcome = (hasEngine ? run.withEngine() : run).go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.errLines())
                .contains("rocprofiler: HIP's calls are not traced: this HIP does not register, and is older than 6.0,"
                        + " or unknown. Its kernels and copies are, as work of HSA");
        assertThat(GpuRow.of("kernel", GpuRow.read(outcome.folder().resolve("out"))))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4})
    void a_table_of_another_version_is_left_alone(int version) {
        String script = """
                import ctypes, sys
                table = (ctypes.c_uint32 * 16)(%d, 48)
                sys.exit(not ctypes.CDLL(sys.argv[1]).OnLoad(table, ctypes.c_uint64(1), ctypes.c_uint64(0), None))
                """.formatted(version);
        Outcome outcome = Run.command("python3", "-c", script, REGISTER).go();
        assertThat(outcome.errLines())
                .containsExactly("rocprofiler-register: this HSA runtime has an API table of version " + version
                        + ", which cannot be traced: 1 to 3 are known");
        assertThat(outcome.status()).isZero();
    }

    /// ROCr 5.2 has other functions of AMD's extension in the same places.
    @Test
    void each_function_of_an_earlier_table_has_its_own_name() {
        Outcome outcome = Run.traced(List.of("--hsa-trace", "-f", "csv"), "earlier_tables", "1")
                .onSoftgpu()
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.errLines()).allMatch(line -> line.startsWith("rocprofv3: wrote "));
        assertThat(Trace.read("csv", outcome.folder().resolve("out")).stream().map(Event::function))
                .containsExactlyElementsOf(outcome.outLines());
    }

    @Test
    void a_table_of_an_unknown_version_is_said_and_the_others_are_traced() {
        Outcome outcome = Run.traced(List.of("--hsa-trace", "-f", "csv"), "earlier_tables", "3")
                .onSoftgpu()
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.errLines())
                .contains("rocprofiler: HSA_AMD_EXT has version 3, which this profiler does not know: its functions are"
                        + " not traced");
        assertThat(Trace.read("csv", outcome.folder().resolve("out")).stream().map(Event::function))
                .isNotEmpty()
                .containsExactlyElementsOf(outcome.outLines().stream()
                        .filter(name -> !name.startsWith("hsa_amd_"))
                        .toList());
    }

    private static Run counts() {
        return Run.traced(List.of("--hip-trace", "-f", "csv"), "counts", "8", "50");
    }

    /// All recorded functions, sorted.
    private static List<String> calls(Outcome outcome) {
        return Trace.read("csv", outcome.folder().resolve("out")).stream()
                .map(Event::function)
                .sorted()
                .toList();
    }

    private static Run edges(List<String> options) {
        return Run.traced(options, "edges", Product.client("edges_kernels.so")).onSoftgpu();
    }

    /// All recorded functions, in order. Waits of the program may be a call more or less.
    private static List<String> functions(Outcome outcome) {
        List<String> functions = new ArrayList<>();
        Trace.read("csv", outcome.folder().resolve("out")).forEach(event -> functions.add(event.function()));
        functions.removeIf(function -> !function.startsWith("hsa_"));
        functions.sort(null);
        return functions;
    }
}
