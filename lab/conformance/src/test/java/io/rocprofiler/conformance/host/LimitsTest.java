package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Under limits of every kind a program behaves as it does untraced, and there is either a complete trace or
/// one line.
final class LimitsTest {
    private static final int ROUNDS = 50;

    /// A separate user, as a limit of processes counts all of a user.
    private static final String SOMEBODY = "setpriv --reuid=61234 --regid=61234 --clear-groups";

    /// From too little to start anything to plenty: in KiB, files, blocks of 1024 bytes, processes.
    @ParameterizedTest(name = "ulimit -{0}")
    @CsvSource({
        "v, '15000 60000 150000 220000 290000 325000 335000 345000 380000 500000 700000 800000 820000 1000000 2000000'",
        "d, '1000 3000 10000 20000 30000 40000 55000 74000 80000 120000 170000 240000'",
        "n, '5 7 9 11 13 20'",
        "f, '0 1 4 8 1000 1030 2060 3090 9000'",
        "l, '0 64'",
        "s, '256 1024 8192'"
    })
    void a_program_is_what_it_is_untraced_and_its_trace_is_whole_or_a_line_says_why_not_under(
            String limit, String steps) {
        sweep("", limit, steps);
    }

    @Test
    void so_it_is_with_few_threads() {
        boolean can = Run.command("sh", "-c", SOMEBODY + " test -x " + Product.client("limits"))
                        .go()
                        .status()
                == 0;
        assumeTrue(can, "only root can start programs as somebody else");
        sweep(SOMEBODY, "u", "1 4 9 14 19 21 40");
    }

    /// A process that exceeds its control group's memory would be killed.
    @ParameterizedTest
    @CsvSource({"memory, memory.limit_in_bytes, '4M 16M 40M 72M 90M 200M'", "pids, pids.max, '2 9 14 19 23 40'"})
    void so_it_is_in_a_control_group_with_little(String controller, String file, String steps) {
        String group = "/sys/fs/cgroup/" + controller + "/rocprofiler-limits-"
                + ProcessHandle.current().pid();
        boolean can = Run.command("sh", "-c", "mkdir " + group + " && test -w " + group + "/" + file)
                        .go()
                        .status()
                == 0;
        assumeTrue(can, "nobody may make a control group here, or they are of the other generation");
        try {
            sweep(
                    "sh -c 'echo %s >" + group + "/" + file + "; echo $$ >" + group + "/tasks; exec \"$0\" \"$@\"'",
                    "",
                    steps);
        } finally {
            Run.command("rmdir", group).go();
        }
    }

    /// Where there is no room for a JVM, our libraries themselves take little: two stacks have 16 MiB of these.
    @ParameterizedTest
    @ValueSource(strings = {"18000", "19000", "20000"})
    void a_program_that_runs_unprofiled_starts_as_many_threads_as_untraced(String kibibytes) {
        Run run = Run.client("room_left", kibibytes);
        Outcome untraced = Run.client("room_left", kibibytes).go();
        Outcome traced = run.collecting(run.folder().resolve("records"), "MARKER_API")
                .withEngine()
                .go();
        assertThat(traced.err()).startsWith("rocprofiler: no room for a Java runtime in this process");
        assertThat(traced.out()).isEqualTo(untraced.out()).isNotEqualTo("0 threads\n");
        assertThat(traced.status()).isEqualTo(untraced.status());
    }

