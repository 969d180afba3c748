package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The stack of a traced call is as good as that of an untraced one: exceptions and jumps of the program's
/// callbacks pass through it, and unwinders and debuggers walk through it.
final class UnwindTest {
    private static final int ROUNDS = 1000;
    private static final int THREADS = 10;

    /// A tool's services decide the path of a call.
    enum Way {
        CALLBACKS_IN_C("ROCP_TOOL_LIBRARIES", "callback"),
        RECORDS("ROCP_TOOL_LIBRARIES", "buffer"),
        CALLBACKS_IN_JAVA("ROCPROFILER_JAVA_TOOLS", "callback");

        private final String variable;
        private final String mode;

        Way(String variable, String mode) {
            this.variable = variable;
            this.mode = mode;
        }

        Run run(Run run) {
            boolean isJava = this == CALLBACKS_IN_JAVA;
            return run.with(variable, isJava ? JavaTool.jar("EventsTool") : Product.tool("events"))
                    .with("EVENTS", mode)
                    .with("EVENTS_FILE", run.folder().resolve("events").toString());
        }
    }

    private static String untraced;

    @BeforeAll
    static void run_untraced() {
        untraced = Run.client("unwind", "leave").go().out();
        String all = "caught %1$d, jumped %1$d, destroyed %2$d, threads ended %3$d, destroyed %3$d"
                .formatted(ROUNDS, 2 * ROUNDS, THREADS);
        assertThat(untraced.lines())
                .containsExactly(
                        "hsa_iterate_agents: " + all,
                        "hipLaunchHostFunc: " + all,
                        "hipStreamAddCallback: " + all,
                        "both: " + all);
    }

    @ParameterizedTest
    @EnumSource
    void exceptions_jumps_and_ends_of_threads_pass_through(Way way) {
        Run run = way.run(Run.client("unwind", "leave"));
        check(run.go(), untraced);
        Map<String, Long> expected = new TreeMap<>();
        for (String call : List.of("1 hsa_iterate_agents", "2 hipLaunchHostFunc", "2 hipStreamAddCallback")) {
            long each = Long.parseLong(call.substring(0, 1));
            String function = call.substring(2);
            // A call that was left has a start, and no record.
            if (way == Way.RECORDS) expected.put("0 " + function, each * ROUNDS);
            else expected.put("1 " + function, each * (3 * ROUNDS + THREADS));
            if (way != Way.RECORDS) expected.put("2 " + function, each * ROUNDS);
        }
        assertThat(seen(run)).isEqualTo(expected);
    }

    /// With streams traced, too, the events around a call begin and do not end.
    @Test
    void exceptions_jumps_and_ends_of_threads_pass_through_what_is_around_calls() {
        Run run = Run.client("unwind", "leave").with("ROCP_TOOL_LIBRARIES", Product.tool("hooked"));
        check(run.with("HOOKED_FILE", run.folder().resolve("hooked").toString()).go(), untraced);
        assertThat(run.folder().resolve("hooked")).hasContent("""
                HSA_CORE_API: 3011 enter, 1001 exit
                HIP_RUNTIME_API: 12040 enter, 4000 exit
                HIP_STREAM: 12040 enter, 4000 exit
                MEMORY_ALLOCATION: 0 enter, 0 exit
                MARKER_CORE_RANGE_API: 0 enter, 0 exit
                4000 records, 0 wrong
                """);
    }

    @ParameterizedTest
    @EnumSource
    void unwinders_walk_to_main(Way way) {
        check(way.run(Run.client("unwind", "walk")).go(), """
                _Unwind_Backtrace: main, 1 frames more
                backtrace: main, 1 frames more
                libunwind: main, 1 frames more
                """);
    }

    @ParameterizedTest
    @EnumSource
    void a_debugger_walks_to_main(Way way) {
        assertThat(stack(way, "at_the_bottom")).containsSubsequence("at_the_bottom", "rpj_thunk_common", "main");
    }

    @Test
    void a_debugger_walks_from_a_tool_to_main() {
        assertThat(stack(Way.CALLBACKS_IN_C, "on_callback"))
                .containsSubsequence("on_callback", "rpj_enter_callbacks", "rpj_thunk_common", "main");
    }

    /// Returns the functions on the stack when the program first reaches a function, innermost first.
    private static List<String> stack(Way way, String function) {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/gdb")), "install gdb");
        Run run = Run.command(
                "/usr/bin/gdb",
                "-nx",
                "-batch",
                "-ex",
                "set breakpoint pending on",
                "-ex",
                "handle SIGSEGV nostop noprint pass",
                "-ex",
                "break " + function,
                "-ex",
                "run",
                "-ex",
                "backtrace",
                "--args",
                Product.client("unwind"),
                "walk");
        Outcome outcome = way.run(run.onSoftgpu()).go();
        // #3  0x00007f in function (arguments) at file:line
        return outcome.outLines().stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replace("(anonymous namespace)::", "")
                        .replaceFirst("#\\d+ +(0x[0-9a-f]+ in )?", "")
                        .replaceFirst("[ (].*", ""))
                .toList();
    }

    private static Map<String, Long> seen(Run run) {
        return Event.read(run.folder().resolve("events")).stream()
                .filter(event -> !event.function().equals("hsa_shut_down"))
                .collect(Collectors.groupingBy(
                        event -> event.phase() + " " + event.function(), TreeMap::new, Collectors.counting()));
    }

    private static void check(Outcome outcome, String out) {
        assertThat(outcome.err()).isEmpty();
        assumeTrue(!outcome.out().contains("no libunwind"), "install libunwind8 (libunwind.so.8)");
        assertThat(outcome.out()).isEqualTo(out);
        assertThat(outcome.status()).isZero();
    }
}
