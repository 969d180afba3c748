package io.rocprofiler.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.GpuRow;
import io.rocprofiler.conformance.GpuTrace;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.ToolLanguage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What AMD's HSA runtime does at its edges (ROCr 6.4.3 and 7.2.4), and the software GPU does as well: the program sees
/// the same traced as untraced, and what is traced of it is right.
final class RuntimeEdgesTest {
    private static final String OUT = """
            cooperative: one, 0
            times: 20, 40
            used again: a kernel's, a barrier's, a kernel's
            without the queue: a kernel's
            many: 3000
            nothing: 1
            refused: 1001
            refused: 1001
            refused: 1001
            made: 0 7
            area: 0
            memory: 5 regions
            """;

    private static final String COOPERATIVE =
            "rocprofiler: kernels on cooperative queues are not traced: the runtime cannot intercept those";

    /// Those whose signals are asked for their times at once, the one that is used again, and many.
    private static final int KERNELS = 40 + 2 + 3000;

    @Test
    void the_program_is_right_untraced() {
        check(edges().go(), List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"kc", "kcKC", "kcKCsr"})
    void a_tool_changes_nothing(String services) {
        Outcome outcome = ToolLanguage.C.add(edges(), services).go();
        check(outcome, List.of(COOPERATIVE));
        GpuTrace trace = new GpuTrace(outcome.folder().resolve("gpu"));
        assertThat(trace.kernelCounts()).isEqualTo(Map.of("lasts.kd", KERNELS));
        assertThat(trace.copies()).hasSize(2);
    }

    @Test
    void a_tool_that_asks_for_copies_only_says_nothing_of_queues() {
        check(ToolLanguage.C.add(edges(), "c").go(), List.of());
    }

    @Test
    void the_command_records_what_took_place_and_no_more() throws IOException {
        List<String> options =
                List.of("--kernel-trace", "--memory-copy-trace", "--memory-allocation-trace", "-f", "csv");
        Outcome outcome = Run.traced(options, "edges", Product.client("edges_kernels.so"))
                .onSoftgpu()
                .go();
        assertThat(outcome.out()).isEqualTo(OUT);
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.errLines()).contains(COOPERATIVE).noneMatch(line -> line.contains("in flight"));
        List<GpuRow> rows = GpuRow.read(outcome.folder().resolve("out"));
        assertThat(GpuRow.of("kernel", rows)).hasSize(KERNELS);
        assertThat(GpuRow.of("copy", rows)).hasSize(2);
        String allocations = Files.readString(outcome.folder().resolve("out/trace_memory_allocation_trace.csv"));
        assertThat(allocations)
                .contains("\"MEMORY_ALLOCATION_ALLOCATE\",\"Agent 0\",1048576,")
                .contains("\"MEMORY_ALLOCATION_ALLOCATE\",\"Agent 1\",1052672,")
                .contains("\"MEMORY_ALLOCATION_ALLOCATE\",\"Agent 0\",1056768,");
    }

    private static Run edges() {
        return Run.client("edges", Product.client("edges_kernels.so"));
    }

    private static void check(Outcome outcome, List<String> errors) {
        assertThat(outcome.errLines()).isEqualTo(errors);
        assertThat(outcome.out()).isEqualTo(OUT);
        assertThat(outcome.status()).isZero();
    }
}
