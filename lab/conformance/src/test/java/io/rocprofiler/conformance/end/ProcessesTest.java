package io.rocprofiler.conformance.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A command line that creates many processes, or a process that executes another program: each has its records,
/// and the run's manifest lists it.
final class ProcessesTest {
    private static final String PROCESSES = Product.client("processes");

    @Test
    void each_rank_of_a_parallel_program_has_files_by_its_own_names_and_its_place_in_the_manifest() {
        String ranks = """
                for r in 0 1 2; do
                  OMPI_COMM_WORLD_RANK=$r OMPI_COMM_WORLD_SIZE=3 OMPI_COMM_WORLD_LOCAL_RANK=$((r %% 2)) NODE=n$r \
                  %s calls $((r + 1))0 &
                done
                wait""".formatted(PROCESSES);
        Outcome outcome = traced("trace-%rank%-of-%size%-on-%env{NODE}%", "sh", "-c", ranks)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        for (int rank = 0; rank < 3; rank++) {
            String name = "trace-%d-of-3-on-n%d".formatted(rank, rank);
            assertThat(calls(outcome, name)).as(name).isEqualTo((rank + 1) * 10L);
        }
        List<String> manifest = manifest(outcome);
        assertThat(manifest.getFirst()).isEqualTo("ended exited 0");
        assertThat(manifest.stream().skip(1).map(line -> line.substring(line.indexOf(' ') + 1)))
                .containsExactlyInAnyOrder(
                        "0/3/0 finished recorded 11 in flight 0 dropped 0 processes calls 10",
                        "1/3/1 finished recorded 21 in flight 0 dropped 0 processes calls 20",
                        "2/3/0 finished recorded 31 in flight 0 dropped 0 processes calls 30");
    }

    /// The command starts its Java half and the program; the process that watches signals is not one to count.
    @Test
    void the_siblings_of_a_program_are_those_that_the_command_has_without_its_witness() {
        Outcome outcome = traced("trace-%psize%", PROCESSES, "calls", "3").go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(calls(outcome, "trace-2")).as(outcome.err()).isEqualTo(3);
    }

    @Test
    void a_shell_script_that_starts_programs_in_three_languages_has_them_in_one_file() {
        String java = Product.JDK.resolve("bin/java").toString();
        String script = """
                %s calls 7 &&
                python3 %s %s 3 &&
                %s --enable-native-access=ALL-UNNAMED %s""".formatted(
                        PROCESSES,
                        Product.SOURCES.resolve("python/launch.py"),
                        Product.CLIENTS.resolve("add_kernels.so"),
                        java,
                        Product.SOURCES.resolve("tools/JavaHost.java"));
        Run run = traced("trace", "sh", "-c", script);
        Process process = run.start();
        close(process);
        Outcome outcome = run.end(process);
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("3 launches, 0 wrong results\n").contains("ready ");

        List<Event> events = Trace.read("csv", outcome.folder().resolve("out"));
        assertThat(events.stream().filter(event -> event.function().equals("hipGetDevice")))
                .hasSize(7 + 100);
        assertThat(events.stream().filter(event -> event.function().equals("hipModuleLaunchKernel")))
                .hasSize(3);
        assertThat(manifest(outcome))
                .hasSize(4)
                .element(1)
                .asString()
                .endsWith("-/-/- finished recorded 8 in flight 0 dropped 0 processes calls 7");
    }

    @Test
    void a_program_that_executes_itself_is_a_process_each_time() {
        Outcome outcome = traced("trace", PROCESSES, "exec", "2").go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        String pid = outcome.out().strip();
        assertThat(calls(outcome, "trace")).isEqualTo(30);
        assertThat(manifest(outcome))
                .containsExactly(
                        "ended exited 0",
                        pid + " -/-/- replaced recorded 10 in flight 0 dropped 0 processes exec 2",
                        pid + " -/-/- replaced recorded 10 in flight 0 dropped 0 processes exec 1",
                        pid + " -/-/- finished recorded 10 in flight 0 dropped 0 processes exec 0");
    }

    /// It closes our descriptors, as daemons do, and reuses their numbers for its own files.
    @Test
    void a_daemon_is_named_as_running_and_read_later_and_nobody_writes_into_its_files() throws Exception {
        Run run = traced("trace", PROCESSES, "daemon", "go");
        Path go = run.folder().resolve("go");
        assertThat(Run.command("mkfifo", go.toString()).go().status()).isZero();
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).endsWith(" intact\n");
        String pid = outcome.out().substring(0, outcome.out().indexOf(' '));
        ProcessHandle daemon = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        Path segments = segments(outcome);
        assertThat(outcome.errLines())
                .contains("rocprofv3: still running: " + pid
                        + " processes; what they record from now on is read by: rocprofv3 convert " + segments);
        assertThat(calls(outcome, "trace")).isEqualTo(50_010);
        assertThat(manifest(outcome))
                .containsExactly(
                        "ended exited 0 processes runs",
                        pid + " -/-/- running recorded 50010 in flight 0 dropped 0 processes daemon go");

