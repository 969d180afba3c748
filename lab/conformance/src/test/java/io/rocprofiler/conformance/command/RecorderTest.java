package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What records a program's calls and work does not show: a run leaves the same files, messages and exit code whether
/// the recorder in C records it or, with `ROCPROFV3_ENGINE=1`, the engine.
///
/// Each program runs both ways, and writes csv, json and rocpd. `normalized.py` reads all that the two runs left,
/// the manifest and the properties of processes, too, and names what differs between any two runs by its role: the
/// same id is the same name in all files, so that who called whom, in which thread and in which order is compared. Only
/// how threads raced is not. So the programs are those whose threads each do the same in every run.
final class RecorderTest {

    /// Differences that are meant, as lines of `normalized.py`; any other one fails.
    private static final Map<String, String> MEANT = Map.of(
            "process\\.properties \\| P\\d+ \\w+ \\| java(_version)?=.*",
            "only the engine brings a JVM into the process",
            "files \\|  \\| name=.*/agents\\.answers",
            "the command understands the answers about agents");

    private static final String CALLS = "--marker-trace --hip-trace --hsa-trace";

    /// How often a program that waits for the GPU calls HSA is another number each time.
    private static final String WORK = "--marker-trace --hip-trace --kernel-trace --memory-copy-trace"
            + " --memory-allocation-trace --scratch-memory-trace";

    /// Options that other tests here run with.
    private static final Set<String> OTHER_OPTIONS = Set.of(
            "--marker-trace",
            "--hip-trace",
            "--hsa-trace",
            "--kernel-trace",
            "--memory-copy-trace",
            "--memory-allocation-trace",
            "--scratch-memory-trace",
            "--kokkos-trace",
            "--runtime-trace",
            "--sys-trace");

    /// Of each side's lines that differ.
    private static final int MOST_SHOWN = 30;

    /// A run whose files are changed, and what it left.
    private static Path recorded;
    private static List<String> left;

    /// One of the two ways to record a program.
    private static final class Side {
        private final Run run;
        private final Process process;

        Side(List<String> options, List<String> program, boolean isEngine) {
            List<String> all = new ArrayList<>(List.of("--output-format", "csv", "json", "rocpd"));
            all.addAll(options);
            run = Run.tracedProgram(all, program.toArray(String[]::new));
            run.with("ROCPROFV3_ENGINE", isEngine ? "1" : "0");
            process = run.start();
        }

        Outcome end() {
            return run.end(process);
        }
    }

    @BeforeAll
    static void record() {
        Outcome outcome = new Side(Arrays.asList(CALLS.split(" ")), List.of(Product.client("tool_calls")), true).end();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        recorded = outcome.folder();
        left = lines(normalizing(recorded).go());
    }

    static Stream<String> options() {
        String help = Run.command(Product.file("bin/rocprofv3"), "--help").go().out();
        return Pattern.compile("(?= --[a-z])")
                .splitAsStream(help.replaceAll("\\s+", " "))
                .filter(option -> !option.contains("Not available here"))
                .flatMap(option ->
                        Pattern.compile("--[a-z-]+-trace\\b").matcher(option).results())
                .map(match -> match.group())
                .distinct()
                .filter(Predicate.not(OTHER_OPTIONS::contains));
    }

    @Test
    void the_options_are_those_of_the_help() {
        assertThat(options()).hasSizeGreaterThan(8).contains("--hip-runtime-trace", "--hsa-amd-trace", "--rccl-trace");
    }

    /// Calls of every function of every API lie within each other, also those that the option does not select.
    @ParameterizedTest
    @MethodSource("options")
    void each_option_selects_the_same_calls(String option) {
        checkSame(List.of(option), List.of(Product.client("every_api")));
    }

