package io.rocprofiler.conformance.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The examples that come with the product print what their pages show, and their C and Java tools print the same.
final class ExamplesTest {
    private static final String TRANSPOSE = "01-matrix-transpose/transpose";

    enum Language {
        C("ROCP_TOOL_LIBRARIES", "tool.so"),
        JAVA("ROCPROFILER_JAVA_TOOLS", "tool.jar");

        private final String variable;
        private final String file;

        Language(String variable, String file) {
            this.variable = variable;
            this.file = file;
        }

        Run add(Run run, String example) {
            return run.with(variable, example(example + "/" + file));
        }
    }

    /// C tools get a few enums by the last part of the enumerator, as from AMD's library.
    @ParameterizedTest
    @EnumSource
    void callback_tracing_shows_a_tree_of_ranges_and_calls(Language language) {
        String kind = language == Language.JAVA ? "hipMemcpy" : "";
        assertThat(print(language, "02-callback-tracing", TRANSPOSE, "16", "1")).isEqualTo("""
                setup
                  hipMalloc(size = 1024)
                  hipMalloc(size = 1024)
                  hipMalloc(size = 1024)
                  hipMalloc(size = 1024)
                round
                  hipMemcpyAsync(sizeBytes = 1024, kind = KINDHostToDevice)
                  hipLaunchKernel(numBlocks = {z=1, y=1, x=1}, dimBlocks = {z=1, y=16, x=16}, sharedMemBytes = 0)
                  hipMemcpyAsync(sizeBytes = 1024, kind = KINDDeviceToHost)
                  hipMemcpyAsync(sizeBytes = 1024, kind = KINDHostToDevice)
                  hipLaunchKernel(numBlocks = {z=1, y=1, x=1}, dimBlocks = {z=1, y=16, x=16}, sharedMemBytes = 0)
                  hipMemcpyAsync(sizeBytes = 1024, kind = KINDDeviceToHost)
                  queued
                  hipStreamSynchronize()
                  hipStreamSynchronize()
                0 of 12 HIP calls failed
                """.replace("KIND", kind));
    }

    @ParameterizedTest
    @EnumSource
    void buffered_tracing_counts_the_calls_of_each_function(Language language) {
        assertThat(print(language, "03-buffered-tracing", TRANSPOSE, "16", "8")).isEqualTo("""
                    4 hipEventCreate
                    4 hipEventDestroy
                   16 hipEventElapsedTime
                   32 hipEventRecord
                    4 hipFree
                    4 hipHostFree
                    4 hipHostMalloc
                   16 hipLaunchKernel
                    4 hipMalloc
                   32 hipMemcpyAsync
                    2 hipStreamCreate
                    2 hipStreamDestroy
                   16 hipStreamSynchronize
                    8 roctxMarkA
                    9 roctxRangePushA
                    9 roctxRangePop
                    8 roctxRangeStartA
                    8 roctxRangeStop
                182 records, 0 end before they start, 0 dropped
                """);
    }

    @ParameterizedTest
    @EnumSource
    void external_correlation_tells_requests_and_waves_apart(Language language) {
        assertThat(print(language, "04-external-correlation", "04-external-correlation/requests"))
                .isEqualTo("""
                            1 HIP calls of request 0
                            3 HIP calls of request 1
                            6 HIP calls of request 2
                            9 HIP calls of request 3
                           12 HIP calls of request 4
                            1 HIP calls of wave 0
                            9 HIP calls of wave 1
                           21 HIP calls of wave 2
                        """);
    }

    @ParameterizedTest
    @EnumSource
    void an_intercept_table_counts_and_chains(Language language) {
        assertThat(print(language, "05-intercept-table", TRANSPOSE, "16", "1")).isEqualTo("""
                hipMalloc: 4 calls, 4096 bytes
                hipFree: 4 calls, 0 allocations left
                hipMemcpyAsync: 4 calls, 4096 bytes
                """);
    }

    /// The tool registered last is called first and passes the call on.
    @Test
    void intercept_tables_of_two_tools_are_one_chain() {
        Run run = softgpu(example(TRANSPOSE), "16", "1");
        Language.C.add(Language.JAVA.add(run, "05-intercept-table"), "05-intercept-table");
        String each = """
                hipMalloc: 4 calls, 4096 bytes
                hipFree: 4 calls, 0 allocations left
                hipMemcpyAsync: 4 calls, 4096 bytes
                """;
        assertThat(errors(run)).isEqualTo(each + each);
    }

    @ParameterizedTest
    @EnumSource
    void code_objects_come_and_go_with_their_kernels(Language language) {
        assertThat(print(language, "06-code-objects", TRANSPOSE, "16", "1")).isEqualTo("""
                load code object 1 from memory
                load kernel 1 transpose.kd of code object 1
                unload code object 1 from memory
                unload kernel 1 transpose.kd of code object 1
                """);
    }

