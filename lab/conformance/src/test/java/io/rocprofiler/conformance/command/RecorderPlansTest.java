package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The plans that the command leaves for the recorder, where something has happened to them: one line says what, and
/// the
/// engine records in the recorder's place.
final class RecorderPlansTest {
    private static final String PLANS = "\"$ROCPROFILER_RECORDER_PLANS\"";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            : > PLANS                                                         | cannot be read: Input/output error
            truncate -s 183 PLANS                                             | cannot be read: Input/output error
            truncate -s 184 PLANS                                             | are damaged
            truncate -s -8 PLANS                                              | are damaged
            echo >> PLANS                                                     | are damaged
            dd if=/dev/zero of=PLANS bs=1 count=4 seek=24 conv=notrunc status=none | are damaged
            dd if=/dev/zero of=PLANS bs=1 count=4 seek=8 conv=notrunc status=none  | are those of another version of this library
            dd if=/dev/zero of=PLANS bs=1 count=4 seek=0 conv=notrunc status=none  | are not plans
            rm PLANS; mkdir PLANS                                             | cannot be read: Is a directory
            rm PLANS; ln -s PLANS PLANS                                       | cannot be read: Too many levels of symbolic links
            """)
    void what_cannot_be_used_is_said_and_the_engine_records(String damage, String said) {
        Outcome outcome = run(damage);
        assertThat(outcome.err())
                .contains(
                        "rocprofiler: the plans of this run in ",
                        said,
                        "; this process is recorded by way of a Java runtime\n");
        checkRecorded(outcome);
    }

    /// As for a process that begins when the run's directory has another name.
    @Test
    void where_they_are_missing_the_engine_records() {
        Outcome outcome = run("rm PLANS");
        assertThat(outcome.errLines()).noneMatch(line -> line.startsWith("rocprofiler: "));
        checkRecorded(outcome);
    }

    private static Outcome run(String damage) {
        String script = damage.replace("PLANS", PLANS) + "; exec \"$0\" \"$@\"";
        return Run.tracedProgram(List.of("--marker-trace", "-f", "csv"), "sh", "-c", script, Product.client("markers"))
                .go();
    }

    private static void checkRecorded(Outcome outcome) {
        assertThat(outcome.status()).isZero();
        assertThat(Trace.read("csv", outcome.folder().resolve("out")))
                .extracting(Event::function)
                .contains("pushed", "started")
                .doesNotContain("hidden");
    }
}
