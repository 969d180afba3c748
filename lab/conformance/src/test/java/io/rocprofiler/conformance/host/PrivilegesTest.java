package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A program with more privileges than its parent ignores the environment.
final class PrivilegesTest {
    private static final String BAIT = Product.tool("bait");
    private static final String TAKEN = "the bait was taken";
    private static final String NOBODY = "setpriv --reuid=65534 --regid=65534 --clear-groups ";

    /// Sets every variable of ours that names code, files or options, and those that a JVM reads itself.
    private static Run baited(Run run) {
        Path directory = run.folder().resolve("records");
        return run.with("ROCP_TOOL_LIBRARIES", BAIT)
                .with("HSA_TOOLS_LIB", BAIT)
                .with("HSA_TOOLS_ROCPROFILER_V1_TOOLS", "1")
                .with("ROCPROFILER_REGISTER_FORCE_LOAD", "1")
                .collecting(directory, "HIP_RUNTIME_API", "MARKER_API")
                .with("ROCTRACER_LOG", "1")
                .with("ROCPROFILER_JAVA_OPTIONS", "-Xlog:gc+init:file=" + directory + "/gc.log")
                .with("JAVA_TOOL_OPTIONS", "-Xlog:gc+init:file=" + directory + "/gc.log");
    }

    @ParameterizedTest
    @ValueSource(strings = {"chmod u+s", "chmod g+s", "setcap cap_net_raw+ep"})
    void nothing_in_the_environment_steers_a_program_that_got_privileges_by(String command) {
        assumeTrue(nobodyCanRun(), "only root can make programs with privileges, and somebody else has to run them");
        Outcome outcome = baited(copied(command)).go();
        assumeTrue(!outcome.err().contains("cannot give privileges"), "this machine gives no such privileges");
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("secure 1, 3 calls\n");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isEqualTo(3);
        assertThat(outcome.folder().resolve("records")).isEmptyDirectory();
    }

    /// No variable may select another runtime, engine or JVM: each would be noticed if it were obeyed.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ROCPROFILER_JAVA_HOME=/nowhere",
                "ROCPROFILER_REGISTER_LIBRARY=/nowhere.so",
                "ROCPROFILER_REGISTER_ENABLED=0",
                "_JAVA_SR_SIGNUM=nonsense"
            })
    void nothing_of_such_a_program_is_replaced_by(String variable) {
        assumeTrue(nobodyCanRun(), "only root can make programs with privileges, and somebody else has to run them");
        int equals = variable.indexOf('=');
        Outcome outcome = copied("chmod u+s")
                .with(variable.substring(0, equals), variable.substring(equals + 1))
                .go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("secure 1, 3 calls\n");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isEqualTo(3);
    }

    @Test
    void the_same_environment_steers_a_program_without_privileges() throws IOException {
        Run run = baited(Run.client("privileged"));
        Files.createDirectory(run.folder().resolve("records"));
        Outcome outcome = run.go();
        assertThat(outcome.out()).as(outcome.err()).contains("secure 0, 3 calls\n");
        assertThat(outcome.err()).contains(TAKEN);
        assertThat(outcome.status()).isEqualTo(3);
        assertThat(outcome.folder().resolve("records")).isNotEmptyDirectory();
    }

    static List<Path> libraries() throws IOException {
        try (Stream<Path> files = Files.walk(Product.HOME.resolve("lib"))) {
            return files.filter(file -> !file.startsWith(Product.HOME.resolve("lib/runtime")))
                    .filter(file -> !file.startsWith(Product.HOME.resolve("lib/java")))
                    .filter(file -> file.getFileName().toString().contains(".so"))
                    .filter(file -> !Files.isSymbolicLink(file))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void the_environment_is_read_in_one_way_by(Path library) {
        Outcome outcome =
                Run.command("nm", "-D", "--undefined-only", library.toString()).go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.outLines())
                .map(line -> line.strip().replaceFirst("^[Uw] ", "").replaceFirst("@.*", ""))
                .doesNotContain("getenv", "__secure_getenv");
    }

    /// Returns a run, as user nobody, of a copy that gets privileges from a command.
    private static Run copied(String command) {
        return Run.command("sh", "-c", """
                PATH=$PATH:/usr/sbin:/sbin
                cp %s program && %s program || { echo cannot give privileges >&2; exit 1; }
                mkdir -m 777 records
                exec %s ./program""".formatted(Product.client("privileged"), command, NOBODY));
    }

    private static boolean nobodyCanRun() {
        try {
            Path folder = Files.createDirectories(Product.TARGET.resolve("runs"));
            String script = "chmod o+x " + folder + "; " + NOBODY + " test -x " + Product.client("privileged");
            return Run.command("sh", "-c", script).go().status() == 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