    @ParameterizedTest
    @CsvSource({"C_STOPS_AFTER, 5, 42", "JAVA_STOPS_AFTER, 42, 5"})
    void of_several_tools_one_stops_early_and_the_other_sees_all(String variable, int c, int java) {
        Run run = softgpu(example(TRANSPOSE), "16", "1").with(variable, "5");
        Language.C.add(Language.JAVA.add(run, "07-several-tools"), "07-several-tools");
        assertThat(errors(run)).isEqualTo("""
                C tool: configured, 0 before it
                Java tool: configured, 1 before it
                C tool: %1$d calls entered, %1$d returned
                Java tool: %2$d calls entered, %2$d returned
                """.formatted(c, java));
    }

    @ParameterizedTest
    @EnumSource
    void pause_and_resume_keep_the_warm_up_out(Language language) {
        assertThat(print(language, "08-pause-resume", "08-pause-resume/phases")).isEqualTo("""
                    3 hipDeviceSynchronize
                    1 hipFree
                    1 hipMalloc
                    3 hipMemset
                    1 pauses
                """);
    }

    @ParameterizedTest
    @EnumSource
    void kernel_dispatches_have_their_names_and_their_calls(Language language) {
        assertThat(print(language, "09-kernel-dispatch", TRANSPOSE, "16", "8")).isEqualTo("""
                   16 transpose.kd of 16x16x1 work-items in groups of 16x16x1
                16 dispatches, 16 of hipLaunchKernel, 0 end before they start, 0 dropped
                """);
    }

