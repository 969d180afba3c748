package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// `rocprofv3 doctor` on this machine, which has no GPU.
final class DoctorTest {
    private static final String COMMAND = Product.file("bin/rocprofv3");

    @Test
    void the_self_test_runs_an_example_on_the_software_gpu_and_leaves_a_report() throws IOException {
        Outcome outcome = Run.command(COMMAND, "doctor", "--selftest").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).contains("""
                untraced     ok  the example passes on the software GPU
                traced       ok  the same output and status
                kernels      ok  16 recorded
                copies       ok  32 recorded
                """).contains("losses       ok  none\n");
        assertThat(Files.readString(outcome.folder().resolve("rocprofiler-doctor.txt")))
                .startsWith(outcome.out().lines().findFirst().orElseThrow())
                .contains("PASSED: 16 transposes", "--sys-trace", "\nenvironment:\n");
    }

    @Test
    void what_is_not_understood_is_one_line() {
        Outcome outcome = Run.command(COMMAND, "doctor", "--selftests").go();
        assertThat(outcome.errLines())
                .containsExactly("rocprofv3: unknown option --selftests; did you mean --selftest?");
        assertThat(outcome.status()).isEqualTo(2);
    }
}
