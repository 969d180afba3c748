package io.rocprofiler.conformance.roctracer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// roctracer's tracer tool, its files, `hip_stats` and `rocprof`, on a program whose every line is known.
final class TracerToolTest {

    private static final String TOOL = Product.file("lib/roctracer/libroctracer_tool.so");
    private static final String STATISTICS = Product.file("lib/roctracer/libhip_stats.so");

    private static final String CALLS = """
            T:T P:P hipMalloc(ptr=A, size=4096) :N
            T:T P:P hipMalloc(ptr=NULL, size=1) :N
            T:T P:P hipModuleGetFunction(function=0, module=0, kname="no \\"such\\" kernel") :N
            T:T P:P hipMemcpy(dst=A, src=A, sizeBytes=4096, kind=1) :N
            T:T P:P hipLaunchKernel(function_address=A, numBlocks={z=1, y=1, x=1024}, dimBlocks={z=1, y=1, x=1}, args=A, sharedMemBytes=0, stream=0) kernel=void ns::add<float>(float*) :N
            T:T P:P hipMemcpy(dst=A, src=A, sizeBytes=4096, kind=2) :N
            T:T P:P hipFree(ptr=A) :N
            """;

    private static final String WORK = """
            T:T 1:0 CopyHostToDevice:N:P
            T:T 1:0 add:N:P
            T:T 1:0 CopyDeviceToHost:N:P
            """;

    private static final String MARKERS = """
            T P:P 1:0:"launch"
            T P:P 2:0:""
            """;

    /// After a string everything is hexadecimal, as in roctracer: 1013 is the status 0x1013.
    private static final String HSA_CALLS = """
            T:T P:P hsa_agent_get_info({handle=H}, 17, A) = 0 :N
            T:T P:P hsa_agent_get_info({handle=H}, 17, A) = 0 :N
            T:T P:P hsa_agent_get_info({handle=H}, 17, A) = 0 :N
            T:T P:P hsa_iterate_agents(A, 0) = 0 :N
            T:T P:P hsa_amd_agent_iterate_memory_pools({handle=H}, A, A) = 1 :N
            T:T P:P hsa_amd_agent_iterate_memory_pools({handle=H}, A, A) = 1 :N
            T:T P:P hsa_amd_memory_pool_allocate({handle=H}, 4096, 0, A) = 0 :N
            T:T P:P hsa_amd_agents_allow_access(1, A, 0, A) = 0 :N
            T:T P:P hsa_amd_memory_pool_allocate({handle=H}, 4096, 0, A) = 0 :N
            T:T P:P hsa_signal_create(1, 0, 0, A) = 0 :N
            T:T P:P hsa_amd_memory_async_copy(A, {handle=H}, A, {handle=H}, 4096, 0, 0, {handle=H}) = 0 :N
            T:T P:P hsa_signal_wait_scacquire({handle=H}, 2, 1, 18446744073709551615, 0) = 0 :N
            T:T P:P hsa_signal_store_screlease({handle=H}, -1) = void :N
            T:T P:P hsa_signal_destroy({handle=H}) = 0 :N
            T:T P:P hsa_amd_memory_pool_free(A) = 0 :N
            T:T P:P hsa_amd_memory_pool_free(A) = 0 :N
            T:T P:P hsa_code_object_reader_create_from_file(F, A) = 0 :N
            T:T P:P hsa_executable_create_alt(1, 2, A, A) = 0 :N
            T:T P:P hsa_executable_load_agent_code_object({handle=H}, {handle=H}, {handle=H}, A, 0) = 0 :N
            T:T P:P hsa_signal_wait_scacquire({handle=H}, 2, 1, 18446744073709551615, 0) = 0 :N
            T:T P:P hsa_executable_freeze({handle=H}, A) = 0 :N
            T:T P:P hsa_executable_get_symbol_by_name({handle=H}, A, A, A) = 1013 :N
            T:T P:P hsa_executable_destroy({handle=H}) = 0 :N
            """;

    private static final String HSA_MARKERS = """
            T P:P 1:0:"copy"
            T P:P 2:0:""
            """;

    private static final String KERNELS = Product.client("add_kernels.so");