    @ParameterizedTest
    @EnumSource
    void memory_copies_are_told_when_asked_for_and_when_done(Language language) {
        assertThat(print(language, "10-memory-copy", TRANSPOSE, "16", "8")).isEqualTo("""
                   16 MEMORY_COPY_HOST_TO_DEVICE, 16384 bytes
                   16 MEMORY_COPY_DEVICE_TO_HOST, 16384 bytes
                32 copies asked for, 32 done, 0 with strange times
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"13-cxx-names", "14-cxx-keys"})
    void tools_in_cxx_print_what_their_pages_show(String example) {
        assertThat(print(Language.C, example, TRANSPOSE, "16", "8")).isEqualTo(page(example + "/README.md"));
    }

    @Test
    void a_client_of_roctracer_traces_itself() {
        Outcome outcome = softgpu(example("11-roctracer/transpose")).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(page("11-roctracer/README.md"));
        assertThat(outcome.status()).isZero();
    }

    @Test
    void a_live_histogram_has_every_call_of_a_function() {
        Matcher row = Pattern.compile("hipLaunchKernel +\\[([0-9, ]+)]\n")
                .matcher(print(Language.JAVA, "15-live-histogram", TRANSPOSE, "16", "8"));
        List<Integer> sums = new ArrayList<>();
        while (row.find())
            sums.add(Arrays.stream(row.group(1).split(", "))
                    .mapToInt(Integer::parseInt)
                    .sum());
        assertThat(sums).isNotEmpty();
        assertThat(sums.getLast()).isEqualTo(16);
    }

    @Test
    void the_top_kernels_have_names_and_times() {
        assertThat(print(Language.JAVA, "16-top-kernels", TRANSPOSE, "16", "8"))
                .matches("(?s).*\\d+ ns in 16 of transpose\n");
    }

    /// The tool is started while the program runs, and stopped before it ends.
    @Test
    void a_context_is_started_and_stopped_from_outside() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String script = """
                import os, re, subprocess, sys, urllib.request
                def ask(what):
                    for attempt in range(1_000_000):
                        try:
                            page = urllib.request.urlopen('http://localhost:%s/%s' % (sys.argv[1], what))
                            return page.read().decode()
                        except urllib.error.URLError:
                            if program.poll() is not None: sys.exit('the program has ended')
                program = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
                print(ask('start'), end='')
                calls = 0
                while not calls: calls = int(re.search(r'(\\d+) calls', ask('count'))[1])
                print(ask('stop').split(',')[0])
                program.kill()
                """;
        Run run = softgpu("python3", "-c", script, Integer.toString(port), example(TRANSPOSE), "512", "8192");
        Outcome outcome = Language.JAVA
                .add(run, "17-remote-control")
                .with("CONTROL_PORT", Integer.toString(port))
                .go();
        // Calls may come between the start and the count of its answer.
        assertThat(outcome.out()).as(outcome.err()).matches("start true, \\d+ calls\nstop true\n");
    }

    @Test
    void a_client_of_roctracer_in_java_traces_itself() {
        String jars = String.join(
                ":",
                example("11-roctracer/traced.jar"),
                example("01-matrix-transpose/transpose.jar"),
                Product.file("lib/java/*"));
        Run run = softgpu(
                Product.file("lib/runtime/bin/java"),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                jars,
                "TracedTranspose",
                "16",
                "2");
        assertThat(errors(run)).isEqualTo("""
                callbacks: 4 launches, 8192 bytes copied
                    4 CopyDeviceToHost
                    4 CopyHostToDevice
                    4 KernelExecution
                   28 external id 31
                    4 hipFree
                    4 hipLaunchKernel
                    4 hipMalloc
                    8 hipMemcpyAsync
                    2 hipStreamCreate
                    2 hipStreamDestroy
                    4 hipStreamSynchronize
                0 records end before they start
                """);
    }

    @Test
    void a_java_program_says_what_it_is_doing() throws IOException {
        Outcome outcome = softgpu(
                        Product.file("bin/rocprofv3"),
                        "--marker-trace",
                        "-f",
                        "csv",
                        "-d",
                        "out",
                        "-o",
                        "t",
                        "--",
                        Product.file("lib/runtime/bin/java"),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        example("12-roctx/epochs.jar") + ":" + Product.file("lib/java/rocprofiler-roctx.jar"),
                        "Epochs")
                .go();
        assertThat(outcome.out()).as(outcome.err()).startsWith("PASSED: 3 epochs of 4 batches\n");
        Map<String, Long> ranges = new TreeMap<>();
        for (String line : Files.readAllLines(outcome.folder().resolve("out/t_marker_api_trace.csv"))) {
            ranges.merge(line.split(",")[1], 1L, Long::sum);
        }
        assertThat(ranges)
                .containsEntry("\"epoch\"", 3L)
                .containsEntry("\"batch\"", 12L)
                .containsEntry("\"load\"", 12L)
                .containsEntry("\"run\"", 1L)
                .containsEntry("\"queued\"", 3L);
    }

    @Test
    void a_java_program_brings_its_own_tool() {
        String jars = String.join(
                ":",
                example("03-buffered-tracing/tool.jar"),
                example("01-matrix-transpose/transpose.jar"),
                Product.file("lib/java/*"));
        Run run = softgpu(
                Product.file("lib/runtime/bin/java"),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                jars,
                "ProfiledTranspose",
                "16",
                "8");
        assertThat(errors(run)).isEqualTo("""
                    4 hipFree
                   16 hipLaunchKernel
                    4 hipMalloc
                   32 hipMemcpyAsync
                    2 hipStreamCreate
                    2 hipStreamDestroy
                   16 hipStreamSynchronize
                    8 roctxMarkA
                    9 roctxRangePushA
                    9 roctxRangePop
                102 records, 0 end before they start, 0 dropped
                """);
    }

    @Test
    void a_tool_may_as_well_be_preloaded() {
        Run run = softgpu(
                "env", "LD_PRELOAD=" + example("08-pause-resume/tool.so"), example("08-pause-resume/phases"), "1");
        assertThat(errors(run)).isEqualTo("""
                    1 hipDeviceSynchronize
                    1 hipFree
                    1 hipMalloc
                    1 hipMemset
                    1 pauses
                """);
    }

    @Test
    void an_example_is_built_again_where_it_is_installed() {
        Outcome outcome = Run.command(
                        "make",
                        "-C",
                        example("08-pause-resume"),
                        "OUT=" + Product.TARGET.resolve("example-built-again"),
                        "JAVA_HOME=" + Product.JDK,
                        "CFLAGS=-O0 -Werror",
                        "-B")
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        assertThat(Product.TARGET.resolve("example-built-again/tool.so")).isNotEmptyFile();
    }

    // --- runs -----------------------------------------------------------------------------------------------------

    private static String print(Language language, String example, String program, String... arguments) {
        return errors(language.add(softgpu(example(program), arguments), example));
    }

    /// Returns a tool's output in a program that has passed.
    private static String errors(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.out()).as(outcome.err()).startsWith("PASSED");
        assertThat(outcome.status()).isZero();
        return outcome.err();
    }

    private static Run softgpu(String program, String... arguments) {
        return Run.command(Stream.concat(Stream.of(Product.file("bin/softgpu"), program), Stream.of(arguments))
                .toArray(String[]::new));
    }

    /// Returns the second block of an example's page: its output.
    private static String page(String file) {
        try {
            String[] blocks = Files.readString(Path.of(example(file))).split("```\\w*\n", -1);
            return blocks[3];
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String example(String file) {
        return Product.file("share/rocprofiler/examples/" + file);
    }
}
