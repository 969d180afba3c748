package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A program's floating-point state (which exceptions trap, which have occurred, rounding, denormal numbers) is the
/// same after each call, and no computation of ours traps, whether the first call is made before or after that is set.
final class FloatingPointTest {

    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void it_is_what_it_was_after_each_recorded_call(String first) {
        check(Run.traced(List.of("--sys-trace", "--kernel-trace", "-f", "csv"), "floating", first));
    }

    @ParameterizedTest
    @ValueSource(strings = {"callback", "buffer"})
    void so_it_is_with_a_tool_that_has(String services) {
        check(Run.client("floating", "0").withEvents(services));
    }

    @Test
    void so_it_is_with_a_tool_in_java() {
        check(Run.client("floating", "0").with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("EventsTool")));
    }

    @Test
    void so_it_is_with_the_tracer_tool() {
        Run run = Run.client("floating", "0").with("ROCTRACER_DOMAIN", "hip:hsa:roctx");
        check(run.with("LD_PRELOAD", Product.file("lib/roctracer/libroctracer_tool.so"))
                .with("ROCP_OUTPUT_DIR", run.folder().toString()));
    }

    private static void check(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.out()).as(outcome.err()).contains("7211 calls, 0 changes\n");
        assertThat(outcome.status()).isZero();
    }
}
