package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.service.HsaStatusesTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `rocprofv3 doctor` on this machine, which has no GPU.
final class DoctorTest {
    /// All but the first, which is the program that the command traces.
    private static final int EXAMPLES = 13;

    private static final String COMMAND = Product.file("bin/rocprofv3");

    @Test
    void the_self_test_runs_the_examples_on_the_software_gpu_and_leaves_a_report() throws IOException {
        Outcome outcome =
                Run.command(COMMAND, "doctor", "--selftest").onSoftgpu().go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .containsPattern("HSA            ok  \\S+softgpu/libhsa-runtime64.so.1 .*, registers: calls, ")
                .containsPattern("HIP            ok  \\S+softgpu/libamdhip64.so.7 .*, registers: calls, ");
        assertThat(outcome.out()).contains("""
                untraced       ok  the examples pass on the software GPU
                traced         ok  the same output and status
                kernels        ok  16 recorded
                copies         ok  32 recorded
                """).contains("losses         ok  none\n");
        assertThat(outcome.out().lines().filter(line -> line.startsWith("example ")))
                .hasSize(EXAMPLES)
                .allMatch(line -> line.startsWith("ok  ", 15));
        assertThat(Files.readString(outcome.folder().resolve("rocprofiler-doctor.txt")))
                .startsWith(outcome.out().lines().findFirst().orElseThrow())
                .contains("PASSED: 16 transposes", "--sys-trace", "\nenvironment:\n");
    }

    /// AMD's runtimes where `fetch-rocm-runtimes` has put them, on the software driver.
    @Test
    void amds_runtimes_are_tested_with_the_examples_that_have_no_kernels() {
        Path runtime = HsaStatusesTest.runtime("7.2.4");
        assumeTrue(Files.isExecutable(Path.of(Product.file("bin/softkfd"))), "no softkfd");
        Outcome outcome = Run.command(COMMAND, "doctor", "--selftest")
                .with("SOFTKFD_RUNTIME", runtime.toString())
                .go();
        assertThat(outcome.out())
                .contains("HSA            ok  " + runtime)
                .contains("untraced       ok  the examples pass on AMD's runtimes over the software driver\n")
                .contains("traced         ok  the same output and status\n")
                .contains("kernels        -   10 of the runtime's own are recorded\n")
                .contains("losses         ok  none\n", "example 09     ok  ", "example 10     ok  ");
    }

    /// As a distribution's package without one that it needs.
    @Test
    void a_library_that_lacks_another_is_said_with_its_name(@TempDir Path alone) throws IOException {
        Files.copy(Path.of(Product.file("lib/softgpu/libamdhip64.so.7")), alone.resolve("libamdhip64.so.7"));
        Outcome outcome = Run.command(COMMAND, "doctor")
                .with("LD_LIBRARY_PATH", "$ORIGIN:" + alone + ":")
                .go();
        assertThat(outcome.out())
                .containsPattern("HIP            NO  \\S+/libamdhip64.so.7 cannot be loaded: lib\\S+ is not found\n")
                .contains("libraries      -   $ORIGIN in LD_LIBRARY_PATH is another folder for each program");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void without_any_variable_and_where_nothing_can_be_written_the_rest_is_said() {
        Outcome outcome = Run.command("env", "-i", COMMAND, "doctor", "--report", "/proc/self/report")
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .contains("glibc          ok  ", "driver ", "address space  ok  ")
                .contains("report         NO  /proc/self/report: ");
    }

    @Test
    void limits_of_the_process_are_read() {
        Outcome outcome = Run.command("prlimit", "--nproc=15", "--fsize=1000000", COMMAND, "doctor")
                .go();
        assertThat(outcome.out())
                .contains("processes      NO  15, less than 20\n")
                .contains("file size      NO  0 MB, less than 16 MB\n");
    }

    @Test
    void what_is_not_understood_is_one_line() {
        Outcome outcome = Run.command(COMMAND, "doctor", "--selftests").go();
        assertThat(outcome.errLines())
                .containsExactly("rocprofv3: unknown option --selftests; did you mean --selftest?");
        assertThat(outcome.status()).isEqualTo(2);
    }
}
