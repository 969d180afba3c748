package io.rocprofiler.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// Tables of runtimes that are newer than the profiler, with functions that it does not know.
final class GrownTablesTest {
    @Test
    void newer_functions_pass_through_and_one_line_says_so() {
        Outcome outcome = Run.client("grown").go();
        assertThat(outcome.err()).isEqualTo("""
                rocprofiler: 3 functions of HIP_RUNTIME are newer than this profiler and are not traced
                rocprofiler: 3 functions of HSA_AMD_EXT are newer than this profiler and are not traced
                rocprofiler: 3 functions of ROCTX_CORE are newer than this profiler and are not traced
                """);
        assertThat(outcome.out()).isEqualTo("""
                hip: heard 1, 3 newer functions of its own, 4 right answers
                hsa: heard 1, 3 newer functions of its own, 4 right answers
                roctx: heard 1, 3 newer functions of its own, 4 right answers
                """);
        assertThat(outcome.status()).isZero();
    }
}
