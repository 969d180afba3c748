package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.SdkFacts;
import io.rocprofiler.conformance.Trace;
import io.rocprofiler.conformance.service.PlanModel.Mode;
import io.rocprofiler.conformance.service.PlanService.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The product tells of random calls what docs/traced-calls.md says, as [PlanModel] reads it.
final class PlanModelTest {
    private static final Path OUT = Product.TARGET.resolve("twins");
    private static final int TRY_AGAIN = 75;
    private static final int STEPS = Integer.getInteger("model.steps", 1200);
    private static final long SEEDS = Long.getLong("model.seeds", 1);

    /// The services of a plan, in one context or in both.
    private static final List<String> ALONE = List.of(
            "callbacks:hip",
            "callbacks:core",
            "callbacks:marker",
            "callbacks:range",
            "records:hip",
            "records:core",
            "records:marker",
            "records:range");

    private static final String ALL = Stream.concat(
                    ALONE.stream(), Stream.of("records:retirement", "requests:hip", "requests:range"))
            .flatMap(service -> Stream.of("0:" + service, "1:" + service))
            .reduce((left, right) -> left + "," + right)
            .orElseThrow();

    private static final Map<Integer, Integer> STREAMS = SdkFacts.hipStreamWords();

    @BeforeAll
    static void build() {
        String sources = Product.SOURCES.resolve("../twins").normalize().toString();
        Outcome outcome = Run.command("make", "-s", "-C", sources, "DIST=" + Product.HOME, "OUT=" + OUT)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
    }

    static List<String> alone() {
        return ALONE;
    }

