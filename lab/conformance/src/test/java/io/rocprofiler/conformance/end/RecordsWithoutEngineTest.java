package io.rocprofiler.conformance.end;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Oracle;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Records without the engine: to the very end of a process, and in forked children. Each process counts its calls
/// in a file that outlives it; the trace has all of them, in the right process.
final class RecordsWithoutEngineTest {
    /// Each of a client's calls consists of one of HIP, a mark and a range.
    private static final int KINDS = 3;

    private static final List<String> OPTIONS = List.of("--hip-runtime-trace", "--marker-trace", "-f", "csv");

    @ParameterizedTest
    @ValueSource(strings = {"return", "exit", "quick_exit", "_exit", "handler"})
    void calls_of_other_threads_and_exit_handlers_are_recorded_until_the_process_is_gone(String mode) {
        Outcome outcome = Run.traced(OPTIONS, "lasting", "oracle", mode, "2")
                .withCallersAtEnd(2)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(3);
        assertThat(outcome.out()).isEqualTo("ends\n");
        assertThat(outcome.err()).doesNotContain("warning", "cannot write");
        assertComplete(outcome, 1);
    }

    @Test
    void calls_and_ranges_that_a_tool_was_told_of_are_recorded_when_it_has_gone() {
        List<String> options =
                List.of("--hip-runtime-trace", "--marker-trace", "--kernel-trace", "--kernel-rename", "-f", "csv");
        Outcome outcome = Run.traced(options, "lasting", "oracle", "exit", "0").go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(3);
        assertThat(outcome.err()).doesNotContain("cannot be recorded");
        assertComplete(outcome, 1);
    }

    @Test
    void calls_that_only_java_can_record_are_counted_when_it_has_gone() {
        Outcome outcome = allocations().withEngine().go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(3);
        assertThat(outcome.err()).contains(": 100 calls after its exit handlers, which cannot be recorded then\n");
    }

    @Test
    void without_an_engine_those_calls_are_recorded() throws IOException {
        Outcome outcome = allocations().go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(3);
        assertThat(Files.readAllLines(outcome.folder().resolve("out/trace_memory_allocation_trace.csv")))
                .hasSize(1 + 100);
    }

    /// A program that allocates 100 times after its exit handlers.
    private static Run allocations() {
        List<String> options = List.of("--marker-trace", "--memory-allocation-trace", "-f", "csv");
        return Run.traced(options, "lasting", "oracle", "allocations", "0");
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 11})
    void families_of_forked_processes_are_recorded_one_by_one(int seed) {
        Outcome outcome =
                Run.traced(OPTIONS, "family", "oracle", Integer.toString(seed)).go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("well\n");
        assertThat(outcome.status()).isZero();
        int processes = Oracle.read(outcome.folder().resolve("oracle")).size();
        assertThat(processes).isGreaterThan(3);
        List<Manifested> family = assertComplete(outcome, processes);
        // Every process but the first has a parent in the run, which counts it as a child.
        assertThat(family.stream().mapToLong(Manifested::children).sum()).isEqualTo(processes - 1);
        assertThat(family.stream().filter(one -> one.parent().equals("-"))).hasSize(1);
        assertThat(family.stream().map(Manifested::directory).toList())
                .containsAll(family.stream()
                        .map(Manifested::parent)
                        .filter(parent -> !parent.equals("-"))
                        .toList());
    }

    @Test
    void calls_of_a_java_programs_shutdown_hooks_are_recorded() {
        Run run = Run.tracedProgram(
                List.of("--hip-runtime-trace", "-f", "csv"),
                Product.JDK.resolve("bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                Product.SOURCES.resolve("tools/HookHost.java").toString());
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(3);
        long made = outcome.outLines().stream().mapToLong(Long::parseLong).sum();
        assertThat(outcome.outLines()).hasSize(4);
        assertThat(Trace.read("csv", outcome.folder().resolve("out")))
                .filteredOn(event -> event.function().equals("hipGetDevice"))
                .hasSize((int) made);
    }

    @Test
    void children_that_call_nothing_leave_nothing_and_are_counted() {
        String script = """
            import ctypes, os
            roctx = ctypes.CDLL("librocprofiler-sdk-roctx.so.1")
            roctx.roctxMarkA(b"parent")
            for i in range(100):
                child = os.fork()
                if child == 0: os._exit(0)
                assert os.waitpid(child, 0)[1] == 0
            """;
        Outcome outcome = python(script);
        List<Manifested> processes = manifest(outcome);
        assertThat(processes).hasSize(1);
        assertThat(processes.getFirst().children()).isEqualTo(100);
    }

    @Test
    void workers_of_pythons_multiprocessing_by_fork_are_processes_of_the_run() {
        String script = """
            import ctypes, multiprocessing
            roctx = ctypes.CDLL("librocprofiler-sdk-roctx.so.1")
            def work(i):
                for k in range(i): roctx.roctxMarkA(b"worker")
                return i
            roctx.roctxMarkA(b"parent")
            with multiprocessing.get_context("fork").Pool(3) as pool:
                assert sum(pool.map(work, range(40), chunksize=1)) == 780
            roctx.roctxMarkA(b"parent")
            """;
        Outcome outcome = python(script);
        assertThat(Trace.read("csv", outcome.folder().resolve("out"))).hasSize(782);
        assertThat(manifest(outcome).stream().filter(one -> !one.parent().equals("-")))
                .hasSizeBetween(1, 3);
    }

    private static Outcome python(String script) {
        Outcome outcome = Run.tracedProgram(List.of("--marker-trace", "-f", "csv"), "python3", "-c", script)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        return outcome;
    }

    /// A process as the manifest describes it.
    ///
    /// @param parent the directory of the process that forked it, or -
    private record Manifested(String directory, long pid, String parent, long children, long recorded, long lost) {}

    private static List<Manifested> manifest(Outcome outcome) {
        String script = """
            import glob, json
            for file in glob.glob("out/*.segments/manifest.json"):
                for p in json.load(open(file))["processes"]:
                    c = p["counts"]
                    print(p["directory"], p["pid"], p.get("forked_from", "-"), p["fork_children"], c["recorded"],
                          c["dropped"] + c["late"] + c["lost_in_children"])
            """;
        Path folder = outcome.folder();
        Outcome read = Run.command("python3", "-c", "import os; os.chdir('" + folder + "')\n" + script)
                .go();
        assertThat(read.err()).isEmpty();
        return read.outLines().stream()
                .map(line -> line.split(" "))
                .map(word -> new Manifested(
                        word[0],
                        Long.parseLong(word[1]),
                        word[2],
                        Long.parseLong(word[3]),
                        Long.parseLong(word[4]),
                        Long.parseLong(word[5])))
                .collect(Collectors.toList());
    }

    /// Checks that each process has as many records as calls; one that was killed in a call may lack that
    /// call's records.
    private static List<Manifested> assertComplete(Outcome outcome, int processes) {
        List<Manifested> found = manifest(outcome);
        List<Oracle.Row> rows = Oracle.read(outcome.folder().resolve("oracle"));
        assertThat(found).as(outcome.err()).hasSize(processes);
        for (Oracle.Row row : rows) {
            Manifested process = found.stream()
                    .filter(one -> one.pid() == row.pid())
                    .findFirst()
                    .orElseThrow();
            assertThat(process.lost()).isZero();
            // The first process also has the calls between runtimes at their initialisation.
            assertThat(process.recorded())
                    .as("process " + row)
                    .isBetween(
                            KINDS * row.done(),
                            KINDS * row.begun() + (process.parent().equals("-") ? 10 : 0));
        }
        return found;
    }
}