    /// Programs of the tests, one after another in one run, of which the shell prints the exit codes.
    @ParameterizedTest
    @CsvSource({
        // Every function of every API; arguments of every type, and HSA's calls within HIP's; every marker; ranges in
        // every relation; exceptions and jumps that leave calls; the ends exit, on another thread, and _exit.
        CALLS + ", every_api; tool_calls; markers; ranges; mock leave; last_words thread; lasting oracle _exit 0",
        // Runtimes of another release, with more functions in each table, or fewer.
        CALLS + ", every_api 3; every_api -3",
        // Nothing is recorded before the first resume.
        CALLS + " --selected-regions, ranges; markers",
        // Threads at once; threads, devices, agents and streams with names.
        "--marker-trace --hip-trace, counts 3 1; named",
        // Exceptions, jumps and pthread_exit from a callback, with the runtime's frames in between.
        "--hsa-trace, unwind leave",
        // Children by fork (of those for which a runtime is new, the engine can only count the calls: ForkTest); the
        // same
        // process with another program.
        CALLS + ", late_markers 3; processes exec 2",
        // Nothing to record.
        "--rccl-trace, ranges"
    })
    void programs_leave_the_same(String options, String programs) {
        StringBuilder script = new StringBuilder();
        for (String program : programs.split("; ")) {
            script.append(Product.client(program))
                    .append("; echo ")
                    .append(program)
                    .append(": $?; ");
        }
        checkSame(Arrays.asList(options.split(" ")), List.of("sh", "-c", script + "exit 6"));
    }

    /// Kernels of modules, of host functions and of graphs, copies both ways, allocations that fail, scratch
    /// memory, streams that are made, used and destroyed, names of agents and devices. One thread in one process,
    /// as rows of work do not say which they are of.
    @ParameterizedTest
    @CsvSource({
        WORK + ", everything 1 20",
        WORK + ", traced_work",
        WORK + ", named",
        "--kernel-trace, everything 1 5",
        "--memory-copy-trace, everything 1 5",
        "--memory-allocation-trace, everything 1 5",
        "--scratch-memory-trace, everything 1 5",
        "--kernel-trace --memory-copy-trace --group-by-queue, everything 1 5",
        WORK + " --selected-regions, everything 1 5",
        WORK + " --kernel-rename, everything 1 5",
        WORK + " --kernel-rename, renames pkmkekmkpkek",
        WORK + " --kernel-rename --group-by-queue, renames kPkpkPkekekek",
        WORK + " --kernel-rename --selected-regions, renames pkmkekmkpkek",
    })
    void a_program_with_work_leaves_the_same(String options, String program) {
        List<String> words = new ArrayList<>(List.of(program.split(" ")));
        words.set(0, Product.client(words.getFirst()));
        checkSame(Arrays.asList(options.split(" ")), words);
    }

    @Test
    void a_program_that_is_killed_with_its_named_threads_leaves_the_same() {
        checkSame(Arrays.asList(CALLS.split(" ")), List.of(Product.client("named"), "killed"));
    }

    private static void checkSame(List<String> options, List<String> program) {
        Side engine = new Side(options, program, true);
        Side chosen = new Side(options, program, false);
        Outcome expected = engine.end();
        Outcome actual = chosen.end();
        assertThat(actual.status()).as(actual.err()).isEqualTo(expected.status());
        assertThat(descriptions(expected.folder())).contains("\njava=embedded\n");
        assertThat(descriptions(actual.folder())).contains("\nformat=1\n").doesNotContain("\njava");
        Run first = normalizing(expected.folder());
        Run second = normalizing(actual.folder());
        Process firstProcess = first.start();
        Process secondProcess = second.start();
        assertThat(differences(lines(first.end(firstProcess)), lines(second.end(secondProcess))))
                .isEmpty();
    }

    /// Returns what is known of the processes of a run.
    private static String descriptions(Path folder) {
        StringBuilder all = new StringBuilder("\n");
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(file -> file.endsWith("process.properties")).toList())
                all.append(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.toString();
    }

    /// Returns the first lines that only one of two runs has, or says that both have them in another order.
    private static List<String> differences(List<String> expected, List<String> actual) {
        if (expected.equals(actual)) return List.of();
        List<String> differences = new ArrayList<>();
        difference(expected, actual).forEach(line -> differences.add("engine only: " + line));
        difference(actual, expected).forEach(line -> differences.add("chosen only: " + line));
        return differences.isEmpty() ? List.of("another order") : differences;
    }

