package io.rocprofiler.conformance.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Roctracer;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// libroctracer64 on the software GPU, through HIP's tracer callback, without a JVM: it is enabled when HSA is up.
final class RoctracerGpuTest {
    private static final String ROUND = """
            31 hipMemcpy
              CopyHostToDevice 4096
            32 hipLaunchKernel
              KernelExecution double_it
            31 hipMemcpy
              CopyDeviceToHost 4096
            31 hipDeviceSynchronize
            """;

    @ParameterizedTest
    @ValueSource(strings = {"A", "C"})
    void calls_and_their_gpu_work_are_recorded_in_the_rounds_that_are_traced(String generation) {
        Run run = Roctracer.run("gpu").onSoftgpu().with("SOFTGPU_HIP_TRACER", generation);
        assertThat(Roctracer.printed(run)).isEqualTo(ROUND.repeat(2) + """
                31 hipFree
                9 calls, 9 entered, 9 left, 6 commands
                no JVM
                """);
    }

    @Test
    void many_rounds_lose_nothing() {
        Run run = Roctracer.run("gpu", "2000").onSoftgpu();
        assertThat(Roctracer.printed(run)).isEqualTo(ROUND.repeat(1000) + """
                31 hipFree
                4001 calls, 4001 entered, 4001 left, 3000 commands
                no JVM
                """);
    }
}
