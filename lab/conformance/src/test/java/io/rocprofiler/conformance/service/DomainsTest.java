package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every function of every API domain, called once on each of the three paths through the engine: callbacks in C,
/// records, and both, which takes the Java path.
final class DomainsTest {
    private static final String SLOTS = """
            hip 545
            hip_compiler 9
            hsa core 125
            hsa amd 91
            hsa finalizer 6
            hsa image 14
            roctx core 6
            roctx control 2
            roctx name 4
            rccl 52
            rocdecode 16
            rocjpeg 9
            rocshmem 9
            hipFile 31
            """;

    /// The SDK knows 13 of the 14 image functions; the newest passes through.
    private static final String UNTRACED = "hsa image 14";

    @ParameterizedTest(name = "{0}")
    @CsvSource({"callbacks,1,0", "records,0,1", "both,1,1"})
    void each_function_of_each_domain_is_seen_once(String mode, int callbacks, int records) {
        String expected =
                SLOTS.lines().map(line -> line(line, callbacks, records)).reduce("", String::concat);
        Outcome outcome = Run.client("domains", mode).go();
        assertThat(outcome.out()).isEqualTo(expected);
        assertThat(outcome.status()).isZero();
    }

    private static String line(String table, int callbacks, int records) {
        int slots = Integer.parseInt(table.substring(table.lastIndexOf(' ') + 1));
        int seen = table.equals(UNTRACED) ? slots - 1 : slots;
        return table + ": " + callbacks * seen + " " + callbacks * seen + " " + records * seen + "\n";
    }
}