    private static void sweep(String start, String limit, String steps) {
        Run whole = Run.command(
                Product.file("bin/rocprofv3"), "convert", "records", "-f", "csv", "-d", "out", "-o", "trace");
        Path records = whole.folder().resolve("records");
        assertThat(Run.command("sh", "-c", "chmod o+x " + records.getParent() + "; mkdir -m 777 " + records)
                        .go()
                        .status())
                .isZero();
        Map<String, List<String>> said = new LinkedHashMap<>();
        for (String step : steps.split(" ")) {
            String ulimit = limit.isEmpty() ? "" : "ulimit -" + limit + " " + step + "; ";
            String script = "%sexec %s %s step%s %d"
                    .formatted(ulimit, start.replace("%s", step), Product.client("limits"), step, ROUNDS);
            said.put(
                    "step" + step,
                    program(recorded(records, "bash", "-c", piped(script))).errLines());
        }
        assertThat(whole.go().status()).isZero();
        Map<String, Long> marks = Trace.read("csv", whole.folder().resolve("out")).stream()
                .collect(Collectors.groupingBy(Event::function, Collectors.counting()));
        said.forEach((step, lines) -> {
            if (lines.isEmpty()) assertThat(marks.get(step)).as(step).isEqualTo(ROUNDS);
            else assertThat(lines).as(step).singleElement().asString().startsWith("rocprof");
        });
        assertThat(said.values())
                .last()
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .isEmpty();
    }

    /// Lowers a limit to the present use plus some bytes: a JVM that then gets no memory, thread or file would end
    /// its process.
    @ParameterizedTest
    @CsvSource({
        "AS, 0",
        "AS, 100000",
        "AS, 3000000",
        "DATA, 0",
        "DATA, 100000",
        "DATA, 2000000",
        "NOFILE, 0",
        "FSIZE, 0",
        "FSIZE, 3000000",
        "NPROC, 0"
    })
    void a_program_that_lowers_its_limits_later_goes_on(String resource, String more) {
        String program = Product.client("limits") + " text 4000 " + resource + " " + more;
        Run run = recorded(null, "bash", "-c", piped("exec " + program));
        assertThat(program(run).errLines()).hasSizeLessThanOrEqualTo(1);
    }

    /// glibc ends a process in which a thread's data of libjvm cannot be allocated.
    @ParameterizedTest
    @ValueSource(strings = {"callback", "buffer", "java"})
    void threads_for_which_there_is_no_memory_call_untraced_and_those_of_a_tool_are_refused(String way) {
        Run run = Run.client("starved");
        Outcome outcome = way.equals("java")
                ? run.with("ROCPROFILER_JAVA_TOOLS", JavaTool.jar("ThreadingTool"))
                        .go()
                : run.withEvents(way, "lib/libjsig.so").go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("0 wrong\n");
        assertThat(outcome.status()).isZero();
        if (way.equals("callback")) assertThat(outcome.err()).isEmpty(); // callbacks take the C path
        else
            assertThat(outcome.errLines()).anyMatch(line -> line.contains(": little memory is left in this process: "));
        if (way.equals("java")) assertThat(outcome.err()).contains("calls 600, ran 400, refused 200\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "C.UTF-8"})
    void nothing_of_the_process_is_changed_with_the_locale(String locale) {
        Run run = recorded(null, "bash", "-c", "ulimit -S -n 333; exec " + Product.client("unchanged"));
        Outcome outcome = run.with("LC_ALL", locale).go();
        assertThat(outcome.out()).isEqualTo("0 changes\n");
        assertThat(outcome.err()).isEmpty();
    }

    /// Pipes the output, because a limit of file size would also apply to messages written to files.
    private static String piped(String script) {
        return "exec 3>&1; { ( " + script
                + " ) 2>&1 >&4 4>&- | cat >&2; exit ${PIPESTATUS[0]}; } 4>&1 | cat >&3; exit ${PIPESTATUS[0]}";
    }

    /// Checks that a program behaves as it does untraced, and leaves no files in its working directory.
    private static Outcome program(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("done\n");
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(7);
        assertThat(outcome.folder().toFile().list()).as(outcome.err()).containsOnly("stdout", "stderr");
        return outcome;
    }

    /// Records as under `rocprofv3 --marker-trace`, but without the command's own JVM, which has its own limits.
    private static Run recorded(@Nullable Path records, String... command) {
        Run run = Run.command(command);
        Path own = run.folder().resolveSibling(run.folder().getFileName() + ".records");
        return run.onSoftgpu()
                .collecting(records == null ? own : records, "MARKER_API")
                .with(
                        "LD_PRELOAD",
                        Product.file("lib/libjsig.so") + ":" + Product.file("lib/librocprofiler-sdk-roctx.so.1"));
    }
}
