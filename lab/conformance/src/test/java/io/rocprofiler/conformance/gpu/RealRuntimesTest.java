package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// AMD's real runtimes, as Debian builds them, on the driver in software: a part of what
/// `lab/conformance/real-runtimes` runs. That compares each traced run with the untraced one, with the driver's log of
/// what really ran, and with HIP's own log of its calls.
final class RealRuntimesTest {
    private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");
    private static final String COMMAND =
            Product.SOURCES.resolve("../../real-runtimes").normalize().toString();
    private static final int OLD = 5;

    @Test
    void kernels_copies_and_calls_of_hip_programs_are_those_that_took_place() throws IOException {
        check(2, runtimes(false), "hip: all in one process", "--tools", "command");
    }

    /// Also where the tool is all there is: the runtime's compiler then takes faults of the JVM.
    @Test
    void so_does_a_tool_in_c_see_them() throws IOException {
        check(1, newest(), "hip: all in one process", "--tools", "tool", "--ways", "package");
    }

    @Test
    void kernels_of_many_threads_on_shared_queues_and_copies_of_hsa_programs_are_exact() throws IOException {
        check(2, newest(), "storm on shared|copies and", "--tools", "command", "--ways", "package");
    }

    /// ROCr 7 itself ends programs whose intercepted queues are full, in most of such storms.
    @Test
    void full_queues_end_no_program_and_each_of_their_kernels_belongs_to_its_call() throws IOException {
        check(2, newest(), "full", "--tools", "command", "--ways", "package");
    }

    @Test
    void kernels_have_their_times_when_the_program_wants_none() throws IOException {
        check(1, runtimes(false), "without profiling", "--tools", "command", "--ways", "package");
    }

    /// Cooperative queues, copies of nothing, copies that are refused, signals' times, regions of several agents.
    @Test
    void what_the_runtimes_do_at_their_edges_is_the_same_traced() throws IOException {
        check(2, runtimes(false), "edges|cooperative", "--tools", "command", "--ways", "package");
    }

    @Test
    void programs_that_are_killed_or_fork_leave_what_took_place() throws IOException {
        check(2, oldest(), "killed|fork-exec", "--tools", "command", "--ways", "package");
    }

    /// A copy of many pieces is one line, a cooperative launch is seen, barriers are lines of their own. HIP 7 by
    /// itself ends a third of the programs that destroy graphs while their kernels are reported. HIP 6.4 by itself
    /// sometimes leaves out those of a graph that is launched again: then the programs run once more.
    @Test
    void rocprof_writes_the_work_of_hip_as_hip_reports_it() throws IOException {
        String[] options = {"--tools", "rocprof", "--ways", "package"};
        Outcome outcome = run(runtimes(false), "graph|cooperative", options);
        for (int i = 0; i < 2 && outcome.out().contains("not traced: 50 kernel empty"); i++)
            outcome = run(runtimes(false), "graph|cooperative", options);
        check(2 * runtimes(false).size(), outcome);
        check(2, newest(), "graph", "--tools", "rocprof");
    }

    @Test
    void other_architectures_are_no_different() throws IOException {
        String programs = "registered, gfx942|registered, gfx1100";
        check(2, newest(), programs, "--set", "architectures", "--tools", "command", "--ways", "package");
    }

    @Test
    void of_an_older_runtime_hsa_is_traced_and_one_line_says_that_hip_is_not() throws IOException {
        assumeTrue(
                Files.exists(CACHES), "its HIP ends programs, traced or not, where the kernel does not say " + CACHES);
        check(1, runtimes(true), "hip: registered", "--tools", "command", "--ways", "package");
    }

    /// @param runs on each runtime
    private static void check(int runs, List<String> runtimes, String programs, String... options) {
        check(runs * runtimes.size(), run(runtimes, programs, options));
    }

    private static void check(int runs, Outcome outcome) {
        assertThat(outcome.err()).as(outcome.out()).isEmpty();
        assertThat(outcome.out()).endsWith("\n" + runs + " runs, 0 differences\n");
        assertThat(outcome.status()).isZero();
    }

    private static Outcome run(List<String> runtimes, String programs, String... options) {
        List<String> command = new ArrayList<>(List.of(COMMAND, "--runtimes", String.join(",", runtimes)));
        command.addAll(List.of("--programs", programs, "--jobs", "2"));
        command.addAll(List.of(options));
        return Run.command(command.toArray(String[]::new))
                .with("ROCPROFILER_HOME", Product.HOME.toString())
                .with(
                        "REAL_RUNTIMES_OUT",
                        Product.TARGET.resolve("real-runtimes").toString())
                .go();
    }

    private static List<String> oldest() throws IOException {
        return runtimes(false).subList(0, 1);
    }

    private static List<String> newest() throws IOException {
        return List.of(runtimes(false).getLast());
    }

    /// Returns the versions that `fetch-rocm-runtimes` has unpacked. Without any, the test is skipped.
    private static List<String> runtimes(boolean old) throws IOException {
        Map<String, String> environment = System.getenv();
        String cache = environment.getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache");
        Path folder = Path.of(environment.getOrDefault("ROCM_RUNTIMES", cache + "/rocprofiler-java/rocm-runtimes"));
        List<String> versions = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, "[0-9]*.*")) {
                folders.forEach(version -> versions.add(version.getFileName().toString()));
            }
        }
        versions.removeIf(version -> (Integer.parseInt(version.substring(0, version.indexOf('.'))) <= OLD) != old);
        versions.sort(null);
        assumeFalse(versions.isEmpty(), "without AMD's runtimes: run lab/conformance/src/test/sh/fetch-rocm-runtimes");
        return versions;
    }
}
