package io.rocprofiler.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A client of libroctracer64 gets the same events of HIP whether HIP has a tracer callback or only tables.
final class HipTablesTest {
    private static final String HEARD = """
            hipMalloc(size 1024) ;
            hipMemcpyAsync(bytes 1024 kind 1 stream 1) ;
            hipLaunchKernel(scale 1 grid 4 block 64 shared 16 stream 1) ;
            hipMemcpyAsync(bytes 1024 kind 2 stream 1) ;
            CopyHostToDevice of hipMemcpyAsync on 1: 1024
            KernelExecution of hipLaunchKernel on 1: _Z5scalePff
            CopyDeviceToHost of hipMemcpyAsync on 1: 1024
            """;

    private static void hears(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(HEARD);
        assertThat(outcome.status()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"early", "late"})
    void through_its_tracer_callback(String when) {
        hears(Run.client("hip_traced", when));
    }

    @ParameterizedTest
    @ValueSource(strings = {"early", "late"})
    void of_a_hip_without_one(String when) {
        hears(Run.client("hip_traced", when).with("SOFTGPU_HIP_TRACER", "none"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"early", "late"})
    void where_the_environment_asks_for_tables(String when) {
        hears(Run.client("hip_traced", when).with("ROCTRACER_HIP_TABLES", "1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"B", "none"})
    void beside_the_command(String tracer) {
        hearBoth(besideTheCommand(tracer));
    }

    static Run besideTheCommand(String tracer) {
        List<String> options = List.of("--hip-trace", "--kernel-trace", "--memory-copy-trace", "-f", "csv");
        return Run.traced(options, "hip_traced", "early").with("SOFTGPU_HIP_TRACER", tracer);
    }

    static void hearBoth(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo(HEARD);
        assertThat(Trace.read("csv", outcome.folder().resolve("out")))
                .extracting(Event::function)
                .containsOnlyOnce("hipLaunchKernel", "hipMalloc", "hipFree");
    }
}
