package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Compares the rocpd database of a real program, read by SQLite's command line, with the csv files of the
/// same run.
final class RocpdTest {

    private static final List<String> OPTIONS = List.of("--sys-trace", "--kernel-rename", "-T", "-f", "csv", "rocpd");

    @Test
    void what_csv_has_the_database_has() throws IOException {
        Outcome outcome = Run.traced(OPTIONS, "traced_work").go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(query(outcome, "PRAGMA integrity_check; PRAGMA foreign_key_check"))
                .containsExactly("ok");
        assertThat(query(outcome, "SELECT count(*) FROM regions_and_samples WHERE category LIKE 'HIP%'"))
                .containsExactly(rows(outcome, "hip_api_trace"));
        assertThat(query(outcome, "SELECT count(*) FROM regions_and_samples WHERE category LIKE 'HSA%'"))
                .containsExactly(rows(outcome, "hsa_api_trace"));
        assertThat(query(outcome, "SELECT count(*) FROM regions_and_samples WHERE category LIKE 'MARKER%'"))
                .containsExactly(rows(outcome, "marker_api_trace"));
        assertThat(query(outcome, "SELECT count(*) FROM memory_copies")).containsExactly("2");
        assertThat(query(
                        outcome,
                        "SELECT name, region, grid_x, workgroup_x, agent_type FROM kernels ORDER BY dispatch_id"))
                .containsExactly("axpy|step \"1\"|64|32|GPU", "plain||64|16|GPU", "axpy||16|16|GPU");
        assertThat(query(outcome, "SELECT type, level, size FROM memory_allocations ORDER BY type, level, size"))
                .containsExactly(
                        "ALLOC|REAL|256", "ALLOC|REAL|256", "ALLOC|SCRATCH|1048576", "FREE|REAL|0", "FREE|REAL|0");
        assertThat(query(outcome, "SELECT sum(total_calls), round(sum(percentage)) FROM top_kernels"))
                .containsExactly("3|100.0");
    }

    /// A kernel has the correlation id of the call that rang its queue's doorbell, which has the id of the
    /// enclosing call.
    @Test
    void kernels_are_found_from_the_calls_that_launched_them() {
        Outcome outcome = Run.traced(OPTIONS, "traced_work").go();
        assertThat(query(
                        outcome,
                        "SELECT k.name, r.name, p.name FROM kernels k JOIN regions r ON r.stack_id = k.stack_id "
                                + "JOIN regions p ON p.stack_id = r.parent_stack_id ORDER BY k.dispatch_id"))
                .containsExactly(
                        "axpy|hsa_signal_store_screlease|hipLaunchKernel",
                        "plain|hsa_signal_store_screlease|hipLaunchKernel",
                        "axpy|hsa_signal_store_screlease|hipLaunchKernel");
    }

    /// Also applies where a thread's first event in the engine is a kernel within a range.
    @Test
    void calls_have_the_range_that_they_were_made_in_around_them() {
        Outcome outcome = Run.tracedProgram(
                        List.of("--runtime-trace", "-f", "rocpd"),
                        Product.file("share/rocprofiler/examples/01-matrix-transpose/transpose"),
                        "64",
                        "2")
                .go();
        assertThat(query(
                        outcome,
                        "SELECT count(*), json_extract(p.extdata, '$.message') FROM regions r "
                                + "LEFT JOIN regions p ON p.stack_id = r.parent_stack_id "
                                + "WHERE r.name = 'hipLaunchKernel' GROUP BY 2"))
                .containsExactly("4|in flight");
    }

    private static String rows(Outcome outcome, String file) throws IOException {
        Path path = outcome.folder().resolve("out/trace_" + file + ".csv");
        return Integer.toString(Files.readAllLines(path).size() - 1);
    }

    private static List<String> query(Outcome outcome, String sql) {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/sqlite3")), "no sqlite3 (Debian: sqlite3)");
        String database = outcome.folder().resolve("out/trace_results.db").toString();
        Outcome answer = Run.command("sqlite3", "-readonly", database, sql).go();
        assertThat(answer.err()).isEmpty();
        assertThat(answer.status()).isZero();
        return answer.out().lines().toList();
    }
}
