package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
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

/// What records a program's calls does not show: a run leaves the same files, messages and exit code whether the
/// command's choice records it or, with `ROCPROFV3_ENGINE=1`, the engine.
///
/// Each program runs both ways, and writes csv, json and rocpd. `normalized.py` reads all that the two runs left,
/// the manifest and the properties of processes, too, and names what differs between any two runs by its role: the
/// same id is the same name in all files, so that who called whom, in which thread and in which order is compared. Only
/// how threads raced is not. So the programs are those whose threads each do the same in every run.
final class RecorderTest {

    /// Differences that are meant, as lines of `normalized.py`; any other one fails.
    private static final Map<String, String> MEANT = Map.of(
            "process\\.properties \\| P\\d+ \\| java(_version)?=.*", "only the engine brings a JVM into the process");

    /// Options for work on GPUs, which the engine records either way.
    private static final Set<String> OF_GPUS = Set.of(
            "--kernel-trace",
            "--memory-copy-trace",
            "--memory-allocation-trace",
            "--scratch-memory-trace",
            "--kokkos-trace",
            "--runtime-trace",
            "--sys-trace");

    private static final String CALLS = "--marker-trace --hip-trace --hsa-trace";
    private static final int MOST_SHOWN = 30;

    /// One of the two ways to record a program.
    private static final class Side {
        private final Run run;
        private final Process process;

        Side(List<String> options, List<String> program, boolean isEngine) {
            List<String> all = new ArrayList<>(List.of("--output-format", "csv", "json", "rocpd"));
            all.addAll(options);
            run = Run.tracedProgram(all, program.toArray(String[]::new));
            if (isEngine) run.with("ROCPROFV3_ENGINE", "1");
            process = run.start();
        }

        Outcome end() {
            return run.end(process);
        }
    }

    static Stream<String> options() {
        String help =
                Run.command(Product.file("bin/rocprofv3"), "--help").go().out();
        return Pattern.compile("--[a-z-]+-trace\\b")
                .matcher(help)
                .results()
                .map(match -> match.group())
                .distinct()
                .filter(Predicate.not(OF_GPUS::contains));
    }

    @Test
    void the_options_are_those_of_the_help() {
        assertThat(options()).hasSizeGreaterThan(10).contains("--marker-trace", "--hsa-amd-trace", "--rccl-trace");
    }

    /// Calls of every function of every API lie within each other, also those that the option does not select.
    @ParameterizedTest
    @MethodSource("options")
    void each_option_selects_the_same_calls(String option) {
        checkSame(List.of(option), List.of(Product.client("every_api")));
    }

    @ParameterizedTest
    @CsvSource({
        // Arguments of every type, calls of HSA within those of HIP, a kernel, a range around its launch.
        CALLS + ", tool_calls",
        // Threads, devices, agents and streams with names; a copy on a stream; the second is killed with all of them.
        CALLS + ", named",
        CALLS + ", named killed",
        // Three threads at once, each with a few calls and ranges.
        "--marker-trace --hip-trace, counts 3 1",
        // Ranges in every relation, and a pause, which is all or nothing for --selected-regions.
        CALLS + ", ranges",
        CALLS + " --selected-regions, ranges",
        CALLS + ", markers",
        // Exceptions, jumps and pthread_exit leave calls.
        "--hip-trace, mock leave",
        "--hsa-trace, unwind leave",
        // Children by fork, for which a runtime is new or is not; the same process with another program.
        CALLS + ", late_markers 3",
        CALLS + ", first_in_child 2 3",
        CALLS + ", processes exec 2",
        // Ends: exit on another thread, and _exit.
        CALLS + ", last_words thread",
        CALLS + ", lasting oracle _exit 0",
        // Nothing to record.
        "--rccl-trace, ranges"
    })
    void a_program_leaves_the_same(String options, String program) {
        List<String> words = new ArrayList<>(Arrays.asList(program.split(" ")));
        words.set(0, Product.client(words.getFirst()));
        checkSame(Arrays.asList(options.split(" ")), words);
    }

