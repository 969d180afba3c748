package io.rocprofiler.conformance.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Oracle;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Progress;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The text files of `rocprof`, and of the tracer tool by hand, have each call that had returned, however its process
/// ended. The programs count their calls in memory that outlives them.
final class RocprofSurvivalTest {
    private static final int KILLS = 4;
    private static final int SIGKILLED = 128 + 9;

    private static final String TOOL = Product.file("lib/roctracer/libroctracer_tool.so");
    private static final Pattern CALL = Pattern.compile("\\d+:\\d+ (\\d+):(\\d+) (\\w+)\\(.* :\\d+");
    private static final Pattern MARK = Pattern.compile("\\d+ (\\d+):(\\d+) 0:0:\".*\"");
    private static final Pattern WORK = Pattern.compile("\\d+:\\d+ \\d+:\\d+ FillBuffer:(\\d+):\\d+");

    @ParameterizedTest
    @ValueSource(strings = {"", "--flush-rate 500us"})
    void every_call_that_returned_before_a_kill_is_a_line(String option) throws IOException {
        for (long calls : RandomGenerator.getDefault().longs(KILLS, 1, 12_000).toArray()) {
            Run run = Run.command(rocprof("--sys-trace " + option, Product.client("busy"), "progress", "never"))
                    .onSoftgpu();
            Progress progress = new Progress(run.folder().resolve("progress"));
            Process process = run.start();
            // A page of memory gives no notification, so this polls.
            while (process.isAlive() && (progress.pid() == 0 || progress.total() < calls))
                LockSupport.parkNanos(50_000);
            ProcessHandle.of(progress.pid()).ifPresent(ProcessHandle::destroyForcibly);
            Outcome outcome = run.end(process);
            assertThat(outcome.status()).as(outcome.err()).isEqualTo(SIGKILLED);
            assertLines(outcome, progress);
        }
    }

    @ParameterizedTest
    @CsvSource({"abort, 134", "segv, 139", "_exit, 9", "exit, 4", "term, 3", "return, 5"})
    void every_call_that_returned_before_the_program_ended_is_a_line(String how, int status) throws IOException {
        Run run = Run.command(rocprof("--sys-trace", Product.client("busy"), "progress", how, "200"))
                .onSoftgpu();
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(status);
        assertLines(outcome, new Progress(outcome.folder().resolve("progress")));
    }

