package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What AMD's command accepts does not stop a program: options of the command's own table, run with a program.
final class AcceptedOptionsTest {

    private static final Path TABLE = Path.of("command/cli/src/test/resources/io/rocprofiler/cli/run/options.tsv");

    /// Returns one spelling for each thing that is not available here, and the lines that say so.
    static Stream<Map.Entry<String, String>> lacking() {
        Map<String, Map.Entry<String, String>> byReason = new LinkedHashMap<>();
        for (String row : SourceTree.lines(TABLE)) {
            String[] cells = row.split("\t", -1);
            if (cells[0].startsWith("--") && cells[1].startsWith("-") && cells[2].equals("line"))
                byReason.putIfAbsent(cells[3].split(": ", 2)[1], Map.entry(cells[1].replace("'", ""), cells[3]));
        }
        assertThat(byReason).hasSizeGreaterThan(10);
        return byReason.values().stream();
    }

    @ParameterizedTest
    @MethodSource("lacking")
    void what_is_not_available_is_a_line_and_the_program_runs(Map.Entry<String, String> row) {
        Outcome outcome = run(row.getKey() + " -- echo ran", folder -> {});
        assertThat(outcome.out()).matches("(ran\n)+");
        assertThat(outcome.status()).as(outcome.err()).isZero();
        for (String line : row.getValue().split(" \\| ")) {
            assertThat(outcome.errLines()).contains("rocprofv3: warning: " + line);
        }
    }

    @Test
    void what_is_available_is_recorded_all_the_same() {
        Outcome outcome = run("--hip-trace --att --pmc A -f csv -d out -o t -- sh -c exit\\ 3", folder -> {});
        assertThat(outcome.status()).isEqualTo(3);
        assertThat(outcome.errLines())
                .contains(
                        "rocprofv3: warning: --pmc: hardware counters are not available here",
                        "rocprofv3: warning: --att: advanced thread trace is not available here")
                .noneMatch(line -> line.contains("untraced"));
    }

    @Test
    void each_group_of_counters_is_a_run_until_one_fails() {
        Outcome both = run("--pmc A --pmc B -- echo ran", folder -> {});
        assertThat(both.out()).isEqualTo("ran\nran\n");
        assertThat(both.status()).isZero();
        Outcome first = run("--pmc A --pmc B -- sh -c 'echo ran; exit 3'", folder -> {});
        assertThat(first.out()).isEqualTo("ran\n");
        assertThat(first.status()).isEqualTo(1);
        assertThat(first.errLines().getLast())
                .isEqualTo(
                        "rocprofv3: Fatal error: Command 'sh -c echo ran; exit 3' ended with 3 in pass_1; what follows"
                                + " is not run");
        Outcome replayed =
                run("--replay-mode kernel --kernel-replay-beta-enabled --pmc A --pmc B -- echo ran", folder -> {});
        assertThat(replayed.out()).isEqualTo("ran\n");
    }

    @Test
    void groups_of_the_command_line_come_before_the_jobs_of_a_file() {
        Outcome outcome = run(
                "-i jobs.yaml --pmc A -d out -- sh -c 'echo $ROCPROF_OUTPUT_PATH'",
                folder -> Files.writeString(
                        folder.resolve("jobs.yaml"),
                        "jobs: [{pmc: [B], hip_trace: true}, {hip_trace: true, unheard_of: 1}]"));
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEqualTo("\nout/pass_2\nout/pass_3\n");
        assertThat(outcome.errLines()).anyMatch(line -> line.contains("there is no key unheard_of, and it is ignored"));
    }

    @Test
    void a_rank_that_is_not_asked_for_runs_untouched() {
        String program = " -- sh -c 'echo ${LD_PRELOAD:-plain}'";
        Outcome outcome = run("--hip-trace --profile-mpi-ranks 0,2-3" + program, folder -> {}, "1");
        assertThat(outcome.out()).isEqualTo("plain\n");
        assertThat(outcome.err()).isEmpty();
        Outcome recorded = run("--hip-trace --profile-mpi-ranks 0,2-3" + program, folder -> {}, "3");
        assertThat(recorded.out()).contains(".so");
        Outcome named =
                run("--hip-trace -- sh -c 'echo $ROCPROF_MPI_RANK_VAR $ROCPROF_MPI_SIZE_VAR'", folder -> {}, "1");
        assertThat(named.out()).isEqualTo("SLURM_PROCID SLURM_NTASKS\n");
    }

    private interface Preparation {
        void in(Path folder) throws IOException;
    }

    private static Outcome run(String words, Preparation preparation, String... rank) {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "exec " + Product.file("bin/rocprofv3") + " " + words));
        Run run = Run.command(command.toArray(String[]::new)).onSoftgpu();
        for (String number : rank) {
            run.with("SLURM_PROCID", number).with("SLURM_NTASKS", "4");
        }
        try {
            preparation.in(run.folder());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return run.go();
    }
}
