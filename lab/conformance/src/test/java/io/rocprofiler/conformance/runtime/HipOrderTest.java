package io.rocprofiler.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.SdkFacts;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The tables of HIP runtimes that do not register, Debian's, have the order that `spec/hip.json` says: each exported
/// function goes through its place. It needs no GPU, as no function of HIP is reached.
final class HipOrderTest {
    /// Functions that HIP does not call through its table, whoever built it.
    private static final List<String> NOT_THROUGH_THE_TABLE = List.of("hipChooseDevice", "hipCreateChannelDesc");

    @Test
    void each_function_goes_through_the_place_of_its_name() throws IOException {
        List<Path> libraries = libraries();
        assumeFalse(libraries.isEmpty(), "there are no runtimes of Debian's");
        for (Path library : libraries) {
            List<String> lines = order(library).outLines();
            assertThat(lines)
                    .as(library.toString())
                    .filteredOn(line -> line.startsWith("right "))
                    .hasSize(2)
                    .allMatch(line -> line.contains(" wrong 0 "));
            assertThat(lines)
                    .filteredOn(line -> !line.startsWith("right "))
                    .allMatch(line -> NOT_THROUGH_THE_TABLE.contains(line.replace(" arrives at no place", "")));
        }
    }

    private static Outcome order(Path library) throws IOException {
        Path root = library.getParent().getParent().getParent().getParent();
        List<String> folders = new ArrayList<>(List.of(library.getParent().toString()));
        try (DirectoryStream<Path> compilers = Files.newDirectoryStream(root.resolve("usr/lib"), "llvm-*")) {
            compilers.forEach(folder -> folders.add(folder.resolve("lib").toString()));
        }
        String names = String.join("\\n", SdkFacts.hipFunctions("HipDispatchTable")) + "\\n\\n"
                + String.join("\\n", SdkFacts.hipFunctions("HipCompilerDispatchTable")) + "\\n";
        Outcome outcome = Run.command(
                        "sh",
                        "-c",
                        "printf '%b\\n' \"$5\" | exec \"$1\" --library-path \"$2\" \"$3\" \"$4\"",
                        "sh",
                        root.resolve("usr/lib64/ld-linux-x86-64.so.2").toString(),
                        String.join(":", folders),
                        Product.client("hip_order"),
                        library.toString(),
                        names)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        return outcome;
    }

    /// The libraries of HIP 6 and later that `fetch-rocm-runtimes` has unpacked, with a C library of their own.
    private static List<Path> libraries() throws IOException {
        String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache");
        Path runtimes = Path.of(cache, "rocprofiler-java/rocm-runtimes");
        List<Path> found = new ArrayList<>();
        if (!Files.isDirectory(runtimes)) return found;
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(runtimes, "[6-9]*.*")) {
            for (Path version : versions) {
                Path libraries = version.resolve("usr/lib/x86_64-linux-gnu");
                try (DirectoryStream<Path> hip = Files.newDirectoryStream(libraries, "libamdhip64.so.?")) {
                    hip.forEach(found::add);
                }
            }
        }
        return found;
    }
}
