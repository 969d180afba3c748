package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A program that changes what surrounds it (its root, its working directory, its rights, what others may read of it)
/// is traced as any other, and so are its children: nothing that is needed later is found by a path later.
final class SurroundingsTest {
    /// More than a segment has room for at first.
    private static final int MARKS = 60_000;

    private static final List<String> SOMEBODY = List.of("setpriv", "--reuid=61234", "--regid=61234", "--clear-groups");

    @Test
    void a_program_without_a_working_directory_is_traced() {
        check(traced(List.of(), "elsewhere"), "mark", "child");
    }

    /// The files of such a process in `/proc` belong to root, so that an ordinary user's may not read its own.
    @Test
    void so_is_one_that_may_not_be_dumped() {
        assumeTrue(isRoot(), "only root can start programs as somebody else");
        check(traced(SOMEBODY, "undumpable"), "mark", "child");
    }

    @Test
    void so_is_one_that_has_another_root_after_its_first_call() {
        assumeTrue(isRoot(), "only root has another root");
        check(traced(List.of(), "root"), "mark", "child");
    }

    @Test
    void one_that_gives_up_its_rights_is_traced_and_a_line_says_what_its_children_have_lost() {
        assumeTrue(isRoot(), "only root has rights to give up");
        Outcome outcome = traced(List.of(), "unprivileged");
        check(outcome, "mark");
        assertThat(outcome.err())
                .contains(
                        ": " + MARKS + " records lost of children made by fork, which could not write into the run's");
    }

    @Test
    void one_that_has_given_them_up_before_runs_untraced_and_one_line_says_what_it_may_not_write() {
        assumeTrue(isRoot(), "only root has rights to give up");
        Outcome outcome = traced(List.of(), "unprivileged-before");
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("done\n");
        assertThat(outcome.errLines().stream().filter(line -> line.contains("with the rights of user 65534")))
                .as(outcome.err())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"callback", "buffer"})
    void a_program_without_a_working_directory_has_its_own_tools(String services) {
        Run run = Run.client("surroundings", "elsewhere", "10", "gone").withEvents(services);
        assertThat(run.folder().resolve("gone").toFile().mkdir()).isTrue();
        Path events = run.folder().resolve("events");
        Outcome outcome = run.with("EVENTS_FILE", events.toString()).go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("done\n");
        assertThat(events).isNotEmptyFile();
    }

    /// Threads of ours are none that the program counts.
    @ParameterizedTest
    @ValueSource(strings = {"command", "callback", "buffer"})
    void a_program_with_functions_of_its_own_in_front_of_the_c_librarys_is_traced(String way) {
        Run run = way.equals("command")
                ? Run.traced(List.of("--marker-trace", "--hip-trace", "-f", "csv"), "interposed")
                : Run.client("interposed").withEvents(way);
        Outcome outcome = run.go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("3 threads\n");
        if (way.equals("command"))
            assertThat(Trace.read("csv", outcome.folder().resolve("out")))
                    .filteredOn(event -> event.function().equals("mark"))
                    .hasSize(4_000);
    }

    private static boolean isRoot() {
        return Run.command(Stream.concat(SOMEBODY.stream(), Stream.of("true")).toArray(String[]::new))
                        .go()
                        .status()
                == 0;
    }

    private static Outcome traced(List<String> as, String how) {
        Run run = Run.client("surroundings");
        Path folder = run.folder().resolve("folder");
        assertThat(folder.toFile().mkdir()).isTrue();
        assertThat(Run.command("chmod", "777", run.folder().toString(), folder.toString())
                        .go()
                        .status())
                .isZero();
        List<String> program = List.of(
                Product.file("bin/rocprofv3"),
                "--marker-trace",
                "--hip-trace",
                "-f",
                "csv",
                "-d",
                run.folder().resolve("out").toString(),
                "-o",
                "trace",
                "--",
                Product.client("surroundings"),
                how,
                Integer.toString(MARKS),
                folder.toString());
        String[] command = Stream.concat(as.stream(), program.stream()).toArray(String[]::new);
        Outcome outcome = Run.command(command).onSoftgpu().go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("done\n");
        assertThat(outcome.status()).isZero();
        return new Outcome(outcome.status(), outcome.out(), outcome.err(), run.folder());
    }

    private static void check(Outcome outcome, String... texts) {
        Map<String, Long> marks = Trace.read("csv", outcome.folder().resolve("out")).stream()
                .collect(Collectors.groupingBy(Event::function, Collectors.counting()));
        for (String text : texts) assertThat(marks.get(text)).as(outcome.err()).isEqualTo(MARKS);
        assertThat(marks).as(outcome.err()).containsKeys("first", "hipMalloc", "hipMemcpy", "hipFree");
    }
}
