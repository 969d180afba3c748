package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A database of a real program, made into the files that the program's own records were made into.
final class RocpdCommandTest {

    @TempDir
    Path folder;

    @Test
    void csv_of_a_database_has_the_rows_of_its_run() throws Exception {
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
        List<String> files;
        try (Stream<Path> entries = Files.list(folder)) {
            files = entries.map(file -> file.getFileName().toString())
                    .filter(file -> file.matches("run_.*\\.csv"))
                    .toList();
        }
        assertThat(files).hasSizeGreaterThan(5);
        List<String> calls = new ArrayList<>();
        for (String file : files) {
            if (file.endsWith("_api_trace.csv")) {
                calls.addAll(rows(file, null));
            } else if (!file.endsWith("agent_info.csv")) {
                assertThat(rows(file.replace("run_", "again_"), titles(file)))
                        .as(file)
                        .containsExactlyInAnyOrderElementsOf(rows(file, null));
            }
        }
        assertThat(rows("again_regions_trace.csv", titles("run_hip_api_trace.csv")))
                .containsExactlyInAnyOrderElementsOf(calls);
    }

    private List<String> titles(String file) throws IOException {
        String first = Files.readAllLines(folder.resolve(file)).getFirst();
        return List.of(first.toLowerCase(Locale.ROOT).split(","));
    }

    /// Returns the rows without titles.
    ///
    /// @param titles the columns, in their order; null for all
    private List<String> rows(String file, @Nullable List<String> titles) throws IOException {
        List<String> own = titles(file);
        return Files.readAllLines(folder.resolve(file)).stream()
                .skip(1)
                .map(line -> line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1))
                .map(cells -> (titles == null ? own : titles)
                        .stream().map(title -> cells[own.indexOf(title)]).collect(Collectors.joining(",")))
                .toList();
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
