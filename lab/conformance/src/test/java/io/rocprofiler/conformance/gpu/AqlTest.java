package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.GpuEvent;
import io.rocprofiler.conformance.GpuTrace;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A program that writes packets into HSA queues itself, without HIP: its signals, barriers, handlers and
/// vendor-specific packets behave as they do untraced.
final class AqlTest {
    private static final int THREADS = 4;
    private static final int EACH = 500;

    /// Before the threads: 8 with signals, 6 that look, 100 without signals, 3 on two queues, 4 with handlers, 3
    /// batches of 8, and one unknown kernel.
    private static final int DISPATCHES = 8 + 6 + 100 + 3 + 4 + 24 + 1 + THREADS * EACH;

    private static final String OUT = """
            signals: 0 1 2 3 4 5 6 7
            order: 0 1 2 3 4 5 6 7
            shared: 17
            seen: 100 6 101 5 102 4
            barrier: 0, 100 kernels in order
            before: 1 1 1, after: 0
            order: 1 2 3
            handled: 10 20 30 40
            batch: 3 0
            order: 0 1 2 3 5 6 8 9 10 11 12 13 15 16 18 19 20 21 22 23 25 26 28 29
            unknown: 0 77
            threads: 0 2000
            """;

    /// The queue interception's message about the vendor's packets, one in each batch.
    private static final String UNKNOWN =
            "rocprofiler: 3 packets of an unknown kind went to the GPU as they are; there is no record of them";

    @Test
    void the_program_is_right_untraced() {
        check(aql(), List.of());
    }

    @Test
    void each_dispatch_has_an_id_of_its_own_where_no_call_is_traced() {
        GpuTrace trace = trace("kr");
        checkKernels(trace);
        assertThat(trace.dispatches().stream().map(GpuEvent::internal).distinct())
                .hasSize(DISPATCHES);
        trace.checkRetired();
    }

    /// Each batch of eight kernels rang the doorbell once.
    @Test
    void each_dispatch_belongs_to_the_call_that_rang_the_doorbell() {
        GpuTrace trace = trace("ksr");
        checkKernels(trace);
        trace.checkCalls(trace.dispatches());
        assertThat(trace.causes(trace.dispatches())).isEqualTo(Map.of("hsa_signal_store_screlease", DISPATCHES));
        trace.checkRetired();
    }

    @ParameterizedTest
    @ValueSource(strings = {"K", "N", "kKcCsrq"})
    void callbacks_change_nothing_either(String services) {
        GpuTrace trace = trace(services);
        List<GpuEvent> counts = trace.all('N');
        if (counts.isEmpty()) assertThat(trace.all('K')).hasSize(3 * DISPATCHES);
        else assertThat(counts.getFirst().counts()).isEqualTo("%1$d %1$d %1$d 0".formatted(DISPATCHES));
    }

    @Test
    void a_tool_that_asks_for_nothing_of_queues_changes_nothing() {
        assertThat(trace("s").dispatches()).isEmpty();
    }

    private static void checkKernels(GpuTrace trace) {
        trace.checkDispatches(DISPATCHES);
        assertThat(trace.kernelCounts())
                .isEqualTo(Map.of(
                        "append.kd",
                        8 + 3 + 100 + 3 + 24,
                        "look.kd",
                        3,
                        "count.kd",
                        4 + THREADS * EACH,
                        "unknown 0",
                        1));
        assertThat(trace.dispatches())
                .allMatch(dispatch -> dispatch.grid().equals("4 1 1"))
                .allMatch(dispatch -> dispatch.workgroup().equals("4 1 1"));
        // One queue for each of the eight cases, and one more where there are two.
        assertThat(trace.byQueue()).hasSize(9);
    }

    private static GpuTrace trace(String services) {
        Run run = aql();
        run.with("ROCP_TOOL_LIBRARIES", Product.tool("gpu"))
                .with("GPU", services)
                .with("GPU_FILE", run.folder().resolve("gpu").toString());
        check(run, services.equals("s") ? List.of() : List.of(UNKNOWN));
        return new GpuTrace(run.folder().resolve("gpu"));
    }

    private static Run aql() {
        return Run.client("aql", Product.client("aql_kernels.so"), "" + THREADS, "" + EACH);
    }

    private static void check(Run run, List<String> errors) {
        Outcome outcome = run.go();
        assertThat(outcome.errLines()).isEqualTo(errors);
        assertThat(outcome.out()).isEqualTo(OUT);
        assertThat(outcome.status()).isZero();
    }
}
