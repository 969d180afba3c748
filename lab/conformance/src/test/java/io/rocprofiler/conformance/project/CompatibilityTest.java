package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Compatibility;
import io.rocprofiler.conformance.SdkFacts;
import io.rocprofiler.conformance.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/compatibility.tsv` is complete: a new function, kind or variable needs its row.
final class CompatibilityTest {
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");
    private static final Pattern VARIABLE =
            Pattern.compile("\"((?:ROCPROFILER|ROCTRACER|ROCP|HSA_TOOLS)_[A-Z0-9_]+)\"");

    /// Names internal to the collector and the command, and names of slots and tables that look alike.
    private static final Pattern INTERNAL =
            Pattern.compile("ROCPROFILER_(COLLECTOR|RECORDER|ASIDE)_.*|ROCPROFILER_LIBRARY_PATH");

    @Test
    void the_page_is_what_the_data_gives() {
        assertThat(Compatibility.outdated()).as("./check --write").isEmpty();
    }

    @Test
    void names_of_which_the_same_is_said_share_a_line() {
        String page = Compatibility.page(List.of(
                new Compatibility.Row("S", "G", "`a`", "same", "", "", "x"),
                new Compatibility.Row("S", "G", "`b`", "same", "", "", "x"),
                new Compatibility.Row("S", "G", "c", "same", "", "", "x"),
                new Compatibility.Row("S", "G", "`d`", "different", "", "", "y"),
                new Compatibility.Row("T", "", "`e`", "ours", "1", "", "")));
        assertThat(page).endsWith("""

                        ## S

                        ### G

                        |  | verdict | here |
                        |---|---|---|
                        | `a`, `b` | same | x |
                        | c | same | x |
                        | `d` | different | y |

                        ## T

                        |  | verdict | release |
                        |---|---|---|
                        | `e` | ours | 1 |
                        """);
    }

    @Test
    void every_row_has_a_verdict_that_the_page_explains() {
        String page = SourceTree.text(Path.of("docs/compatibility.md"));
        assertThat(Compatibility.rows())
                .hasSizeGreaterThan(500)
                .allSatisfy(row -> assertThat(page).contains("- **" + row.verdict() + "**:"));
    }

    /// A row is of the release of its table, unless it names another one.
    @Test
    void the_release_of_every_table_is_said() {
        String page = SourceTree.text(Path.of("docs/compatibility.md"));
        int begin = page.indexOf("| tables | AMD's |");
        String releases = page.substring(begin, page.indexOf("\n\n", begin));
        List<String> sections = Compatibility.rows().stream()
                .map(Compatibility.Row::section)
                .distinct()
                .toList();
        String said = releases.lines()
                .skip(2)
                .map(line -> line.split("\\|")[1].strip())
                .collect(Collectors.joining(", "));
        assertThat(List.of(said.split(", ")))
                .containsExactlyInAnyOrderElementsOf(
                        List.of(String.join(", ", sections).split(", ")));
        assertThat(releases.lines().skip(2)).allSatisfy(line -> assertThat(line).containsPattern("ROCm \\d+\\.\\d"));
    }

    @Test
    void every_function_has_a_row() {
        assertThat(names("Functions")).containsExactlyInAnyOrderElementsOf(SdkFacts.functions());
    }

    @Test
    void every_kind_of_callback_tracing_has_a_row() {
        assertThat(names("Callback tracing kinds"))
                .hasSize(27)
                .containsExactlyElementsOf(SdkFacts.enumerators("ROCPROFILER_CALLBACK_TRACING_"));
    }

    @Test
    void every_kind_of_buffered_tracing_has_a_row() {
        assertThat(names("Buffered tracing kinds"))
                .hasSize(39)
                .containsExactlyElementsOf(SdkFacts.enumerators("ROCPROFILER_BUFFER_TRACING_"));
    }

    @Test
    void every_symbol_of_roctracer_and_its_roctx_has_a_row() {
        assertThat(names("roctracer functions"))
                .hasSize(42)
                .containsExactlyInAnyOrderElementsOf(SdkFacts.tracerSymbols());
        assertThat(names("ROC-TX functions")).hasSize(8).containsExactlyInAnyOrderElementsOf(SdkFacts.roctxSymbols());
    }

    @Test
    void the_way_out_of_roctracer_names_every_symbol() {
        String text = SourceTree.text(Path.of("docs/migrating-from-roctracer.md"));
        assertThat(SdkFacts.tracerSymbols()).allSatisfy(name -> assertThat(text).containsPattern("`" + name + "\\b"));
        assertThat(SdkFacts.roctxSymbols()).allSatisfy(name -> assertThat(text).containsPattern("`" + name + "\\b"));
        assertThat(SdkFacts.functions()).containsAll(named(text, "`(rocprofiler_\\w+)"));
    }

    private static Set<String> named(String text, String pattern) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) names.add(matcher.group(1));
        return names;
    }

    @Test
    void every_domain_of_roctracer_has_a_row() {
        assertThat(names("roctracer domains")).containsExactlyElementsOf(SdkFacts.tracerDomains());
    }

    @Test
    void every_variable_that_the_libraries_read_has_a_row() throws IOException {
        Set<String> read = new TreeSet<>();
        for (String folder : List.of(
                "runtime/native/register",
                "runtime/native/sdk",
                "runtime/native/roctx",
                "runtime/native/roctracer",
                "runtime/native/roctracer-tool",
                "runtime/sdk/src/main")) {
            read.addAll(variables(SourceTree.ROOT.resolve(folder)));
        }
        assertThat(read).contains("ROCP_TOOL_LIBRARIES", "ROCPROFILER_LIBRARY_CTOR", "ROCPROFILER_JAVA_TOOLS");
        assertThat(names("Environment variables")).containsAll(read);
    }

    @Test
    void every_known_defect_has_a_row() {
        List<String> numbers =
                subjects("AMD's defects").map(subject -> subject.split(" ")[0]).toList();
        assertThat(numbers).hasSize(25).first().isEqualTo("1");
        assertThat(numbers).last().isEqualTo("25");
    }

    private static Set<String> variables(Path folder) throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(CompatibilityTest::isSource).toList()) {
                Matcher matcher = VARIABLE.matcher(Files.readString(file));
                while (matcher.find()) {
                    if (!INTERNAL.matcher(matcher.group(1)).matches()) found.add(matcher.group(1));
                }
            }
        }
        return found;
    }

    private static boolean isSource(Path file) {
        return file.toString().matches(".*\\.(c|java)") && !file.toString().contains("/test/");
    }

    private static List<String> names(String section) {
        return subjects(section)
                .map(NAME::matcher)
                .filter(Matcher::matches)
                .map(name -> name.group(1))
                .toList();
    }

    private static Stream<String> subjects(String section) {
        return Compatibility.rows().stream()
                .filter(row -> row.section().equals(section))
                .map(Compatibility.Row::subject);
    }
}