    private static Stream<String> difference(List<String> lines, List<String> others) {
        Map<String, Integer> left = new LinkedHashMap<>();
        lines.forEach(line -> left.merge(line, 1, Integer::sum));
        others.forEach(line -> left.merge(line, -1, Integer::sum));
        return left.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getKey())
                .limit(MOST_SHOWN);
    }

    private static Run normalizing(Path folder) {
        return normalizing(folder, folder);
    }

    private static Run normalizing(Path folder, Path ran) {
        String script = Product.SOURCES.resolve("python/normalized.py").toString();
        return Run.command("python3", script, folder.toString(), ran.toString());
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        List<Pattern> meant = MEANT.keySet().stream().map(Pattern::compile).toList();
        return outcome.outLines().stream()
                .filter(line -> meant.stream()
                        .noneMatch(pattern -> pattern.matcher(line).matches()))
                .toList();
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                change("a row", "sed -i '$d' out/trace_hip_api_trace.csv"),
                change(
                        "an id",
                        "sed -i -E '$s/([0-9]+),([0-9]+),([0-9]+)$/1\\1,\\2,\\3/' out/trace_marker_api_trace.csv"),
                change("an ancestor", "sed -i -E 's/(\"ancestor\": ?)[1-9][0-9]*/\\11/' out/trace_results.json"),
                change("an argument", "sed -i 's/\"4096\"/\"4097\"/' out/trace_results.json"),
                change("a text", "sed -i 's/launch/lunch/' out/trace_results.json"),
                change("a count", "sed -i -E 's/(\"late\": ?)0/\\11/' out/*.segments/manifest.json"),
                change("a property", "sed -i 's/^hostname=.*/hostname=other/' out/*/*/process.properties"),
                change("a message", "sed -i 's/wrote/write/' stderr"),
                change("a file", "rm out/trace_marker_api_trace.csv"),
                inDatabase("a parent", "UPDATE rocpd_event SET parent_stack_id = 0"),
                inDatabase("a time", "UPDATE rocpd_region SET start = start + 1 WHERE id = 2"),
                inDatabase("an address", "UPDATE rocpd_arg SET value = '0x123456' WHERE id = 2"));
    }

    private static Arguments change(String what, String command) {
        return Arguments.of(what, command);
    }

    /// Tables have a suffix, by which `rocpd_metadata` names them.
    private static Arguments inDatabase(String what, String statement) {
        String script = """
                import re, sqlite3
                database = sqlite3.connect("out/trace_results.db")
                (suffix,) = database.execute("SELECT value FROM rocpd_metadata WHERE tag = 'uuid'").fetchone()
                database.execute(re.sub(r"(rocpd_\\w+)", r"\\1" + suffix, "STATEMENT"))
                database.commit()
                """.replace("STATEMENT", statement);
        return Arguments.of(what, "python3 - <<'END'\n" + script + "END");
    }

    @Test
    void a_copy_has_no_differences() {
        assertThat(differences(left, changed("true"))).isEmpty();
    }

    @Test
    void what_is_meant_is_no_difference() {
        String command = "grep -q '^java=embedded' $file && sed -i -E '/^java(_version)?=/d' $file";
        assertThat(differences(left, changed("file=$(ls out/*/*/process.properties) && " + command)))
                .isEmpty();
    }

    /// The comparison itself: a single change in one of the files of a run is a difference.
    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void a_change_is_seen(String what, String command) {
        assertThat(differences(left, changed(command))).as(what).isNotEmpty();
    }

    /// Returns what a copy of the recorded run has after a command in its folder.
    private static List<String> changed(String command) {
        String copy = "cp -r " + recorded + " changed && cd changed && ";
        Outcome outcome = Run.command("sh", "-c", copy + command).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return lines(normalizing(outcome.folder().resolve("changed"), recorded).go());
    }
}
