package io.rocprofiler.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// Runtimes that register an invalid table get an error, and do not end the program.
final class RefusedTablesTest {
    @Test
    void what_cannot_be_read_or_written_is_refused_and_what_is_right_is_traced() {
        Outcome outcome = Run.client("tables").go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.outLines())
                .filteredOn(line -> !line.endsWith(": ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT"))
                .containsExactly(
                        "a short table at the end of a page: taken",
                        "a container with a table that is not written: taken",
                        "a container with a table that is not written: taken",
                        "a container with a table that is not written: taken",
                        "a container with a table that is not written: taken",
                        "a container with a table that is not written: taken",
                        "a container with a table that is not written: taken",
                        "a table: taken",
                        "1 calls");
        assertThat(outcome.errLines())
                .containsExactly("rocprofiler: the runtime hip has registered tables that cannot be written;"
                        + " its calls are not traced");
    }
}
