package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Another program truncates the file of records while this program writes to it: access to a lost page is
/// a SIGBUS.
final class CutSegmentTest {
    @Test
    void a_program_whose_segment_is_cut_goes_on_and_a_line_says_so() {
        Run run = Run.client("cut", "records");
        Path records = run.folder().resolve("records");
        Outcome outcome = run.collecting(records, "MARKER_API").go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("done\n");
        assertThat(outcome.status()).isEqualTo(7);
        // There is a second line if the file must grow before the end.
        assertThat(outcome.errLines()).hasSizeBetween(1, 2).allMatch(line -> line.startsWith("rocprof"));
        // Either a thread that writes a record or the thread that enlarges the file notices it first.
        assertThat(outcome.err()).containsPattern("somebody has cut (it|the file with the records of this process);");
    }
}
