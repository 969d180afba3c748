package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A run is recorded once and converted in parts; an input file runs a program several times.
final class ConvertTest {
    private static Path run;
    private static List<Event> all;

    @BeforeAll
    static void record() {
        Outcome outcome = Run.traced(List.of("--sys-trace", "-f", "csv"), "counts", "3", "200")
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        run = outcome.folder();
        all = Trace.read("csv", run.resolve("out"));
        assertThat(all).hasSizeGreaterThan(600);
    }

    @Test
    void a_window_in_nanoseconds_shows_what_lies_in_it() throws IOException {
        List<Long> starts = all.stream().map(Event::start).sorted().toList();
        long from = starts.get(starts.size() / 4);
        long to = starts.get(starts.size() * 3 / 4);
        checkShown(
                event -> event.start() >= from && event.end() <= to, "--start", Long.toString(from), "--end", "" + to);
        checkShown(
                event -> event.start() <= to && event.end() >= from,
                "--start=" + from,
                "--end=" + to,
                "--inclusive=no");
    }

    @Test
    void a_window_may_be_a_share_of_the_run() throws IOException {
        checkShown(_ -> true, "--start", "0%", "--end", "100%");
        long first = all.stream().mapToLong(Event::start).min().orElseThrow();
        long last = all.stream().mapToLong(Event::end).max().orElseThrow();
        long middle = first + (last - first) / 2;
        List<Event> shown = convert("--start", "50%");
        assertThat(shown).allMatch(event -> event.start() >= middle);
        assertThat(shown.size()).isBetween(1, all.size() - 1);
    }

    @Test
    void threads_and_names_are_chosen() throws IOException {
        long thread = new TreeSet<>(all.stream().map(Event::thread).toList()).getLast();
        checkShown(event -> event.thread() == thread, "--thread", Long.toString(thread));
        checkShown(event -> event.function().matches("hip.*"), "--name", "^hip");
        checkShown(
                event -> event.thread() == thread && event.function().matches("hip.*"),
                "--name",
                "^hip",
                "--thread",
                Long.toString(thread));
    }

    @Test
    void a_summary_honours_the_conditions_and_writes_no_files() throws IOException {
        Outcome outcome = command("-S", "--name", "^hsa_", "--summary-output-file", "stdout");
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).contains("hsa_", "ROCPROFV3 SUMMARY:").doesNotContain("| hip");
        assertThat(outcome.folder().resolve("again")).doesNotExist();
    }

    private static void checkShown(Predicate<Event> expected, String... conditions) throws IOException {
        assertThat(convert(conditions))
                .containsExactlyInAnyOrderElementsOf(
                        all.stream().filter(expected).toList());
    }

    private static List<Event> convert(String... conditions) throws IOException {
        List<String> options = new ArrayList<>(List.of("-f", "csv"));
        options.addAll(List.of(conditions));
        Outcome outcome = command(options.toArray(String[]::new));
        assertThat(outcome.status()).as(outcome.err()).isZero();
        return Trace.read("csv", outcome.folder().resolve("again"));
    }

    private static Outcome command(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(Product.file("bin/rocprofv3"), "convert"));
        try (Stream<Path> files = Files.list(run.resolve("out"))) {
            files.filter(file -> file.toString().endsWith(".segments")).forEach(file -> command.add(file.toString()));
        }
        command.addAll(List.of(options));
        command.addAll(List.of("-d", "again", "-o", "trace"));
        return Run.command(command.toArray(String[]::new)).go();
    }

    @Test
    void each_job_of_an_input_file_is_a_run_with_a_folder() throws IOException {
        List<String> command = List.of(
                Product.file("bin/rocprofv3"),
                "-i",
                "jobs.yaml",
                "-d",
                "out",
                "-o",
                "t",
                "-f",
                "csv",
                "--",
                "sh",
                "-c");
        List<String> words = new ArrayList<>(command);
        words.add("echo run; exit $(test -d out/pass_2; echo $((7 * (1 - $?))))");
        Run jobs = Run.command(words.toArray(String[]::new)).onSoftgpu();
        Files.writeString(jobs.folder().resolve("jobs.yaml"), """
                jobs:
                  - hip_trace: true
                  - hsa_trace: true
                    output_config: true
                """);
        Outcome outcome = jobs.go();
        assertThat(outcome.out()).isEqualTo("run\nrun\n");
        assertThat(outcome.status()).isEqualTo(7);
        assertThat(jobs.folder().resolve("out")).isDirectoryContaining("glob:**/pass_1");
    }
}