        Outcome early = convert(segments);
        assertThat(early.errLines())
                .contains("rocprofv3: process " + pid + " still runs: this is what it has recorded so far");
        assertThat(calls(early, "trace")).isEqualTo(50_010);

        Files.newOutputStream(go).close();
        daemon.onExit().get(60, TimeUnit.SECONDS);
        Outcome late = convert(segments);
        assertThat(late.errLines()).allMatch(line -> line.startsWith("rocprofv3: wrote "));
        assertThat(calls(late, "trace")).isEqualTo(50_015);
    }

    @Test
    void a_program_that_is_linked_statically_runs_untraced_and_is_told_of() {
        Outcome outcome = traced("trace", linkedStatically()).go();
        assertThat(outcome.out()).isEqualTo("no dynamic linker\n");
        assertThat(outcome.status()).isEqualTo(7);
        assertThat(outcome.errLines())
                .containsExactly("rocprofv3: warning: nothing was recorded: " + linkedStatically()
                        + " is linked statically: nothing can be loaded into it that would trace it");
        assertThat(outcome.folder().resolve("out")).isEmptyDirectory();
    }

    @Test
    void what_such_a_program_starts_is_traced() {
        Outcome outcome =
                traced("trace", linkedStatically(), PROCESSES, "calls", "4").go();
        assertThat(outcome.status()).isEqualTo(7);
        assertThat(outcome.errLines()).allMatch(line -> line.startsWith("rocprofv3: wrote "));
        assertThat(calls(outcome, "trace")).isEqualTo(4);
    }

    @Test
    void when_the_command_is_killed_the_program_goes_on_and_convert_reads_all_of_it() throws Exception {
        Run run = traced("trace", "sh", "-c", "echo $$; read line; exec " + PROCESSES + " calls 12");
        Process command = run.start();
        Path stdout = run.folder().resolve("stdout");
        while (command.isAlive() && !Files.readString(stdout).endsWith("\n")) Thread.onSpinWait();
        ProcessHandle program = ProcessHandle.of(
                        Long.parseLong(Files.readString(stdout).strip()))
                .orElseThrow();
        // The launcher script becomes the command: the program's standard input stays open for it.
        command.destroyForcibly().waitFor();
        assertThat(program.isAlive()).isTrue();
        close(command);
        program.onExit().get(60, TimeUnit.SECONDS);
        Outcome killed = run.end(command);
        assertThat(killed.status()).isEqualTo(128 + 9);
        assertThat(manifest(killed)).containsExactly("running");
        Outcome outcome = convert(segments(killed));
        assertThat(calls(outcome, "trace")).isEqualTo(12);
    }

    @Test
    void when_the_jvm_of_the_command_is_killed_the_program_ends_as_ever_and_convert_reads_all_of_it() {
        String script = """
                for p in /proc/[0-9]*; do
                  if grep -qs "^PPid:[[:space:]]*$PPID$" $p/status && [ "$(cat $p/comm)" = java ]; then kill -9 ${p#/proc/}; fi
                done
                %s calls 5
                exit 9""".formatted(PROCESSES);
        Outcome killed = traced("trace", "sh", "-c", script).go();
        assertThat(killed.status()).isEqualTo(9);
        assertThat(killed.errLines())
                .containsExactly("rocprofv3: the command's own Java runtime ended too early; the records are in "
                        + segments(killed) + "; rocprofv3 convert reads them");
        assertThat(calls(convert(segments(killed)), "trace")).isEqualTo(5);
    }

    private static String linkedStatically() {
        String program = Product.client("linked_statically");
        assumeTrue(Files.exists(Path.of(program)), "no static C library on this machine");
        return program;
    }

    private static Run traced(String name, String... program) {
        List<String> command = new ArrayList<>(List.of(
                Product.file("bin/rocprofv3"),
                "--hip-trace",
                "--marker-trace",
                "-f",
                "csv",
                "-d",
                "out",
                "-o",
                name,
                "--"));
        command.addAll(Arrays.asList(program));
        return Run.command(command.toArray(String[]::new)).onSoftgpu();
    }

    private static Outcome convert(Path segments) {
        Outcome outcome = Run.converting(segments).go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        return outcome;
    }

    private static long calls(Outcome outcome, String name) {
        return Trace.read("csv", outcome.folder().resolve("out"), name).stream()
                .filter(event -> event.function().equals("hipGetDevice"))
                .count();
    }

    private static Path segments(Outcome outcome) {
        try (Stream<Path> entries = Files.list(outcome.folder().resolve("out"))) {
            return entries.filter(entry -> entry.toString().endsWith(".segments"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> manifest(Outcome outcome) {
        Outcome read = Run.command(
                        "python3",
                        Product.SOURCES.resolve("python/read_manifest.py").toString(),
                        segments(outcome).resolve("manifest.json").toString())
                .go();
        assertThat(read.err()).isEmpty();
        return read.outLines();
    }

    private static void close(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