    @ParameterizedTest
    @MethodSource("alone")
    void each_step_alone_does_what_is_specified(String service) {
        for (long seed = 1; seed <= SEEDS; seed++) checkTool("0:" + service, seed, "");
        for (long seed = 1; seed <= SEEDS; seed++) checkTool("0:" + service + ",1:" + service, seed + 100, "");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 14, 21, 36})
    void all_steps_together_do_what_is_specified(long seed) {
        for (long more = 0; more < SEEDS; more++) checkTool(ALL, seed + 1000 * more, "");
    }

    @ParameterizedTest
    @CsvSource({
        "0:callbacks:hip;0:records:hip;1:callbacks:marker;1:records:range;0:records:retirement, 4",
        "0:callbacks:range;1:callbacks:marker;0:requests:range;1:requests:marker;1:records:retirement, 5",
        "0:records:marker;1:records:range;1:size:4096;2:records:retirement;2:callbacks:stream, 6",
        "0:callbacks:range;0:callbacks:marker;1:records:hip;1:records:core;1:records:retirement;2:callbacks:stream, 7"
    })
    void mixtures_of_steps_do_what_is_specified(String services, long seed) {
        for (long more = 0; more < SEEDS; more++) checkTool(services.replace(';', ','), seed + 1000 * more, "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fork", "exit"})
    void tools_are_told_nothing_without_the_engine(String end) {
        for (long seed = 1; seed <= SEEDS; seed++) checkTool(ALL, seed, end);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fork", "exit"})
    void kept_records_and_streams_are_as_specified_with_and_without_the_engine(String end) {
        for (long seed = 1; seed <= 1 + SEEDS; seed++) checkKept(seed, end);
    }

    // --- the program's tool ------------------------------------------------------------------------------------------

    private static void checkTool(String services, long seed, String end) {
        Outcome outcome = go(() -> Run.command(program(services, seed, end)));
        String as = services + " " + seed + " " + end + " in " + outcome.folder();
        assertThat(outcome.err()).as(as).matches(end.equals("fork") ? Outcome.UNTOLD : "");
        assertThat(outcome.status()).as(as).isZero();
        List<String> lines = outcome.outLines();
        if (end.isEmpty()) assertThat(lines).as(as).noneMatch(line -> line.contains("ROCPROFILER_STATUS"));
        checkTold(as, end, lines, tool(services, lines));
        if (!end.equals("fork")) return;
        List<String> ofChild = read(outcome.folder().resolve("child"));
        PlanModel child = tool(services, lines.subList(0, lines.indexOf("step 0 fork")));
        child.becomeChild();
        replay(child, ofChild);
        checkTold(as + ", child", end, ofChild, child);
    }

    private static PlanModel tool(String services, List<String> lines) {
        PlanModel model = new PlanModel(Mode.TOOL, PlanService.parse(services), STREAMS);
        replay(model, lines);
        return model;
    }

    private static void checkTold(String as, String end, List<String> lines, PlanModel model) {
        assertSame(as, told(lines), model.told());
        Stream<String> records = lines.stream()
                .filter(line -> line.matches("(record|retired) .*"))
                .map(PlanModelTest::known);
        // Ids of open ranges retire at the engine's end, in any order.
        UnaryOperator<String> compared = line -> end.isEmpty() ? line : line.replaceFirst("(retired .*) time .*", "$1");
        assertSame(
                as,
                records.map(compared).sorted(),
                model.records().stream().map(compared).sorted().toList());
    }

    /// Runs the program, again where the ids of threads have just begun anew.
    private static Outcome go(Supplier<Run> run) {
        Outcome outcome;
        int tries = 0;
        do outcome = run.get().with("LD_LIBRARY_PATH", Product.file("lib")).go();
        while (outcome.status() == TRY_AGAIN && tries++ < 5);
        return outcome;
    }

    private static String[] program(String services, long seed, String end) {
        List<String> command = new ArrayList<>(
                List.of(OUT.resolve("twins").toString(), services, Long.toString(seed), Integer.toString(STEPS)));
        if (!end.isEmpty()) command.add(end);
        return command.toArray(String[]::new);
    }

    /// Callbacks, and results of steps. Without an engine no external id is detached.
    private static Stream<String> told(List<String> lines) {
        return lines.stream()
                .filter(line -> line.matches("(thread|pushed:|popped:|detached from context .: 0) .*"))
                .map(PlanModelTest::known);
    }

    /// Without arguments and results, which the model does not have.
    private static String known(String line) {
        return line.replaceFirst(" payload .*", "").replaceFirst(", \\d+ bytes .*", "");
    }

    private static void replay(PlanModel model, List<String> lines) {
        for (String line : lines) {
            if (!line.startsWith("step ")) continue;
            String[] words = line.split(" ");
            long[] values = Arrays.stream(words)
                    .skip(3)
                    .mapToLong(Long::parseUnsignedLong)
                    .toArray();
            model.step(Integer.parseInt(words[1]), words[2], values);
        }
    }

    private static void assertSame(String as, Stream<String> actual, List<String> expected) {
        List<String> found = actual.toList();
        int same = 0;
        while (same < Math.min(found.size(), expected.size()) && found.get(same).equals(expected.get(same))) same++;
        assertThat(found.stream().skip(same).limit(3).toList())
                .as(as + ": %s lines, of the model %s, the same %s", found.size(), expected.size(), same)
                .isEqualTo(expected.stream().skip(same).limit(3).toList());
    }

    // --- the collector -----------------------------------------------------------------------------------------------

    private static void checkKept(long seed, String end) {
        List<String> options =
                List.of("--hip-trace", "--hsa-trace", "--marker-trace", "--memory-copy-trace", "-f", "json");
        Outcome outcome = go(() -> Run.tracedProgram(options, program("none", seed, end)));
        String as = seed + " " + end + " in " + outcome.folder();
        assertThat(outcome.status()).as(as + outcome.err()).isZero();
        List<String[]> rows = Trace.lines("json", outcome.folder().resolve("out"), "trace").stream()
                .map(line -> line.split(" "))
                .toList();
        List<String> lines = outcome.outLines();
        checkProcess(as, outcome, rows, lines, kept(lines));
        if (!end.equals("fork")) return;
        List<String> ofChild = read(outcome.folder().resolve("child"));
        PlanModel child = kept(lines.subList(0, lines.indexOf("step 0 fork")));
        child.becomeChild();
        replay(child, ofChild);
        checkProcess(as + ", child", outcome, rows, ofChild, child);
    }

    private static PlanModel kept(List<String> lines) {
        PlanModel model = new PlanModel(
                Mode.KEPT,
                PlanService.parse("0:records:hip,0:records:core,0:records:range,1:records:control"),
                STREAMS);
        replay(model, lines);
        return model;
    }

    private static List<String> read(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Compares the rows of the process whose first thread's id is in the first line.
    private static void checkProcess(
            String as, Outcome outcome, List<String[]> rows, List<String> lines, PlanModel model) {
        Map<String, Integer> threads = new HashMap<>();
        for (String line : lines) if (line.startsWith("begun ")) threads.put(line.substring(6), threads.size());
        String process = lines.getFirst().substring(6);
        List<String[]> own =
                rows.stream().filter(row -> row[11].equals(process)).toList();
        TreeSet<Long> times = new TreeSet<>();
        for (String[] row : own) times.addAll(List.of(Long.valueOf(row[7]), Long.valueOf(row[8])));
        List<Long> order = List.copyOf(times);
        Stream<String> found = own.stream()
                .map(row -> kind(row[1]) + " " + row[10] + " ids " + row[5] + " " + row[6] + " times "
                        + order.indexOf(Long.valueOf(row[7])) + " " + order.indexOf(Long.valueOf(row[8])) + " thread "
                        + threads.get(row[4]) + " stream " + row[9]);
        List<String> expected = model.records();
        assertThat(expected).as(as).hasSizeGreaterThan(STEPS / 20);
        assertSame(as, found.sorted(), expected);
        assertSame(as, told(lines), model.told());
        String account = "rocprofv3: process " + process + ": ";
        assertThat(outcome.errLines().stream()
                        .filter(line -> line.startsWith(account + "recorded"))
                        .map(line -> line.substring(account.length()).replaceFirst(", unchecked .*", ""))
                        .collect(Collectors.joining()))
                .as(as)
                .isEqualTo(model.losses());
    }

    private static Kind kind(String name) {
        if (name.startsWith("HIP")) return Kind.HIP;
        if (name.startsWith("HSA")) return Kind.CORE;
        return name.equals("MARKER_CONTROL_API") ? Kind.CONTROL : Kind.RANGE;
    }
}
