package io.rocprofiler.conformance.marker;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names and messages of 100,001 bytes, of which records have the beginning.
final class LongTextsTest {

    private static final String WHOLE = "y".repeat(32_768);

    /// One byte less than there is room for, which would be half a character.
    private static final String BEGINNING = "x" + "é".repeat(16_383);

    /// With `--kernel-rename`, C does not record marks and ranges alone, and ranges that rename kernels are counted
    /// as well.
    @ParameterizedTest
    @CsvSource({"--stats, 4", "--kernel-rename, 5"})
    void are_cut_between_two_characters_and_a_line_counts_them(String option, int cut) throws IOException {
        Outcome outcome = Run.traced(List.of("--marker-trace", "--kernel-trace", option, "-f", "csv"), "longtexts")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.errLines())
                .filteredOn(line -> line.contains("warning"))
                .singleElement()
                .asString()
                .endsWith("records.seg: " + cut
                        + " names or messages of more than 32768 bytes; the beginning of each recorded");
        assertThat(texts(outcome, "marker_api")).containsExactly(WHOLE, BEGINNING, BEGINNING);
        assertThat(texts(outcome, "kernel")).containsExactly(BEGINNING);
    }

    private static List<String> texts(Outcome outcome, String records) throws IOException {
        List<String> found = new ArrayList<>();
        for (String line : Files.readAllLines(outcome.folder().resolve("out/trace_" + records + "_trace.csv"))) {
            for (String field : line.split("\"")) {
                if (field.length() > 1_000) found.add(field);
            }
        }
        return found;
    }
}
