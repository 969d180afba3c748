package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runtimes that do not register, as distributions build them: HSA hands its table to the register library, which
/// is one of its tools libraries then.
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
        Outcome outcome = DispatchesTest.Language.C
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
    void a_hip_that_cannot_be_traced_is_said_and_its_work_is_recorded() {
        Outcome outcome = Run.traced(ALL, "dispatches", "launches", "50", "2", "1", "0")
                .onSoftgpu()
                .with("HSA_TOOLS_DISABLE_REGISTER", "1")
                .with("SOFTGPU_HIP_REGISTER", "0")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.errLines())
                .contains(
                        "rocprofiler: HIP's calls are not traced: this HIP was built without rocprofiler-register. Its"
                                + " kernels and copies are, as work of HSA");
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