    /// The expressions of `bin/tblextr.py` in AMD's rocprofiler, which other scripts have copied.
    private static final List<Pattern> READERS = List.of(
            Pattern.compile("(\\d+) (\\d+):(\\d+) (\\d+):(\\d+):\"(.*)\"$"),
            Pattern.compile("(\\d+):(\\d+) (\\d+):(\\d+) ([^\\(]+)(\\(.*) :(\\d*)$"),
            Pattern.compile("(\\d+):(\\d+) (\\d+):(\\d+) ([^:]+):(\\d+):(\\d+)$"),
            Pattern.compile("^(\\d+):(\\d+) (async-copy):(\\d+):(\\d+)$"));

    @ParameterizedTest
    @ValueSource(strings = {"LD_PRELOAD", "HSA_TOOLS_LIB"})
    void every_call_piece_of_work_and_marker_is_a_line(String variable) throws IOException {
        Outcome outcome = toFiles(Run.client("tool_calls").with(variable, TOOL).with("ROCTRACER_DOMAIN", ":hip:roctx"));
        assertThat(outcome.status()).isZero();
        // HSA gives its table to the SDK and calls no OnLoad: a preloaded tool announces what it traces at the end.
        String heading = "ROCtracer (P):\n    rocTX-trace()\n";
        String announced = "    HIP-trace(*)\n";
        String own = "0 failed\n";
        assertThat(shape(outcome.out()))
                .isEqualTo(heading + (variable.equals("LD_PRELOAD") ? own + announced : announced + own));
        assertThat(shape(file(outcome, "hip_api_trace.txt"))).isEqualTo(CALLS);
        assertThat(shape(file(outcome, "hcc_ops_trace.txt"))).isEqualTo(WORK);
        assertThat(shape(file(outcome, "roctx_trace.txt"))).isEqualTo(MARKERS);
        assertThat(file(outcome, "hsa_handles.txt")).matches("(0x[0-9a-f]+ agent cpu\n)+(0x[0-9a-f]+ agent gpu\n)+");
        assertThat(file(outcome, "begin_ts_file.txt")).matches("\\d+\n");
    }

    @Test
    void the_scripts_that_read_the_files_understand_every_line() throws IOException {
        Outcome outcome =
                toFiles(Run.client("tool_calls").with("LD_PRELOAD", TOOL).with("ROCTRACER_DOMAIN", "hip:roctx"));
        for (String name : List.of("hip_api_trace.txt", "hcc_ops_trace.txt", "roctx_trace.txt")) {
            assertThat(file(outcome, name).lines())
                    .isNotEmpty()
                    .allMatch(line -> READERS.stream()
                            .anyMatch(reader -> reader.matcher(line).find()));
        }
    }

    @Test
    void times_enclose_the_work_and_ids_tie_it_to_its_call() throws IOException {
        Outcome outcome =
                toFiles(Run.client("tool_calls").with("LD_PRELOAD", TOOL).with("ROCTRACER_DOMAIN", "hip"));
        String launch = only(file(outcome, "hip_api_trace.txt"), "hipLaunchKernel(");
        String kernel = only(file(outcome, "hcc_ops_trace.txt"), " add:");
        String id = launch.substring(launch.lastIndexOf(':') + 1);
        assertThat(kernel.split(" ")[2].split(":")[1]).isEqualTo(id);
        long begin = Long.parseLong(launch.split(":")[0]);
        assertThat(Long.parseLong(kernel.split(":")[0])).isGreaterThan(begin);
    }

    @Test
    void without_a_folder_the_journal_is_where_the_program_was_started() throws IOException {
        Outcome outcome =
                written(Run.client("tool_calls").with("HSA_TOOLS_LIB", TOOL).with("ROCTRACER_DOMAIN", "hip:roctx"));
        assertThat(shape(outcome.out())).isEqualTo("""
                ROCtracer (P):
                    rocTX-trace()
                    HIP-trace(*)
                0 failed
                """);
        assertThat(shape(file(outcome, "hip_api_trace.txt"))).isEqualTo(CALLS);
        assertThat(shape(file(outcome, "hcc_ops_trace.txt"))).isEqualTo(WORK);
        assertThat(shape(file(outcome, "roctx_trace.txt"))).isEqualTo(MARKERS);
    }

