package io.rocprofiler.conformance.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs for Java 17 that ship with the jar of ROC-TX: its methods do nothing where Java cannot call C, and the same
/// classes are traced on a later release.
final class OlderJavaTest {
    private static final Path JDKS = Path.of("/usr/lib/jvm"); // where Linux distributions have them
    private static final String JAR = Product.file("lib/java/rocprofiler-roctx.jar");

    @ParameterizedTest
    @ValueSource(ints = {17, 21})
    void roctx_runs_and_says_nothing_on_older_releases(int release) throws IOException {
        Optional<Path> jdk = jdk(release);
        assumeTrue(jdk.isPresent(), "no JDK " + release + " is installed: not tried");
        Outcome outcome = program(jdk.orElseThrow(), Run::command).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).isEqualTo("0 1 1 0 -1\nfalse true\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21})
    void the_agent_of_flight_recorder_says_what_it_needs_and_the_program_runs(int release) throws IOException {
        Optional<Path> jdk = jdk(release);
        assumeTrue(jdk.isPresent(), "no JDK " + release + " is installed: not tried");
        Outcome outcome = program(jdk.orElseThrow(), Run::command)
                .with("JDK_JAVA_OPTIONS", "-javaagent:" + Product.file("lib/java/rocprofiler-jfr.jar"))
                .go();
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).isEqualTo("0 1 1 0 -1\nfalse true\n");
        assertThat(outcome.errLines())
                .contains("rocprofiler: no GPU events for Flight Recorder: this JVM is Java " + release
                        + ", they need Java 25 or newer");
    }

    @Test
    void the_same_classes_are_traced_on_a_later_release() throws IOException {
        Outcome outcome = program(
                        Product.JDK,
                        command -> Run.command(Stream.concat(
                                        Stream.of(
                                                Product.file("bin/rocprofv3"),
                                                "--marker-trace",
                                                "-f",
                                                "csv",
                                                "-d",
                                                "out",
                                                "-o",
                                                "t",
                                                "--"),
                                        Stream.of(command))
                                .toArray(String[]::new)))
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo("0 1 1 0 -1\ntrue true\n");
        assertThat(Files.readString(outcome.folder().resolve("out/t_marker_api_trace.csv")))
                .contains("\"outer\"", "\"a\"", "\"b\"", "\"process\"");
    }

    private interface Command {
        Run of(String... command);
    }

    private static Run program(Path jdk, Command command) throws IOException {
        Path classes = Files.createDirectories(Product.TARGET.resolve("old-host"));
        String source = Product.SOURCES.resolve("tools/OldHost.java").toString();
        int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, "--release", "17", "-cp", JAR, "-d", classes.toString(), source);
        assertThat(status).isZero();
        return command.of(jdk.resolve("bin/java").toString(), "-cp", classes + ":" + JAR, "OldHost");
    }

    /// Returns an installed JDK of that release.
    static Optional<Path> jdk(int release) throws IOException {
        if (!Files.isDirectory(JDKS)) return Optional.empty();
        try (Stream<Path> installed = Files.list(JDKS)) {
            return installed
                    .filter(jdk -> Files.isReadable(jdk.resolve("release")) && isRelease(jdk, release))
                    .findFirst();
        }
    }

    private static boolean isRelease(Path jdk, int release) {
        try {
            return Files.readString(jdk.resolve("release")).contains("JAVA_VERSION=\"" + release + ".");
        } catch (IOException _) {
            return false;
        }
    }
}