    private static void checkSame(List<String> options, List<String> program) {
        Side engine = new Side(options, program, true);
        Side chosen = new Side(options, program, false);
        Outcome expected = engine.end();
        Outcome actual = chosen.end();
        assertThat(actual.status()).as(actual.err()).isEqualTo(expected.status());
        assertThat(differences(expected.folder(), actual.folder())).isEmpty();
    }

    /// Returns the first lines that only one of two runs has, or that both have in another order.
    private static List<String> differences(Path engine, Path chosen) {
        Run first = normalizing(engine);
        Run second = normalizing(chosen);
        Process firstProcess = first.start();
        Process secondProcess = second.start();
        List<String> expected = lines(first.end(firstProcess));
        List<String> actual = lines(second.end(secondProcess));
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
        String script = Product.SOURCES.resolve("python/normalized.py").toString();
        return Run.command("python3", script, folder.toString());
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        List<Pattern> meant = MEANT.keySet().stream().map(Pattern::compile).toList();
        return outcome.outLines().stream()
                .filter(line ->
                        meant.stream().noneMatch(pattern -> pattern.matcher(line).matches()))
                .toList();
    }

    /// The comparison itself: a single value that is changed in one of the files of a run is a difference.
    static final class ComparisonTest {
        private static final String DATABASE = """
                python3 -c 'import sqlite3; d = sqlite3.connect("out/trace_results.db")
                table = lambda name: d.execute("SELECT name FROM sqlite_master WHERE name LIKE ?", (name + "_0%",)).fetchone()[0]
                d.execute(f"STATEMENT"); d.commit()'""";

        private static Path run;

        @BeforeAll
        static void record() {
            Outcome outcome = new Side(
                            List.of("--marker-trace", "--hip-trace"), List.of(Product.client("tool_calls")), true)
                    .end();
            assertThat(outcome.status()).as(outcome.err()).isZero();
            run = outcome.folder();
        }

        static Stream<Arguments> changes() {
            return Stream.of(
                    change("a row less", "sed -i '$d' out/trace_hip_api_trace.csv"),
                    change("an id in csv", "sed -i -E '$s/(.*),([0-9]+),/\\1,1\\2,/' out/trace_marker_api_trace.csv"),
                    change("an ancestor", "sed -i -E 's/\"ancestor\": ?[1-9][0-9]*/\"ancestor\":1/' out/trace_results.json"),
                    change("an argument", "sed -i -E 's/\"4096\"/\"4097\"/' out/trace_results.json"),
                    change("a count", "sed -i -E 's/\"in_flight\": ?0/\"in_flight\":1/' out/*.segments/manifest.json"),
                    change("a text", "sed -i -E 's/launch/lunch/' out/trace_results.json"),
                    change("a property", "sed -i -E 's/^hostname=.*/hostname=other/' out/*/*/process.properties"),
                    change("a message", "sed -i 's/wrote/write/' stderr"),
                    change("a file", "rm out/trace_marker_api_trace.csv"),
                    inDatabase("a parent", "UPDATE {table('rocpd_event')} SET parent_stack_id = 0"),
                    inDatabase("a time", "UPDATE {table('rocpd_region')} SET start = start + 1 WHERE id = 2"),
                    inDatabase("an address", "UPDATE {table('rocpd_arg')} SET value = '0x123456' WHERE id = 2"));
        }

        private static Arguments change(String what, String command) {
            return Arguments.of(what, command);
        }

        private static Arguments inDatabase(String what, String statement) {
            return Arguments.of(what, DATABASE.replace("STATEMENT", statement.replace("'", "\\x27")));
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("changes")
        void a_change_is_seen(String what, String command) {
            Outcome changed = Run.command("sh", "-c", "cp -r " + run + " same && cp -r " + run + " other && cd other && " + command)
                    .go();
            assertThat(changed.status()).as(changed.err()).isZero();
            Path folder = changed.folder();
            assertThat(differences(run, folder.resolve("same"))).isEmpty();
            assertThat(differences(run, folder.resolve("other"))).as(what).isNotEmpty();
        }
    }
}
