package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaHosts;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// External correlation ids in a server, where each request has its own thread.
final class RequestsTest {
    @Test
    void a_virtual_thread_takes_its_ids_along() {
        assertThat(out("virtual")).isEqualTo("""
                migrated
                wrong 0
                right
                """);
    }

    @Test
    void a_platform_thread_keeps_its_own() {
        assertThat(out("platform")).isEqualTo("""
                wrong 0
                right
                """);
    }

    private static String out(String threads) {
        Outcome outcome = Run.command(
                        Product.JDK.resolve("bin/java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djdk.virtualThreadScheduler.parallelism=4",
                        "-cp",
                        JavaHosts.classPath("RequestsHost"),
                        "RequestsHost",
                        threads)
                .onSoftgpu()
                .with("ROCPROFILER_HOME", Product.HOME.toString())
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out();
    }
}
