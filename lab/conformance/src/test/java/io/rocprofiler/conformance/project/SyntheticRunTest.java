package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The run that the benchmarks read is whole in the eyes of the reader, as one that the collector wrote.
final class SyntheticRunTest {

    private static final Path SYNTHETIC =
            Product.SOURCES.toAbsolutePath().resolve("../../../bench/synthetic").normalize();

    @Test
    void a_synthetic_run_is_read_without_a_warning_and_has_as_many_records_as_asked_for() {
        Outcome outcome = Run.command(
                        "sh",
                        "-e",
                        "-c",
                        SYNTHETIC + " run 20000 2 6\n"
                                + Product.file("bin/rocprofv3") + " convert run -f csv -d out -o app\n"
                                + "cat out/app_*_trace.csv | grep -vc '^\"\\(Kind\\|Domain\\)\"'")
                .with("JAVA_HOME", System.getProperty("java.home"))
                .go();
        assertThat(outcome.errLines()).singleElement().asString().startsWith("rocprofv3: wrote out/app_");
        assertThat(outcome.outLines()).containsExactly("20000");
    }
}