    @Test
    void names_can_be_truncated() throws IOException {
        Outcome outcome = toFiles(Run.client("tool_calls")
                .with("LD_PRELOAD", TOOL)
                .with("ROCTRACER_DOMAIN", "hip")
                .with("ROCP_TRUNCATE_NAMES", "1"));
        assertThat(only(file(outcome, "hip_api_trace.txt"), "hipLaunchKernel(")).contains(" kernel=add :");
    }

    @Test
    void only_the_functions_of_the_filter_are_traced_when_the_tool_is_preloaded() throws IOException {
        Run run = Run.client("tool_calls").with("LD_PRELOAD", TOOL).with("ROCP_INPUT", "filter.xml");
        Files.writeString(
                run.folder().resolve("filter.xml"),
                "<trace name=\"HIP\"><parameters api=\"hipFree, hipMalloc\"></parameters></trace>");
        Outcome outcome = toFiles(run);
        assertThat(outcome.out()).contains("    HIP-trace(-* hipFree hipMalloc)\n");
        assertThat(shape(file(outcome, "hip_api_trace.txt"))).isEqualTo("""
                T:T P:P hipMalloc(ptr=A, size=4096) :N
                T:T P:P hipMalloc(ptr=NULL, size=1) :N
                T:T P:P hipFree(ptr=A) :N
                """);
    }

    @Test
    void a_program_may_start_the_tracing_itself() throws IOException {
        Outcome outcome = toFiles(Run.client("tool_calls", "start")
                .with("LD_PRELOAD", TOOL)
                .with("ROCTRACER_DOMAIN", "hip")
                .with("ROCP_CTRL_RATE", "-1:0:0"));
        assertThat(outcome.out()).contains("ROCtracer: trace start disabled\n");
        assertThat(shape(file(outcome, "hip_api_trace.txt"))).isEqualTo(CALLS);
    }

