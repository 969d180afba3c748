package io.rocprofiler.conformance.marker;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Programs choose names, and tables and messages go to terminals, which interpret some characters: none of these
/// characters reaches a terminal.
final class ShownNamesTest {

    /// More than any table needs for its other columns and a truncated name.
    private static final int WIDEST = 400;

    private static final String HOSTILE = "\u001b[31m\r\u009b2J\u202e";

    @Test
    void tables_have_no_character_that_a_terminal_obeys_and_are_not_wider_than_a_screen() throws IOException {
        Outcome outcome = Run.traced(
                        List.of(
                                "--marker-trace",
                                "--hip-trace",
                                "--summary",
                                "--summary-per-domain",
                                "--summary-groups",
                                "MARKER.*",
                                "--stats",
                                "-f",
                                "csv"),
                        "names",
                        "child")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertShowable(outcome);
        assertThat(outcome.err())
                .contains("ROCPROFV3 SUMMARY", "a\\x1bb", "a\\nb", "a\\x9bb", "a\\u202eb", "a\u00e9b", "a\u4e2db");
        String csv = Files.readString(outcome.folder().resolve("out/trace_marker_api_trace.csv"));
        assertThat(csv).contains("a\u001bb", "a\u202eb", "x".repeat(32768));
    }

    @Test
    void summaries_in_files_have_none_either() throws IOException {
        Outcome outcome = Run.traced(
                        List.of("--marker-trace", "--summary", "--summary-output-file", "summary", "-f", "csv"),
                        "names")
                .go();
        List<Path> summaries;
        try (var files = Files.walk(outcome.folder().resolve("out"))) {
            summaries = files.filter(file -> file.toString().endsWith("summary.txt"))
                    .toList();
        }
        assertThat(summaries).hasSize(1);
        Files.readString(summaries.getFirst()).lines().forEach(ShownNamesTest::assertShowable);
    }

    @Test
    void messages_have_none_whatever_is_called_so() throws IOException {
        String command = Product.file("bin/rocprofv3");
        for (List<String> words : List.of(
                List.of(command, "--sys-trace", "--", "./" + HOSTILE),
                List.of(command, "--sys-trace", "-d", "/dev/null/" + HOSTILE, "--", "true"),
                List.of(command, "--sys-trace", "-i", HOSTILE, "--", "true"),
                List.of(command, "--" + HOSTILE, "--", "true"),
                List.of(command, "--kernel-include-regex", "(" + HOSTILE, "--sys-trace", "--", "true"),
                List.of(command, "--echo", "--", HOSTILE),
                List.of(command, "convert", HOSTILE),
                List.of(
                        command,
                        "--sys-trace",
                        "-d",
                        HOSTILE,
                        "-f",
                        "csv",
                        "--",
                        Product.client("processes"),
                        "calls",
                        "1"))) {
            Outcome outcome =
                    Run.command(words.toArray(String[]::new)).onSoftgpu().go();
            assertThat(outcome.out() + outcome.err()).as(words.toString()).contains("\\x1b[31m");
            assertShowable(outcome);
        }
    }

    private static void assertShowable(Outcome outcome) {
        outcome.outLines().forEach(ShownNamesTest::assertShowable);
        outcome.errLines().forEach(ShownNamesTest::assertShowable);
    }

    private static void assertShowable(String line) {
        assertThat(line.codePoints().filter(c -> switch (Character.getType(c)) {
                    case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                        true;
                    default -> false;
                }))
                .as(line)
                .isEmpty();
        assertThat(line.length()).as(line).isLessThan(WIDEST);
    }
}
