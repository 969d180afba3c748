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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The packages `roctx` and `rocpd` in the Python of this machine, which finds them by `PYTHONPATH` alone.
final class PythonPackagesTest {
    private static final String PACKAGES = "lib/python3/site-packages";

    @TempDir
    Path folder;

    @BeforeEach
    void python() {
        assumeTrue(
                python("-c", "import ctypes, sqlite3, sys; assert sys.version_info >= (3, 6)")
                                .go()
                                .status()
                        == 0,
                "no python3 with ctypes and sqlite3");
    }

    @Test
    void marks_and_ranges_of_python_are_recorded() throws IOException {
        String script = script("roctx_calls.py");
        Outcome outcome = withPackages(Run.tracedProgram(List.of("--marker-trace", "-f", "csv"), "python3", script))
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        List<String> functions = Files.readAllLines(outcome.folder().resolve("out/trace_marker_api_trace.csv")).stream()
                .map(line -> line.split("\",\"|\",|,\"", -1)[1])
                .toList();
        assertThat(functions)
                .containsSubsequence(
                        "a mark",
                        "bytes",
                        "hä \\ud800",
                        "outer",
                        "inner",
                        "of the process",
                        "decorated",
                        "with",
                        "within",
                        "raises",
                        "after")
                .contains("heard")
                .doesNotContain("not heard", "None");
    }

    @Test
    void without_a_profiler_marks_do_nothing() {
        Outcome outcome = withPackages(python(script("roctx_calls.py"))).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
    }

    /// As AMD's installation, which has a folder for each version that it was built for.
    @ParameterizedTest
    @ValueSource(strings = {"3.6", "3.12", "3.14"})
    void packages_are_where_scripts_look_for_those_of_their_version(String version) {
        Path packages = Path.of(Product.file("lib/python" + version + "/site-packages"));
        assertThat(packages.resolve("roctx/__init__.py")).isRegularFile();
        assertThat(packages.resolve("rocpd/__init__.py")).isRegularFile();
        Outcome outcome = python("-c", "import rocpd, roctx")
                .with("PYTHONPATH", packages.toString())
                .with("PYTHONDONTWRITEBYTECODE", "1")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
    }

    /// Grammar and functions of the oldest version, as far as this one can tell.
    @Test
    void sources_have_the_grammar_of_python_3_6() {
        String script = """
                import ast, glob, sys
                files = glob.glob(sys.argv[1] + "/*/*.py")
                assert len(files) > 15, files
                for file in files:
                    with open(file, encoding="utf-8") as source:
                        ast.parse(source.read(), file, **({"feature_version": (3, 6)} if sys.version_info >= (3, 8) else {}))
                """;
        Outcome outcome = python("-c", script, Product.file(PACKAGES)).go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
    }

    @Test
    void databases_are_read_asked_and_made_into_what_the_command_makes() throws IOException {
        String first = database();
        String second = database();
        Outcome outcome = withPackages(python(script("rocpd_reads.py"), first, second, folder.toString()))
                .patient()
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).endsWith("done\n");
        assertMadeByTheCommandToo("python", List.of(first));
        assertMadeByTheCommandToo("two", List.of(first, second), "--agent-index-value=type-relative");
        String window = Files.readString(folder.resolve("csv/window"));
        assertMadeByTheCommandToo("part", List.of(first), window.split(" ", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocpd", "rocpd.csv", "rocpd.merge"})
    void modules_are_programs_too(String module) {
        Outcome outcome = withPackages(python("-m", module, "--help")).go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("rocpd");
        Outcome refused =
                withPackages(python("-m", module, "-i", "/nowhere.db")).go();
        assertThat(refused.status()).isNotZero();
        assertThat(refused.err()).doesNotContain("Traceback");
    }

    private void assertMadeByTheCommandToo(String name, List<String> files, String... options) throws IOException {
        Path again = folder.resolve("by-command");
        String[] command = Stream.of(
                        Stream.of(Product.file("bin/rocpd"), "convert", "-i"),
                        files.stream(),
                        Stream.of("-f", "csv", "-o", name, "-d", again.toString()),
                        Stream.of(options))
                .flatMap(words -> words)
                .toArray(String[]::new);
        Outcome outcome = Run.command(command).go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        List<Path> made;
        try (Stream<Path> entries = Files.list(again)) {
            made = entries.filter(file -> file.getFileName().toString().startsWith(name + "_"))
                    .toList();
        }
        assertThat(made).hasSizeGreaterThan(3);
        for (Path file : made) {
            assertThat(folder.resolve("csv").resolve(file.getFileName().toString()))
                    .hasSameTextualContentAs(file);
        }
    }

    private static String database() {
        Outcome outcome =
                Run.traced(List.of("--sys-trace", "-f", "rocpd"), "traced_work").go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        return outcome.folder().resolve("out/trace_results.db").toString();
    }

    private static Run python(String... arguments) {
        return Run.command(
                Stream.concat(Stream.of("python3"), Stream.of(arguments)).toArray(String[]::new));
    }

    private static Run withPackages(Run run) {
        return run.with("PYTHONPATH", Product.file(PACKAGES)).with("PYTHONDONTWRITEBYTECODE", "1");
    }

    private static String script(String name) {
        return Product.SOURCES.resolve("python").resolve(name).toString();
    }
}
