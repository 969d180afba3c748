package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.ToolLanguage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What HSA answers at its edges: the software GPU as AMD's HSA runtime, traced as untraced. The expected answers are
/// those of ROCr 6.4.3 and 7.2.4.
public final class HsaStatusesTest {
    private static final Path EXPECTED = Product.SOURCES.resolve("c/hsa_statuses.txt");

    /// Where `fetch-rocm-runtimes` puts AMD's runtimes.
    private static final Path RUNTIMES = Path.of(
                    System.getenv().getOrDefault("XDG_CACHE_HOME", System.getenv("HOME") + "/.cache"))
            .resolve("rocprofiler-java/rocm-runtimes");

    @Test
    void the_software_gpu_answers_as_amds_runtime() throws IOException {
        check(Run.client("hsa_statuses").go());
    }

    @ParameterizedTest
    @CsvSource({"kc", "kcKCsr"})
    void a_tool_changes_no_answer(String services) throws IOException {
        check(ToolLanguage.C.add(Run.client("hsa_statuses"), services).go());
    }

    @Test
    void the_command_changes_no_answer() throws IOException {
        Outcome outcome = Run.command(
                        Product.file("bin/rocprofv3"), "--sys-trace", "-d", "out", "--", Product.client("hsa_statuses"))
                .onSoftgpu()
                .go();
        assertThat(outcome.out()).startsWith(Files.readString(EXPECTED));
        assertThat(outcome.status()).as(outcome.err()).isZero();
    }

    /// Here the answers are AMD's own, so that the file says what they are.
    @ParameterizedTest
    @ValueSource(strings = {"6.4.3", "7.2.4"})
    void amds_runtime_answers_so(String release) throws IOException {
        Path runtime = runtime(release);
        Path softkfd = Path.of(Product.file("bin/softkfd"));
        assumeTrue(Files.isExecutable(softkfd), "no softkfd");
        Outcome outcome = Run.command(softkfd.toString(), Product.client("hsa_statuses"))
                .with("SOFTKFD_RUNTIME", runtime.toString())
                .go();
        assertThat(outcome.out()).isEqualTo(Files.readString(EXPECTED));
        assertThat(outcome.err()).doesNotContain("no version information");
    }

    /// Returns the folder of one of AMD's runtimes, without which the test is skipped.
    public static Path runtime(String release) {
        Path runtime = RUNTIMES.resolve(release);
        assumeTrue(Files.isDirectory(runtime), "no ROCm runtime in " + runtime);
        return runtime;
    }

    private static void check(Outcome outcome) throws IOException {
        assertThat(outcome.out()).isEqualTo(Files.readString(EXPECTED));
        assertThat(outcome.status()).as(outcome.err()).isZero();
    }
}