    @Test
    void the_end_of_hsa_is_not_the_end_of_the_trace() throws IOException {
        Outcome outcome = toFiles(
                Run.client("tool_calls", "reload").with("HSA_TOOLS_LIB", TOOL).with("ROCTRACER_DOMAIN", "hip:roctx"));
        assertThat(outcome.status()).isZero();
        assertThat(shape(file(outcome, "hip_api_trace.txt"))).isEqualTo(CALLS);
        assertThat(shape(file(outcome, "roctx_trace.txt"))).isEqualTo(MARKERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LD_PRELOAD", "HSA_TOOLS_LIB"})
    void statistics_count_calls_kernels_and_copies(String variable) throws IOException {
        Run run = Run.client("tool_calls").with(variable, STATISTICS);
        Outcome outcome = toFiles(run);
        assertThat(outcome.out()).isEqualTo("0 failed\n");
        assertThat(counts(outcome, "hip_api_stats.csv"))
                .containsExactlyInAnyOrder(
                        "\"hipMalloc\",2",
                        "\"hipModuleGetFunction\",1",
                        "\"hipMemcpy\",2",
                        "\"hipLaunchKernel\",1",
                        "\"hipFree\",1");
        assertThat(counts(outcome, "hip_kernel_stats.csv")).containsExactly("\"void ns::add<float>(float*)\",1");
        assertThat(counts(outcome, "hip_copy_stats.csv"))
                .containsExactlyInAnyOrder("\"CopyHostToDevice(4K-8K)\",1", "\"CopyDeviceToHost(4K-8K)\",1");
        assertThat(Files.readAllLines(outcome.folder().resolve("hip_copy_stats.csv"))
                        .getFirst())
                .isEqualTo("\"Name\",\"Calls\",\"TotalBytes\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"");
    }

    @Test
    void rocprof_puts_the_files_of_all_processes_together_and_says_what_to_type_from_now_on() throws IOException {
        String script = Product.client("tool_calls") + "; " + Product.client("tool_calls");
        Outcome outcome = Run.command(
                        Product.file("bin/rocprof"),
                        "--hip-trace",
                        "--stats",
                        "-o",
                        "out/run.csv",
                        "/bin/sh",
                        "-c",
                        script)
                .onSoftgpu()
                .go();
        assertThat(outcome.status()).isZero();
        assertThat(outcome.errLines().getFirst())
                .isEqualTo("rocprof: the same with rocprofv3: rocprofv3 --hip-trace --kernel-trace --memory-copy-trace"
                        + " --marker-trace --stats -o out/run -- /bin/sh -c '" + script + "'");
        assertThat(shape(Files.readString(outcome.folder().resolve("out/run.hip_api_trace.txt"))))
                .isEqualTo(CALLS + CALLS);
        assertThat(shape(Files.readString(outcome.folder().resolve("out/run.hcc_ops_trace.txt"))))
                .isEqualTo(WORK + WORK);
        assertThat(counts(outcome, "out/run.hip_stats.csv")).contains("\"hipMalloc\",4", "\"hipFree\",2");
        assertThat(counts(outcome, "out/run.stats.csv")).containsExactly("\"add\",2");
        assertThat(counts(outcome, "out/run.copy_stats.csv"))
                .containsExactlyInAnyOrder("\"CopyHostToDevice\",2", "\"CopyDeviceToHost\",2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LD_PRELOAD", "HSA_TOOLS_LIB"})
    void every_call_of_hsa_and_every_copy_is_a_line(String variable) throws IOException {
        Outcome outcome =
                toFiles(Run.client("tool_hsa", KERNELS).with(variable, TOOL).with("ROCTRACER_DOMAIN", ":hsa:roctx"));
        assertThat(outcome.status()).isZero();
        assertThat(outcome.out().lines().skip(1))
                .containsExactlyInAnyOrder("    rocTX-trace()", "    HSA-trace(*)", "    HSA-activity-trace()", "done");
        assertThat(hsaShape(file(outcome, "hsa_api_trace.txt"))).isEqualTo(HSA_CALLS);
        assertThat(shape(file(outcome, "roctx_trace.txt"))).isEqualTo(HSA_MARKERS);
        assertThat(file(outcome, "hsa_handles.txt")).matches("0x[0-9a-f]+ agent cpu\n(0x[0-9a-f]+ agent gpu\n){2}");
        assertThat(file(outcome, "hsa_api_trace.txt").lines())
                .allMatch(READERS.get(1).asPredicate());
        String call = only(file(outcome, "hsa_api_trace.txt"), "hsa_amd_memory_async_copy(");
        String id = call.substring(call.lastIndexOf(':') + 1);
        assertThat(file(outcome, "async_copy_trace.txt"))
                .matches("\\d+:\\d+ async-copy:" + id + ":\\d+\n")
                .matches(READERS.get(3).asPredicate());
    }

    @Test
    void rocprof_traces_hsa() throws IOException {
        Outcome outcome = Run.command(
                        Product.file("bin/rocprof"),
                        "--hsa-trace",
                        "-o",
                        "run.csv",
                        Product.client("tool_hsa"),
                        KERNELS)
                .onSoftgpu()
                .go();
        assertThat(outcome.status()).isZero();
        assertThat(hsaShape(Files.readString(outcome.folder().resolve("run.hsa_api_trace.txt"))))
                .isEqualTo(HSA_CALLS);
        assertThat(Files.readString(outcome.folder().resolve("run.async_copy_trace.txt")))
                .matches("\\d+:\\d+ async-copy:\\d+:\\d+\n");
        assertThat(Files.readString(outcome.folder().resolve("run.hsa_handles.txt")))
                .matches("0x[0-9a-f]+ agent cpu\n(0x[0-9a-f]+ agent gpu\n){2}");
    }

    @Test
    void rocprof_and_rocprofv3_both_have_everything_at_once() throws IOException {
        Outcome outcome = Run.tracedProgram(
                        List.of("--sys-trace", "-f", "csv"),
                        Product.file("bin/rocprof"),
                        "--sys-trace",
                        "-o",
                        "run.csv",
                        Product.client("tool_calls"))
                .go();
        assertThat(outcome.status()).isZero();
        Path folder = outcome.folder();
        assertThat(shape(Files.readString(folder.resolve("run.hip_api_trace.txt"))))
                .isEqualTo(CALLS);
        assertThat(shape(Files.readString(folder.resolve("run.hcc_ops_trace.txt"))))
                .isEqualTo(WORK);
        assertThat(shape(Files.readString(folder.resolve("run.roctx_trace.txt"))))
                .isEqualTo(MARKERS);
        assertThat(rows(folder, "hip_api_trace", 1)).containsAll(names(CALLS));
        assertThat(rows(folder, "kernel_trace", 0)).hasSize(1);
        assertThat(rows(folder, "memory_copy_trace", 1))
                .containsExactly("MEMORY_COPY_HOST_TO_DEVICE", "MEMORY_COPY_DEVICE_TO_HOST");
        // For rocprofv3, the calls with which roctracer's tool queries the agents from HSA are calls of the program.
        assertThat(rows(folder, "hsa_api_trace", 1).stream()
                        .filter(name -> !name.matches("hsa_(iterate_agents|agent_get_info|shut_down)")))
                .containsExactlyInAnyOrderElementsOf(
                        names(Files.readString(folder.resolve("run.hsa_api_trace.txt"))).stream()
                                .filter(name -> !name.matches("hsa_(iterate_agents|agent_get_info)"))
                                .toList());
    }

    /// Returns a column of a `rocprofv3` file, by number, without its heading.
    private static List<String> rows(Path folder, String file, int column) throws IOException {
        return Files.readAllLines(folder.resolve("out/trace_" + file + ".csv")).stream()
                .skip(1)
                .map(line -> line.split(",")[column].replace("\"", ""))
                .toList();
    }

    private static List<String> names(String calls) {
        return calls.lines().map(line -> line.split("[ (]")[2]).toList();
    }

    private static String hsaShape(String text) {
        return shape(text).replaceAll("handle=\\d+", "handle=H").replaceAll("from_file\\(\\d+,", "from_file(F,");
    }

    @Test
    void rocprof_ends_as_the_program_ends() {
        Outcome outcome = Run.command(Product.file("bin/rocprof"), "--roctx-trace", "/bin/sh", "-c", "exit 7")
                .go();
        assertThat(outcome.status()).isEqualTo(7);
        assertThat(outcome.err()).contains("rocprof: warning: nothing was recorded");
    }

    static Outcome toFiles(Run run) {
        return written(run.with("ROCP_OUTPUT_DIR", run.folder().toString()));
    }

    /// Runs the program, and then the command that its last line names.
    private static Outcome written(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.errLines()).hasSize(1);
        Matcher said = Pattern.compile(
                        "ROCtracer: the text files of process \\d+ are written by: rocprof --write '(.*)'")
                .matcher(outcome.errLines().getFirst());
        assertThat(said.matches()).as(outcome.err()).isTrue();
        Outcome made = Run.command(Product.file("bin/rocprof"), "--write", said.group(1))
                .go();
        assertThat(made.status()).as(made.err()).isZero();
        return outcome;
    }

    /// Returns the only file of the run's only process.
    private static String file(Outcome outcome, String name) throws IOException {
        try (Stream<Path> files = Files.list(outcome.folder())) {
            List<Path> found = files.filter(
                            path -> path.getFileName().toString().matches("\\d+_" + Pattern.quote(name)))
                    .toList();
            assertThat(found).hasSize(1);
            return Files.readString(found.getFirst());
        }
    }

    private static String only(String text, String part) {
        List<String> lines = text.lines().filter(line -> line.contains(part)).toList();
        assertThat(lines).hasSize(1);
        return lines.getFirst();
    }

    /// Returns name and number of calls of each row.
    private static List<String> counts(Outcome outcome, String name) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(outcome.folder().resolve(name)));
        assertThat(lines.removeFirst()).startsWith("\"Name\",\"Calls\",");
        return lines.stream()
                .map(line -> line.replaceFirst("(\",\\d+),.*", "$1"))
                .filter(line -> !line.startsWith("\"hipInit\""))
                .toList();
    }

    /// Removes from lines what differs from run to run: times, processes, addresses, ids. The first call
    /// initialises HSA and the tools that HSA loads, so only the other calls are the same in both cases.
    static String shape(String text) {
        return text.replaceAll("(?m)^.* hipInit\\(flags=0\\) :\\d+\n", "")
                .replaceAll("(?m)^\\d{9,}:\\d{9,} ", "T:T ")
                .replaceAll("(?m)^\\d{9,}( |$)", "T$1")
                .replaceAll("(?m)^(T:T|T) \\d{2,}:\\d{2,} ", "$1 P:P ")
                .replaceAll("\\((\\d+)\\):", "(P):")
                .replaceAll("0x[0-9a-f]+", "A")
                .replaceAll("(?m):\\d+:\\d+$", ":N:P")
                .replaceAll("(?m) :\\d+$", " :N");
    }
}
