package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// AMD's real runtimes, as Debian builds them, on the driver in software: a part of what
/// `lab/conformance/real-runtimes` runs. That compares each traced run with the untraced one, with the driver's log of
/// what really ran, and with HIP's own log of its calls.
final class RealRuntimesTest {
    private static final String COMMAND =
            Product.SOURCES.resolve("../../real-runtimes").normalize().toString();

    @Test
    void kernels_copies_and_calls_of_a_program_are_those_that_took_place() throws IOException {
        check(5, "--programs", "all in one process", "--tools", "command");
    }

    private static void check(int runs, String... options) throws IOException {
        assumeTrue(!runtimes().isEmpty(), "fetch-rocm-runtimes has not been run");
        List<String> command = new ArrayList<>(List.of(COMMAND));
        command.addAll(List.of(options));
        Outcome outcome = Run.command(command.toArray(String[]::new))
                .with("ROCPROFILER_HOME", Product.HOME.toString())
                .with("REAL_RUNTIMES_OUT", Product.TARGET.resolve("real-runtimes").toString())
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.outLines()).last().isEqualTo(runs + " runs, 0 differences");
        assertThat(outcome.status()).as(outcome.out()).isZero();
    }

    private static List<String> runtimes() throws IOException {
        Map<String, String> environment = System.getenv();
        String cache = environment.getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache");
        Path folder = Path.of(environment.getOrDefault("ROCM_RUNTIMES", cache + "/rocprofiler-java/rocm-runtimes"));
        List<String> versions = new ArrayList<>();
        if (!Files.isDirectory(folder)) return versions;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, "[0-9]*.*")) {
            folders.forEach(version -> versions.add(version.getFileName().toString()));
        }
        return versions;
    }
}
