package io.rocprofiler.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The test's own runtime, whose functions do what real ones seldom do.
final class RuntimeTablesTest {
    private static final String GIVEN = """
            hipMemcpy2D 0x1001 2 0x1003 4 5 6 3
            hipMemset3D 0x1001 12 13 14, -15, 16 17 18
            hipLaunchKernel 0x1001 21 22 23, 24 25 26, 0x1027 28 0x1029
            hipTexRefSetMipmapLevelClamp 0x1031 0.25 1.5
            returned 0 1 0 0
            """;
    private static final String SEEN = """
            enter hipMemcpy2D 0x1001 2 0x1003 4 5 6 3
            exit hipMemcpy2D 0x1001 2 0x1003 4 5 6 3 -> 0
            enter hipMemset3D 0x1001 12 13 14, -15, 16 17 18
            exit hipMemset3D 0x1001 12 13 14, -15, 16 17 18 -> 1
            enter hipLaunchKernel 0x1001 21 22 23, 24 25 26, 0x1027 28 0x1029
            exit hipLaunchKernel 0x1001 21 22 23, 24 25 26, 0x1027 28 0x1029 -> 0
            enter hipTexRefSetMipmapLevelClamp 0x1031 0.25 1.5
            exit hipTexRefSetMipmapLevelClamp 0x1031 0.25 1.5 -> 0
            """;

    @Test
    void structs_floats_and_many_arguments_reach_the_runtime_and_the_payload() throws IOException {
        check("arguments", "registered: 0, handle 8, all known slots wrapped\n" + GIVEN, SEEN + "4 enter, 4 exit\n");
    }

    @Test
    void exceptions_and_jumps_pass_through_traced_calls() throws IOException {
        check(
                "leave",
                "registered: 0, handle 8, all known slots wrapped\ncaught 1000, jumped 1000\n" + GIVEN,
                SEEN + "2004 enter, 4 exit\n");
    }

    @Test
    void calls_that_an_exception_left_are_counted_in_the_trace() {
        Outcome outcome =
                Run.traced(List.of("--hip-trace", "-f", "csv"), "mock", "leave").go();
        assertThat(outcome.err()).contains("recorded 4, in flight 0, dropped 0, left by an exception 2000");
    }

    @Test
    void of_a_short_table_only_the_slots_that_exist_are_touched() throws IOException {
        check("short", "registered: 0, handle 8, 5\n", "0 enter, 0 exit\n");
    }

    /// 545 functions are known, as many as the operations in the headers.
    @Test
    void of_a_newer_table_the_unknown_slots_stay_the_runtimes() throws IOException {
        check(
                "long",
                "rocprofiler: 64 functions of HIP_RUNTIME are newer than this profiler and are not traced\n",
                "registered: 0, handle 8, all known slots wrapped\n" + GIVEN,
                SEEN + "4 enter, 4 exit\n");
    }

    @Test
    void a_second_instance_is_traced_too() throws IOException {
        String first = "registered: 0, handle 8, all known slots wrapped\n";
        check("second", first + first.replace('8', '9') + GIVEN, SEEN + "4 enter, 4 exit\n");
    }

    private static void check(String what, String out, String seen) throws IOException {
        check(what, "", out, seen);
    }

    private static void check(String what, String err, String out, String seen) throws IOException {
        Run run = Run.client("mock", what).with("ROCP_TOOL_LIBRARIES", Product.tool("arguments"));
        Outcome outcome = run.with(
                        "ARGUMENTS_FILE", run.folder().resolve("arguments").toString())
                .go();
        assertThat(outcome.err()).isEqualTo(err);
        assertThat(outcome.out()).isEqualTo(out);
        assertThat(outcome.status()).isZero();
        assertThat(Files.readString(run.folder().resolve("arguments"))).isEqualTo(seen);
    }
}
