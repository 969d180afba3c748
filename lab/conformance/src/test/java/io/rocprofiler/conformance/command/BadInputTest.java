package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Invalid input is reported in one clear line, and the program runs wherever it can.
final class BadInputTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --sys-trace                               | 1   | rocprofv3: No application provided: rocprofv3 --sys-trace -- program arguments
            --nonsense -- true                        | 2   | rocprofv3: unknown option --nonsense; see rocprofv3 --help
            --sys-trace -f xml -- true                | 2   | rocprofv3: output format 'xml' is not known; there are csv, json, pftrace, rocpd, otf2, parquet, html, jfr, dataset
            --pid 1                                   | 1   | rocprofv3: --pid: no attachment to a program that runs; start it with rocprofv3 -- program
            --sys-trace -i file -- true               | 1   | rocprofv3: input file file is none of .txt, .text, .json, .yaml, .yml
            --selected-regions -P 1:1:1 -- true       | 1   | rocprofv3: --selected-regions and --collection-period are mutually exclusive
            --sys-trace -d file/out -- true           | 1   | rocprofv3: cannot write to output directory file/out: Not a directory
            --sys-trace -- ./nothere                  | 127 | rocprofv3: program not found: ./nothere
            --sys-trace -- no-such-program            | 127 | rocprofv3: program not found: no-such-program
            --sys-trace -- ./file                     | 126 | rocprofv3: cannot execute ./file: permission denied
            convert nothere                           | 1   | rocprofv3: nothere: no such file
            """)
    void the_command_says_what_is_wrong(String arguments, int status, String line) throws IOException {
        List<String> command = new ArrayList<>(List.of(Product.file("bin/rocprofv3")));
        command.addAll(Arrays.asList(arguments.split(" ")));
        Run run = Run.command(command.toArray(String[]::new)).onSoftgpu();
        Files.writeString(run.folder().resolve("file"), "no program\n");
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEqualTo(line + "\n");
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ROCP_TOOL_LIBRARIES    | /no/such/tool.so | rocprofiler: tool library /no/such/tool.so (from ROCP_TOOL_LIBRARIES) cannot be opened
            ROCP_TOOL_LIBRARIES    | libm.so.6        | rocprofiler: tool library libm.so.6 (from ROCP_TOOL_LIBRARIES) has no function rocprofiler_configure
            ROCPROFILER_JAVA_TOOLS | /no/such.jar     | rocprofiler: ROCPROFILER_JAVA_TOOLS: no such file or directory: /no/such.jar
            """)
    void a_tool_that_is_none_costs_one_line(String variable, String value, String line) {
        checkProgramRuns(Run.client("chosen").with(variable, value), line);
    }

    @Test
    void a_java_tool_that_throws_costs_one_line() {
        Run run = Run.client("chosen").with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("ThrowingTool"));
        checkProgramRuns(run, "rocprofiler: tool throwing failed in initialize and is ignored");
    }

    @Test
    void a_c_tool_whose_configure_returns_garbage_costs_one_line() {
        Run run = Run.client("chosen")
                .with("ROCP_TOOL_LIBRARIES", Product.tool("bad"))
                .with("BAD", "garbage");
        checkProgramRuns(run, "rocprofiler: tool bad failed in configure and is ignored");
    }

    @ParameterizedTest
    @CsvSource({"null", "refuses", "nothing"})
    void a_c_tool_that_takes_no_part_costs_nothing(String how) {
        Run run = Run.client("chosen")
                .with("ROCP_TOOL_LIBRARIES", Product.tool("bad"))
                .with("BAD", how);
        Outcome outcome = run.go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("right result\n");
        assertThat(outcome.status()).isEqualTo(6);
    }

    @Test
    void a_bad_tool_does_not_harm_the_good_one_beside_it() {
        Run run = Run.client("chosen")
                .with("ROCP_TOOL_LIBRARIES", Product.tool("bad") + ":" + Product.tool("events"))
                .with("BAD", "garbage");
        run.with("EVENTS_FILE", run.folder().resolve("events").toString());
        checkProgramRuns(run, "rocprofiler: tool bad failed in configure and is ignored");
        assertThat(Event.read(run.folder().resolve("events")))
                .filteredOn(event -> event.function().equals("hipMemset"))
                .hasSize(2);
    }

    @Test
    void without_a_java_runtime_the_program_runs_unprofiled() {
        Run run = Run.client("chosen")
                .with("ROCP_TOOL_LIBRARIES", Product.tool("events"))
                .with("ROCPROFILER_JAVA_HOME", "/nonexistent");
        checkProgramRuns(run, "rocprofiler: no usable Java runtime at /nonexistent");
    }

    @Test
    void with_an_older_java_runtime_the_program_runs_unprofiled() throws IOException {
        Optional<Path> older = olderJava();
        assumeTrue(older.isPresent(), "no Java 17 or 21 on this machine");
        Run run = Run.client("chosen")
                .with("ROCP_TOOL_LIBRARIES", Product.tool("events"))
                .with("ROCPROFILER_JAVA_HOME", older.orElseThrow().toString());
        checkProgramRuns(run, "rocprofiler: ");
    }

    private static void checkProgramRuns(Run run, String line) {
        Outcome outcome = run.go();
        assertThat(outcome.errLines()).singleElement().asString().startsWith(line);
        assertThat(outcome.out()).isEqualTo("right result\n");
        assertThat(outcome.status()).isEqualTo(6);
    }

    private static Optional<Path> olderJava() throws IOException {
        Path all = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(all)) return Optional.empty();
        try (Stream<Path> homes = Files.list(all)) {
            return homes.filter(BadInputTest::isOlder).findFirst();
        }
    }

    private static boolean isOlder(Path home) {
        try {
            Path release = home.resolve("release");
            return Files.isRegularFile(home.resolve("lib/server/libjvm.so"))
                    && Files.isRegularFile(release)
                    && Files.readString(release).matches("(?s).*JAVA_VERSION=\"(17|21)[.\"].*");
        } catch (IOException e) {
            return false;
        }
    }
}
