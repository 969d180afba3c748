package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests changes to the run's directory while its program runs.
final class MovedDirectoryTest {

    @ParameterizedTest
    @ValueSource(strings = {"rename", "parent", "replace", "link"})
    void nothing_is_lost_when_it_has_another_name_or_another_is_in_its_place(String how) throws IOException {
        Outcome outcome = moves(how);
        assertThat(outcome.errLines())
                .filteredOn(line -> line.contains(" was moved, "))
                .hasSize(how.equals("link") ? 0 : 1);
        assertThat(outcome.err()).doesNotContain("lost").doesNotContain("rror");
        assertThat(calls(outcome)).isEqualTo(60_020);
        if (how.equals("replace")) {
            assertThat(outcome.folder().resolve("out/file")).hasContent("precious");
        }
    }

    @Test
    void what_was_recorded_before_it_was_removed_is_said_to_be_lost_and_the_rest_is_there() {
        Outcome outcome = moves("remove");
        assertThat(outcome.errLines())
                .filteredOn(line -> line.endsWith("what was recorded before is lost"))
                .hasSize(1);
        assertThat(calls(outcome)).isEqualTo(10);
    }

    private static Outcome moves(String how) {
        Outcome outcome =
                Run.traced(List.of("--hip-trace", "-f", "csv"), "moves", how).go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("done\n");
        assertThat(outcome.status()).isEqualTo(7);
        assertThat(Files.isDirectory(outcome.folder().resolve("out"))).isTrue();
        return outcome;
    }

    private static long calls(Outcome outcome) {
        return Trace.read("csv", outcome.folder().resolve("out")).stream()
                .filter(event -> event.function().equals("hipGetDevice"))
                .count();
    }
}
