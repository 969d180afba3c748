package io.rocprofiler.conformance.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A Java program whose JVM is started in many ways is traced whole, and says what it says untraced. The table is in
/// `docs/java-hosts.md`; `-Djvm.configurations=all` runs all of it, `verify` every fourth row.
final class JvmConfigurationsTest {
    private static final Path PAGE = SourceTree.ROOT.resolve("docs/java-hosts.md");

    /// What the program does in its 20 rounds, by the command's tables.
    private static final Map<String, Long> DONE =
            Map.of("hip_api", 104L, "marker_api", 20L, "kernel", 20L, "memory_copy", 20L);

    private static final List<String> SYS_TRACE =
            List.of("bin/rocprofv3", "--sys-trace", "-f", "csv", "-d", "out", "-o", "t", "--");

    static List<String> configurations() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| `-") && line.endsWith("| all |"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .toList();
    }

    static List<String> tried() throws IOException {
        List<String> all = configurations();
        if (System.getProperty("jvm.configurations", "").equals("all")) return all;
        List<String> some = new ArrayList<>();
        for (int i = 0; i < all.size(); i += 4) some.add(all.get(i));
        return some;
    }

    @Test
    void the_page_has_the_configurations_that_people_use() throws IOException {
        assertThat(configurations()).hasSizeGreaterThanOrEqualTo(17).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("tried")
    void a_program_is_traced_whole(String options) throws IOException {
        List<String> program = program(Product.JDK, options.split(" ", -1));
        Outcome untraced =
                Run.command(program.toArray(String[]::new)).onSoftgpu().go();
        assertThat(untraced.status()).as(untraced.err()).isZero();
        Outcome traced = traced(SYS_TRACE, program);
        assertThat(traced.status()).as(traced.err()).isZero();
        assertThat(traced.out()).isEqualTo(untraced.out()).endsWith("20 kernels, and a line\n");
        assertThat(lines(traced.err(), line -> !line.startsWith("rocprofv3: wrote ")))
                .isEqualTo(lines(untraced.err(), line -> true));
        assertThat(rows(traced)).isEqualTo(new TreeMap<>(DONE));
    }

    /// The engine needs Java 25 inside of it; what C records does not.
    @ParameterizedTest
    @ValueSource(ints = {17, 21})
    void in_an_older_jvm_rocprof_has_calls_ranges_kernels_and_copies(int release) throws IOException {
        List<String> program = olderProgram(release);
        Outcome outcome = traced(List.of("bin/rocprof", "--hip-trace", "--roctx-trace"), program);
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).endsWith("20 kernels, and a line\n");
        assertThat(count(outcome, "results.hip_api_trace.txt", ".*")).isEqualTo(104);
        assertThat(count(outcome, "results.roctx_trace.txt", ".*")).isEqualTo(40); // both ends of a range
        assertThat(count(outcome, "results.hcc_ops_trace.txt", ".* work:.*")).isEqualTo(20);
        assertThat(count(outcome, "results.hcc_ops_trace.txt", ".* CopyHostToDevice:.*"))
                .isEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21})
    void in_an_older_jvm_all_is_recorded_without_it(int release) throws IOException {
        List<String> program = olderProgram(release);
        Outcome outcome = traced(SYS_TRACE, program);
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).endsWith("20 kernels, and a line\n");
        assertThat(rows(outcome)).isEqualTo(new TreeMap<>(DONE));
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21})
    void in_an_older_jvm_the_engine_says_what_traces_it_and_the_program_runs(int release) throws IOException {
        List<String> program = olderProgram(release);
        Outcome outcome = tracing(SYS_TRACE, program).withEngine().go();
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).isEqualTo("20 kernels, and a line\n");
        assertThat(outcome.err())
                .startsWith("rocprofiler: the JVM of this program is Java " + release
                        + "; tracing inside it needs Java 25 or newer: it runs untraced. `rocprof --hip-trace --roctx-trace`"
                        + " traces it without Java\n")
                .endsWith("nothing was recorded: " + program.getFirst() + " is Java " + release
                        + ", and programs are traced from Java 25 on\n");
    }

    private static List<String> olderProgram(int release) throws IOException {
        Path jdk = OlderJavaTest.jdk(release).orElse(null);
        assumeTrue(jdk != null, "no JDK " + release + " is installed: not tried");
        return program(jdk);
    }

    private static List<String> program(Path jdk, String... options) {
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", JavaTool.jar("NativeHost", "17"), "NativeHost", Product.client("host_jni.so")));
        return command;
    }

    private static Outcome traced(List<String> command, List<String> program) {
        return tracing(command, program).go();
    }

    private static Run tracing(List<String> command, List<String> program) {
        return Run.command(Stream.concat(
                                Stream.concat(
                                        Stream.of(Product.file(command.getFirst())),
                                        command.stream().skip(1)),
                                program.stream())
                        .toArray(String[]::new))
                .onSoftgpu();
    }

    private static Map<String, Long> rows(Outcome outcome) throws IOException {
        Map<String, Long> rows = new TreeMap<>();
        for (String table : DONE.keySet())
            rows.put(table, count(outcome, "out/t_" + table + "_trace.csv", ".*") - 1); // a heading
        return rows;
    }

    private static long count(Outcome outcome, String file, String pattern) throws IOException {
        try (Stream<String> lines = Files.lines(outcome.folder().resolve(file))) {
            return lines.filter(line -> line.matches(pattern)).count();
        }
    }

    private static List<String> lines(String text, Predicate<String> which) {
        return text.lines().filter(which).toList();
    }
}
