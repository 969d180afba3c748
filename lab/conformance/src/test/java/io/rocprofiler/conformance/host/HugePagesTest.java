package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

/// On a system that uses huge pages for all memory, the JVM in a traced program has none: it needs a part of each. The
/// program has its own.
final class HugePagesTest {
    @Test
    void a_jvm_in_a_traced_program_has_small_pages_and_the_program_has_its_own() {
        String always = Product.CLIENTS.resolve("huge_preload.so").toString();
        Outcome untraced = Run.client("huge").with("LD_PRELOAD", always).go();
        assertThat(untraced.status()).as(untraced.err()).isZero();
        assumeTrue(own(untraced) > 0, "this system has no huge pages");
        Outcome outcome = Run.traced(List.of("--marker-trace"), "huge")
                .with("LD_PRELOAD", always)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).startsWith("0 ");
        assertThat(own(outcome)).isEqualTo(own(untraced));
    }

    private static long own(Outcome outcome) {
        return Long.parseLong(outcome.out().strip().split(" ")[1]);
    }
}
