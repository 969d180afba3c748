package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A database of a real program, made into the files that the program's own records were made into.
final class RocpdCommandTest {

    @TempDir
    Path folder;

    @Test
    void what_is_made_of_a_database_is_what_is_made_of_its_run() throws Exception {
        Outcome traced = Run.command(
                        Product.file("bin/rocprofv3"),
                        "-s",
                        "-q",
                        "-f",
                        "csv",
                        "rocpd",
                        "-o",
                        "run",
                        "-d",
                        folder.toString(),
                        "--",
                        Product.file("share/rocprofiler/examples/01-matrix-transpose/transpose"))
                .onSoftgpu()
                .go();
        assertThat(traced.status()).as(traced.err()).isZero();
        Outcome made = Run.command(
                        Product.file("bin/rocpd"),
                        "convert",
                        "-i",
                        folder.resolve("run_results.db").toString(),
                        "-f",
                        "csv",
                        "-o",
                        "again",
                        "-d",
                        folder.toString())
                .go();
        assertThat(made.status()).as(made.err()).isZero();
        List<Path> files;
        try (Stream<Path> entries = Files.list(folder)) {
            files = entries.filter(file -> file.getFileName().toString().matches("run_.*\\.csv"))
                    .toList();
        }
        assertThat(files).hasSizeGreaterThan(5);
        for (Path file : files) {
            Path again = folder.resolve(file.getFileName().toString().replace("run_", "again_"));
            assertThat(Files.readAllLines(again))
                    .as(file.toString())
                    .containsExactlyInAnyOrderElementsOf(Files.readAllLines(file));
        }
    }

    @Test
    void the_other_names_of_the_command_have_their_own_verbs() throws Exception {
        Outcome listed =
                Run.command(Product.file("bin/rocprofv3-avail"), "list").go();
        assertThat(listed.out()).endsWith("Counters, PC sampling and thread trace: not available here\n");
        Outcome wrong = Run.command(Product.file("bin/rocpd"), "--", "true").go();
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.err()).startsWith("rocpd: rocpd has no verb '--'");
    }
}
