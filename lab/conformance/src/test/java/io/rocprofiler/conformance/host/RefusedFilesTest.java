package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What cannot be read of a program's surroundings (`/proc`, `/sys`, `/dev`, its home, temporary and working
/// directories), or has nothing of what belongs there, is no reason not to record the program.
///
/// The files are those that a traced program is seen to open or look at. With `-Drefused.answers=all`, each has each
/// answer by itself.
final class RefusedFilesTest {
    private static final int MARKS = 1_001;
    private static final int NOT_HERE = 77;
    private static final String EVERYTHING = "all";

    private static final List<String> ANSWERS = List.of("EACCES", "ENOENT", "ELOOP", "EIO", "empty", "huge");

    /// What a single file is answered by default: with the others unchanged, only a wrong content can mislead.
    private static final List<String> FOR_ONE =
            System.getProperty("refused.answers", "").equals("all") ? ANSWERS : List.of("huge");

    private static final String PROGRAM = "surroundings unchanged " + MARKS + " .";
    private static final String COMMAND =
            Product.file("bin/rocprofv3") + " --marker-trace --hip-trace -f csv -d $OUT -o trace --";

    @ParameterizedTest
    @FieldSource("ANSWERS")
    void a_program_that_may_read_nothing_is_recorded(String answer) throws IOException {
        checkTrace(traced(answer, EVERYTHING), answer);
    }

    @ParameterizedTest
    @FieldSource("ANSWERS")
    void a_tool_of_such_a_program_gets_its_events(String answer) throws IOException {
        checkEvents(answer, "LD_PRELOAD=" + Product.tool("events"));
    }

    @ParameterizedTest
    @FieldSource("ANSWERS")
    void so_does_one_in_java(String answer) throws IOException {
        checkEvents(answer, "ROCPROFILER_JAVA_TOOLS=" + JavaTool.jar("EventsTool"));
    }

    /// Once by the engine, once by the recorder, which looks at less.
    @ParameterizedTest
    @ValueSource(strings = {"1", "0"})
    void a_program_that_may_not_read_a_single_file_is_recorded(String engine) throws IOException {
        Path log = Files.createTempFile(Product.TARGET, "looked-at", "");
        checkTrace(traced("log", log.toString(), engine), "log");
        List<String> paths = Files.readAllLines(log);
        assertThat(paths).contains("/proc/self/stat", "/proc/self/maps");
        if (engine.equals("1")) assertThat(paths).contains("/proc/meminfo", "getcwd");
        Files.delete(log);
        List<Single> singles = FOR_ONE.stream()
                .flatMap(answer -> paths.stream().map(path -> new Single(answer, path)))
                .toList();
        List<Outcome> outcomes = singles.parallelStream()
                .map(single -> traced(single.answer, single.path, engine))
                .toList();
        for (int i = 0; i < singles.size(); i++)
            checkTrace(outcomes.get(i), singles.get(i).toString());
    }

    private record Single(String answer, String path) {}

    /// Where nothing says which threads there are, the process ends nevertheless.
    @ParameterizedTest
    @FieldSource("ANSWERS")
    void one_whose_main_thread_ends_first_ends_with_its_last_thread(String answer) {
        Outcome outcome = run(answer, EVERYTHING, COMMAND, "main_ends main exit");
        check(outcome, answer, "41 calls\n");
        assertThat(Trace.read("csv", outcome.folder().resolve("out")))
                .filteredOn(event -> event.function().equals("hipGetDevice"))
                .hasSize(41);
    }

    private static void checkTrace(Outcome outcome, String answer) {
        check(outcome, answer, "done\n");
        assertThat(outcome.errLines())
                .as(answer)
                .allMatch(line -> line.startsWith("rocprofv3: wrote ")
                        || line.matches("rocprofv3: process \\d+: recorded " + MARKS + ", .* dropped 0, .*"));
        assertThat(Trace.read("csv", outcome.folder().resolve("out")).stream()
                        .collect(Collectors.groupingBy(Event::function, Collectors.counting())))
                .as(answer)
                .containsEntry("first", 1L)
                .containsEntry("mark", (long) MARKS)
                .containsEntry("child", (long) MARKS)
                .containsKeys("hipMalloc", "hipMemcpy", "hipFree");
    }

    private static void checkEvents(String answer, String tool) throws IOException {
        Outcome outcome = run(answer, EVERYTHING, "env " + tool, PROGRAM);
        check(outcome, answer, "done\n");
        assertThat(outcome.err()).matches(Outcome.UNTOLD);
        assertThat(Event.read(outcome.folder().resolve("events")))
                .filteredOn(event -> event.phase() == 1 && event.function().equals("roctxMarkA"))
                .hasSize(1 + MARKS);
    }

    /// @param untraced what the program prints untraced, whatever surrounds it
    private static void check(Outcome outcome, String answer, String untraced) {
        assumeTrue(outcome.status() != NOT_HERE, "this kernel lets nobody answer for it");
        assertThat(outcome.out()).as("%s: %s", answer, outcome.err()).isEqualTo(untraced);
        assertThat(outcome.status()).as("%s: %s", answer, outcome.err()).isZero();
    }

    private static Outcome traced(String answer, String path) {
        return traced(answer, path, "0");
    }

    private static Outcome traced(String answer, String path, String engine) {
        return run(answer, path, "env ROCPROFV3_ENGINE=" + engine + " " + COMMAND, PROGRAM);
    }

    /// What it writes is beside its working directory.
    private static Outcome run(String answer, String path, String command, String program) {
        String script = """
                mkdir home tmp work
                export HOME=$PWD/home TMPDIR=$PWD/tmp OUT=$PWD/out EVENTS_FILE=$PWD/events EVENTS=callback
                cd work
                exec %s ${PROGRAM%%%% *} %s '%s' %s %s/$PROGRAM""".formatted(Product.client("refused"), answer, path, command, Product.CLIENTS);
        return Run.command("sh", "-c", script)
                .onSoftgpu()
                .with("PROGRAM", program)
                .go();
    }
}