    /// By the SDK, which sees HSA's queues, and by HIP, which submits on a thread of its own here.
    @ParameterizedTest
    @CsvSource({
        "1, exit, 0",
        "1, _exit, 0",
        "1, quick_exit, 0",
        "1, exit_group, 0",
        "1, execve, 0",
        "1, abort, 134",
        "1, kill, 137",
        "0, exit, 0",
        "0, _exit, 0",
        "0, quick_exit, 0",
        "0, exit_group, 0",
        "0, execve, 0",
        "0, abort, 134",
        "0, kill, 137"
    })
    void every_kernel_that_the_program_has_waited_for_is_a_line(String direct, String how, int status)
            throws IOException {
        Outcome outcome = Run.command(rocprof("--hip-trace", Product.client("waited"), how))
                .onSoftgpu()
                .with("AMD_DIRECT_DISPATCH", direct)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(status);
        assertThat(lines(outcome.folder().resolve("run.hcc_ops_trace.txt")))
                .hasSize(100)
                .allMatch(line -> line.contains(" seen:"))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({
        "tool_calls, 'hip_api_trace.txt hcc_ops_trace.txt roctx_trace.txt hsa_handles.txt'",
        "tool_hsa, 'hsa_api_trace.txt async_copy_trace.txt roctx_trace.txt'"
    })
    void the_lines_of_a_killed_program_are_those_of_one_that_ends(String program, String names) throws IOException {
        List<String> words = new ArrayList<>(List.of(Product.client(program)));
        if (program.equals("tool_hsa")) words.add(Product.client("add_kernels.so"));
        String trace = program.equals("tool_hsa") ? "hsa" : "hip";
        Run written = Run.command(words.toArray(String[]::new))
                .onSoftgpu()
                .with("LD_PRELOAD", TOOL)
                .with("ROCTRACER_DOMAIN", trace + ":roctx");
        Path folder = TracerToolTest.toFiles(written).folder();
        words.add("killed");
        Outcome killed = Run.command(rocprof("--" + trace + "-trace", words.toArray(String[]::new)))
                .onSoftgpu()
                .go();
        assertThat(killed.status()).as(killed.err()).isEqualTo(SIGKILLED);
        for (String name : names.split(" ")) {
            assertThat(shape(killed.folder().resolve("run." + name)))
                    .as(name)
                    .isNotEmpty()
                    .isEqualTo(shape(only(folder, "\\d+_" + name)));
        }
    }

    @Test
    void what_the_tool_leaves_by_hand_becomes_the_same_files() throws IOException {
        Run run = Run.client("tool_calls", "killed").with("LD_PRELOAD", TOOL).with("ROCTRACER_DOMAIN", "hip:roctx");
        Outcome killed = run.with("ROCP_OUTPUT_DIR", run.folder().toString()).go();
        assertThat(killed.status()).isEqualTo(SIGKILLED);
        String folder = killed.folder().toString();
        for (String prefix : List.of("one", "another")) { // what is there stays
            Outcome made = Run.command(
                            Product.file("bin/rocprof"), "--from", folder, "--stats", "-o", folder + "/" + prefix)
                    .go();
            assertThat(made.status()).as(made.err()).isZero();
            assertThat(Files.readString(killed.folder().resolve(prefix + ".hip_stats.csv")))
                    .contains("\"hipMalloc\",2,", "\"hipLaunchKernel\",1,");
            assertThat(lines(killed.folder().resolve(prefix + ".hcc_ops_trace.txt")))
                    .hasSize(3);
        }
        Outcome none =
                Run.command(Product.file("bin/rocprof"), "--from", "nowhere").go();
        assertThat(none.errLines()).containsExactly("rocprof: no folder nowhere");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--hip-trace", "--sys-trace"})
    void each_process_of_a_family_has_its_calls_however_it_ends(String option) throws IOException {
        Outcome outcome = Run.command(rocprof(option, Product.client("family"), "oracle", "2"))
                .onSoftgpu()
                .go();
        List<Oracle.Row> rows = Oracle.read(outcome.folder().resolve("oracle"));
        Map<String, Long> lines = calls(outcome, "run.hip_api_trace.txt", 1);
        assertThat(rows).hasSizeGreaterThan(1);
        for (Oracle.Row row : rows) {
            assertThat(lines.getOrDefault("hipGetDevice " + row.pid(), 0L))
                    .as("process " + row + "\n" + outcome.err())
                    .isBetween(row.done(), row.begun());
        }
    }

    @Test
    void a_program_that_executes_another_one_leaves_its_own_calls() throws IOException {
        Outcome outcome = Run.command(rocprof("--hip-trace", Product.client("processes"), "exec", "2"))
                .onSoftgpu()
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(calls(outcome, "run.hip_api_trace.txt", 1).values()).containsExactly(30L);
    }

    @Test
    void a_daemon_is_named_and_its_later_calls_are_read_later() throws Exception {
        Run run = Run.command(rocprof("--hip-trace", Product.client("processes"), "daemon", "go"))
                .onSoftgpu();
        Path go = run.folder().resolve("go");
        assertThat(Run.command("mkfifo", go.toString()).go().status()).isZero();
        Outcome outcome = run.go();
        assertThat(outcome.out()).endsWith(" intact\n");
        Matcher said = Pattern.compile("rocprof: still running: (\\d+) processes; what they record from now on is read"
                        + " by: rocprof --from (\\S+)")
                .matcher(outcome.err());
        assertThat(said.find()).as(outcome.err()).isTrue();
        assertThat(calls(outcome, "run.hip_api_trace.txt", 1)).containsEntry("hipGetDevice " + said.group(1), 50_010L);
        ProcessHandle daemon = ProcessHandle.of(Long.parseLong(said.group(1))).orElseThrow();
        Files.newOutputStream(go).close();
        daemon.onExit().get(60, TimeUnit.SECONDS);
        Outcome late = Run.command(Product.file("bin/rocprof"), "--from", said.group(2), "-o", "run")
                .go();
        assertThat(calls(late, "run.hip_api_trace.txt", 1)).containsEntry("hipGetDevice " + said.group(1), 50_015L);
    }

    @Test
    void a_journal_that_may_not_become_larger_goes_on_in_further_files() throws IOException {
        String limited = "ulimit -f 700; exec " + Product.client("busy") + " progress return 100"; // in KiB
        Outcome outcome = Run.command(rocprof("--sys-trace", "bash", "-c", limited))
                .onSoftgpu()
                .go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(5);
        assertThat(outcome.err()).doesNotContain("ROCtracer");
        assertLines(outcome, new Progress(outcome.folder().resolve("progress")));
    }

    @Test
    void what_a_running_program_has_called_so_far_can_be_written_again_and_again() throws IOException {
        Run run = Run.client("busy", "progress", "never")
                .with("LD_PRELOAD", TOOL)
                .with("ROCTRACER_DOMAIN", "sys:roctx")
                .with("ROCP_FLUSH_RATE", "500");
        Progress progress = new Progress(run.folder().resolve("progress"));
        Process process = run.with("ROCP_OUTPUT_DIR", run.folder().toString()).start();
        for (long calls = 1000; calls <= 10_000; calls *= 10) {
            while (process.isAlive() && (progress.pid() == 0 || progress.total() < calls))
                LockSupport.parkNanos(50_000);
            Map<String, Long> returned = progress.returned();
            String folder = run.folder().toString();
            Outcome made = Run.command(Product.file("bin/rocprof"), "--from", folder, "-o", folder + "/run")
                    .go();
            assertThat(made.status()).as(made.err()).isZero();
            Map<String, Long> lines = counts(
                    run.folder().resolve("run.hip_api_trace.txt"),
                    CALL,
                    matcher -> matcher.group(3) + " " + matcher.group(2));
            returned.forEach((call, count) -> {
                if (call.startsWith("hipMemset ")) assertThat(lines.get(call)).isGreaterThanOrEqualTo(count);
            });
        }
        process.destroyForcibly();
        run.end(process);
    }

    @Test
    void a_damaged_journal_is_said_and_what_can_be_read_of_it_is_written() throws IOException {
        Run run = Run.client("tool_calls", "killed").with("LD_PRELOAD", TOOL).with("ROCTRACER_DOMAIN", "hip:roctx");
        Path folder = run.with("ROCP_OUTPUT_DIR", run.folder().toString()).go().folder();
        Path journal = only(folder, "\\d+_calls\\.journal");
        byte[] bytes = Files.readAllBytes(journal);
        for (int cut : new int[] {0, 100, 4096, 4200, bytes.length / 2, bytes.length - 1}) {
            Files.write(journal, Arrays.copyOf(bytes, cut));
            Outcome made = Run.command(Product.file("bin/rocprof"), "--from", folder.toString(), "-o", "run")
                    .go();
            // A cut between two chunks looks like a process that ended there.
            assertThat(made.status()).as(made.err()).isEqualTo(cut == 4096 ? 0 : 1);
            if (cut != 4096) assertThat(made.err()).contains("rocprof: warning: ", journal.toString());
        }
    }

    // --- the files -------------------------------------------------------------------------------------------------

    private static String[] rocprof(String options, String... program) {
        List<String> command = new ArrayList<>(List.of(Product.file("bin/rocprof")));
        command.addAll(List.of(options.strip().split(" ")));
        command.addAll(List.of("-o", "run.csv"));
        command.addAll(List.of(program));
        return command.toArray(String[]::new);
    }

    /// Checks the calls of `busy`: the last one of each thread may be a line but not yet counted. A copy's work is over
    /// before its call returns.
    private static void assertLines(Outcome outcome, Progress progress) throws IOException {
        Map<String, Long> lines = calls(outcome, "run.hip_api_trace.txt", 2);
        lines.putAll(calls(outcome, "run.hsa_api_trace.txt", 2));
        lines.putAll(
                counts(outcome.folder().resolve("run.roctx_trace.txt"), MARK, matcher -> "mark " + matcher.group(2)));
        progress.returned()
                .forEach((call, returned) -> assertThat(lines.getOrDefault(call, 0L))
                        .as(call + "\n" + outcome.err())
                        .isBetween(returned, returned + 1));
        List<String> fills = new ArrayList<>();
        for (String line : lines(outcome.folder().resolve("run.hcc_ops_trace.txt"))) {
            Matcher work = WORK.matcher(line);
            assertThat(work.matches()).as(line).isTrue();
            fills.add(work.group(1));
        }
        long memsets = progress.returned().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("hipMemset "))
                .mapToLong(Map.Entry::getValue)
                .sum();
        assertThat(fills).doesNotHaveDuplicates().hasSizeBetween((int) memsets, (int) memsets + 2);
    }

    /// Counts calls by name and process (1) or thread (2).
    private static Map<String, Long> calls(Outcome outcome, String file, int by) throws IOException {
        return counts(outcome.folder().resolve(file), CALL, matcher -> matcher.group(3) + " " + matcher.group(by));
    }

    private static Map<String, Long> counts(Path file, Pattern pattern, Function<Matcher, String> key)
            throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (String line : lines(file)) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.matches()) counts.merge(key.apply(matcher), 1L, Long::sum);
        }
        return counts;
    }

    /// Returns the lines of a file, which may not be there: then it has none.
    private static List<String> lines(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static Path only(Path folder, String pattern) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found = files.filter(
                            path -> path.getFileName().toString().matches(pattern))
                    .toList();
            assertThat(found).hasSize(1);
            return found.getFirst();
        }
    }

    private static String shape(Path file) throws IOException {
        return TracerToolTest.shape(Files.readString(file))
                .replaceAll("handle=\\d+", "handle=H")
                .replaceAll("from_file\\(\\d+,", "from_file(F,");
    }
}
