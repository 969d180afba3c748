package io.rocprofiler.conformance.java;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaHosts;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every public method of the Java API returns, or throws as documented, in every phase of a program. None of them
/// ends the JVM.
final class JavaApiTest {
    @ParameterizedTest
    @ValueSource(strings = {"before", "registered", "closed", "virtual", "ending"})
    void no_method_ends_the_program(String phase) {
        assertAlive(JavaHosts.program("ApiHost", phase));
    }

    @Test
    void without_the_library_every_method_says_so() {
        assertAlive(JavaHosts.program("ApiHost", "before")
                .without("ROCPROFILER_HOME")
                .without("LD_LIBRARY_PATH"));
    }

    @Test
    void where_native_access_is_denied_every_method_says_so() {
        Outcome outcome = JavaHosts.program("--illegal-native-access=deny", "ApiHost", "before")
                .go();
        assertThat(outcome.out()).isEqualTo("alive\n");
        assertThat(outcome.err()).startsWith("rocprofiler: markers are not traced, as this JVM keeps Java");
        assertThat(outcome.errLines()).hasSize(1);
        assertThat(outcome.status()).isZero();
    }

    @Test
    void with_the_library_of_another_build_every_method_says_so() throws IOException {
        assertAlive(JavaHosts.program("ApiHost", "before").with("ROCPROFILER_HOME", anotherBuild()));
    }

    /// Returns an installation whose library has another checksum of the layouts shared by both halves.
    private static String anotherBuild() throws IOException {
        Path home = Files.createTempDirectory(Product.TARGET, "another");
        Path lib = Files.createDirectory(home.resolve("lib"));
        for (String name : List.of("librocprofiler-sdk.so.1", "libroctracer64.so.4", "librocprofiler-sdk-roctx.so.1"))
            Files.copy(Path.of(Product.client("another_build_preload.so")), lib.resolve(name));
        return home.toString();
    }

    private static void assertAlive(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.out()).isEqualTo("alive\n");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
    }
}
