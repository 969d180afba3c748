package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The command without enough resources for its JVM: the program runs in any case, as it does without the command,
/// and either everything works or one line explains why not.
final class LimitedCommandTest {
    private static final String COMMAND = Product.file("bin/rocprofv3") + " --hip-trace -f csv -d out -o trace -- ";
    private static final String SAYS_AND_ENDS = "sh -c 'echo works; exit 3'";
    private static final String UNTRACED = "; the program runs untraced";
    private static final String NOTHING =
            "rocprofv3: warning: nothing was recorded: no process that its environment reached used a ROCm runtime that can be traced, or a line above says why not; rocprofv3 goes behind what clears the environment or starts programs elsewhere";

    /// The steps, in `ulimit`'s units, go from too little for any JVM to plenty.
    @ParameterizedTest
    @CsvSource({
        "-v, 5000 60000 200000 300000 350000 400000 450000 550000 700000 4000000",
        "-d, 1000 20000 60000 100000 140000 200000 800000",
        "-n, 4 6 8 12 16 20 24 28 40 256",
        "-s, 20 64 256 8192"
    })
    void the_program_runs_at_each_step_of_a_limit(String option, String steps) throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        for (String step : steps.split(" ")) {
            // The environment is small because it lies on the main thread's stack.
            String limit = "ulimit " + option + " " + step + "; exec env -i PATH=\"$PATH\" ";
            outcomes.add(check(limit, List.of("bash", "-c", limit + COMMAND + SAYS_AND_ENDS)));
        }
        assertThat(outcomes.getFirst().err()).endsWith(UNTRACED + "\n");
        assertThat(outcomes.getLast().errLines()).singleElement().asString().startsWith(NOTHING);
    }

    /// The kernel does not count root's processes.
    @Test
    void the_program_runs_at_each_step_of_the_limit_of_processes() throws IOException {
        String nobody = "setpriv --reuid=54321 --regid=54321 --clear-groups bash -c 'ulimit -u ";
        assumeTrue(
                Run.command("bash", "-c", nobody + "1000; " + Product.file("bin/rocprofv3") + " --version'")
                                .go()
                                .status()
                        == 0,
                "only root can be somebody else, and the product has to be readable for everybody");
        List<Outcome> outcomes = new ArrayList<>();
        for (int processes : new int[] {0, 1, 2, 3, 5, 8, 12, 14, 16, 20, 64}) {
            String limit = nobody + processes + "; exec ";
            String open = "chmod 777 .; ";
            outcomes.add(check(limit, List.of("bash", "-c", open + limit + COMMAND + "sh -c \"echo works; exit 3\"'")));
        }
        assertThat(outcomes.getFirst().err()).endsWith(UNTRACED + "\n");
        assertThat(outcomes.getLast().errLines()).singleElement().asString().startsWith(NOTHING);
    }

    private static Outcome check(String limit, List<String> command) throws IOException {
        Outcome outcome = Run.command(command.toArray(String[]::new)).go();
        assertThat(outcome.out()).as(limit + outcome.err()).isEqualTo("works\n");
        assertThat(outcome.status()).as(limit + outcome.err()).isEqualTo(3);
        assertThat(outcome.errLines()).as(limit).hasSize(1);
        assertThat(outcome.err()).startsWith("rocprofv3: ");
        try (var files = Files.list(outcome.folder())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .as(limit)
                    .isSubsetOf("out", "stdout", "stderr");
        }
        return outcome;
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 64", "-s 1024", "-v 8000000", "-f 100000"})
    void with_enough_of_it_the_trace_is_whole(String limit) {
        Outcome outcome = Run.command(
                        "bash",
                        "-c",
                        "ulimit " + limit + "; exec " + COMMAND + Product.client("processes") + " calls 7")
                .onSoftgpu()
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(Trace.read("csv", outcome.folder().resolve("out"))).hasSize(7);
    }

    /// Without a JVM to parse the options, the command itself finds their end.
    @Test
    void the_program_is_found_behind_the_options_of_either_command() {
        String program = "sh -c 'echo works; exit 3'";
        for (String command : List.of(
                "rocprof --hip-trace --stats -o results -d data -i functions.xml --trace-start on --trace-period 1:1:1"
                        + " --flush-rate 10 --basenames on --timestamp on ",
                "rocprof --hip-trace -oresults --basenames=on ",
                "rocprof --hip-trace -- ",
                "rocprofv3 --hip-trace -d out -o trace -- ",
                "rocprofv3 -i jobs.json -- ")) {
            Outcome outcome = Run.command(
                            "bash", "-c", "ulimit -v 60000; exec " + Product.file("bin/") + "/" + command + program)
                    .go();
            assertThat(outcome.out()).as(command + outcome.err()).isEqualTo("works\n");
            assertThat(outcome.status()).isEqualTo(3);
            assertThat(outcome.errLines()).as(command).hasSize(1);
        }
    }

    /// No user can create files in these directories.
    @ParameterizedTest
    @ValueSource(strings = {"/proc", "/nowhere/at/all", "/dev/null", "", "\u00e9\u001b[31m"})
    void where_no_temporary_directory_and_no_home_is_the_trace_is_whole_as_well(String directory) {
        Outcome outcome = Run.command(
                        "bash",
                        "-c",
                        Product.file("bin/rocprofv3")
                                + " --hip-trace --summary -f csv json pftrace rocpd -d out -o trace -- "
                                + Product.client("processes") + " calls 7")
                .onSoftgpu()
                .with("TMPDIR", directory)
                .with("ROCPROF_TMPDIR", directory)
                .with("HOME", directory)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.err()).doesNotContain("warning").doesNotContain("rror");
        assertThat(Trace.read("csv", outcome.folder().resolve("out"))).hasSize(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0<&-", "1>&-", "2>&-", "0<&- 1>&-", "0<&- 2>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"})
    void without_standard_streams_the_trace_is_whole_and_the_program_has_none_either(String closed) {
        String given = Product.client("given");
        Outcome outcome = Run.command(
                        "bash",
                        "-c",
                        "%1$s untraced %2$s; %3$s%1$s traced %2$s; %3$s%4$s calls 7 %2$s"
                                .formatted(given, closed, COMMAND, Product.client("processes")))
                .onSoftgpu()
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertSame(outcome.folder());
        assertThat(Trace.read("csv", outcome.folder().resolve("out"))).hasSize(7);
    }

    /// The program inherits the same state from the command as it would without it, and nothing else.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "exec 3</dev/null 7>other 200<&0;",
                "ulimit -Sn 77; ulimit -Ss 1234; ulimit -Sc 5; ulimit -Sv 9000000; ulimit -St 500; ulimit -Sd 8000000;",
                "umask 027;",
                "nice -n 3",
                "env --ignore-signal=PIPE,CHLD,USR1,INT,TERM,HUP,XFSZ",
                "env --block-signal=PIPE,CHLD,USR1,INT,TERM,HUP,RTMIN"
            })
    void the_program_is_given_what_it_is_given_untraced(String setting) {
        String given = Product.client("given");
        Outcome outcome = Run.command(
                        "bash",
                        "-c",
                        setting + " " + given + " untraced; " + setting + " " + COMMAND + given + " traced")
                .onSoftgpu()
                .go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(5);
        assertSame(outcome.folder());
    }

    private static void assertSame(Path folder) {
        try {
            assertThat(Files.readString(folder.resolve("traced")))
                    .isNotEmpty()
                    .isEqualTo(Files.readString(folder.resolve("untraced")));
        } catch (IOException e) {
            throw new AssertionError("the program has not run", e);
        }
    }
}
