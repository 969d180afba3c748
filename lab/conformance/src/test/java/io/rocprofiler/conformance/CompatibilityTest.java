package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/compatibility.md` is complete: a new function, kind or variable needs its row.
final class CompatibilityTest {
    private static final Path ROOT = Product.SOURCES.resolve("../../../..").normalize();
    private static final Pattern ROW = Pattern.compile("^\\| `(\\w+)` \\| ([a-z ]+) \\|");
    private static final Pattern VARIABLE =
            Pattern.compile("\"((?:ROCPROFILER|ROCTRACER|ROCP|HSA_TOOLS)_[A-Z0-9_]+)\"");

    /// Names internal to the collector and the command, and names of slots and tables that look alike.
    private static final Pattern INTERNAL =
            Pattern.compile("ROCPROFILER_(COLLECTOR|ASIDE)_.*|ROCPROFILER_LIBRARY_PATH");

    @Test
    void every_function_has_a_row() throws IOException {
        assertThat(rows("## Functions")).containsExactlyInAnyOrderElementsOf(SdkFacts.functions());
    }

    @Test
    void every_kind_of_callback_tracing_has_a_row() throws IOException {
        assertThat(rows("## Callback tracing kinds"))
                .hasSize(22)
                .containsExactlyElementsOf(SdkFacts.enumerators("ROCPROFILER_CALLBACK_TRACING_"));
    }

    @Test
    void every_kind_of_buffered_tracing_has_a_row() throws IOException {
        assertThat(rows("## Buffered tracing kinds"))
                .hasSize(33)
                .containsExactlyElementsOf(SdkFacts.enumerators("ROCPROFILER_BUFFER_TRACING_"));
    }

    @Test
    void every_symbol_of_roctracer_and_its_roctx_has_a_row() throws IOException {
        assertThat(rows("## roctracer functions"))
                .hasSize(42)
                .containsExactlyInAnyOrderElementsOf(SdkFacts.tracerSymbols());
        assertThat(rows("## ROC-TX functions")).hasSize(8).containsExactlyInAnyOrderElementsOf(SdkFacts.roctxSymbols());
    }

    @Test
    void the_way_out_of_roctracer_names_every_symbol() throws IOException {
        String text = Files.readString(ROOT.resolve("docs/migrating-from-roctracer.md"));
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
    void every_domain_of_roctracer_has_a_row() throws IOException {
        assertThat(rows("## roctracer domains")).containsExactlyElementsOf(SdkFacts.tracerDomains());
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
            read.addAll(variables(ROOT.resolve(folder)));
        }
        assertThat(read).contains("ROCP_TOOL_LIBRARIES", "ROCPROFILER_LIBRARY_CTOR", "ROCPROFILER_JAVA_TOOLS");
        assertThat(rows("## Environment variables")).containsAll(read);
    }

    @Test
    void every_known_defect_has_a_row() throws IOException {
        List<String> numbers = section("## AMD's defects")
                .lines()
                .map(line -> line.split("\\|"))
                .filter(cells -> cells.length > 1 && cells[1].strip().matches("\\d+"))
                .map(cells -> cells[1].strip())
                .toList();
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

    /// Returns the names of a section's rows, each of which has a verdict.
    private static List<String> rows(String heading) throws IOException {
        List<String> names = new ArrayList<>();
        for (String line : section(heading).lines().toList()) {
            Matcher row = ROW.matcher(line);
            if (!row.find()) continue;
            assertThat(row.group(2)).as(line).isIn("same", "different", "not available", "ours");
            names.add(row.group(1));
        }
        return names;
    }

    private static String section(String heading) throws IOException {
        String text = Files.readString(ROOT.resolve("docs/compatibility.md"));
        int start = text.indexOf(heading + "\n");
        assertThat(start).as(heading).isNotNegative();
        int end = text.indexOf("\n## ", start);
        return text.substring(start, end < 0 ? text.length() : end);
    }
}
