package io.rocprofiler.collector;

import static io.rocprofiler.abi.CallbackTracingKind.MARKER_CONTROL_API;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectorTest {
    @TempDir
    Path temporary;

    private final FakeSetup setup = new FakeSetup();
    private final Map<String, String> environment = new HashMap<>();
    private Path root;
    private Path proc;

    @BeforeEach
    void process() throws IOException {
        root = temporary.resolve("segments");
        proc = Files.createDirectories(temporary.resolve("proc"));
        Files.createDirectories(proc.resolve("self"));
        Files.createDirectories(proc.resolve("sys/kernel"));
        Files.writeString(proc.resolve("self/stat"), "42 (a) b) R 41 43 44 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 777 0");
        Files.writeString(proc.resolve("self/cmdline"), "prog\0a\\b\nc\0");
        Files.writeString(proc.resolve("sys/kernel/hostname"), "host\n");
        Files.createSymbolicLink(proc.resolve("self/exe"), Path.of("/bin/prog"));
        environment.put("ROCPROFILER_COLLECTOR_DIR", root.toString());
    }

    @Test
    void itIsNamedAsAToolForTheClassPath() throws IOException {
        try (InputStream services = Collector.class.getResourceAsStream("/META-INF/services/" + Tool.class.getName())) {
            assertThat(services).hasContent(Collector.class.getName());
        }
    }

    @Test
    void withoutADirectoryItDoesNothing() throws IOException {
        environment.remove("ROCPROFILER_COLLECTOR_DIR");
        environment.put("ROCPROF_MARKER_API_TRACE", "1");
        Collector collector = collect();
        collector.close();
        assertThat(setup.contexts).isEmpty();
        assertThat(setup.buffers).isEmpty();
    }

    @Test
    void ifNothingIsAskedForItLeavesNothing() throws IOException {
        environment.put("ROCPROF_HIP_RUNTIME_API_TRACE", "0");
        collect().close();
        assertThat(setup.contexts).isEmpty();
        assertThat(root).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "HIP_RUNTIME_API, HIP_RUNTIME_API_EXT",
        "HIP_COMPILER_API, HIP_COMPILER_API_EXT",
        "HSA_CORE_API, HSA_CORE_API",
        "HSA_AMD_EXT_API, HSA_AMD_EXT_API",
        "HSA_IMAGE_EXT_API, HSA_IMAGE_EXT_API",
        "HSA_FINALIZER_EXT_API, HSA_FINALIZE_EXT_API",
        "RCCL_API, RCCL_API",
        "ROCDECODE_API, ROCDECODE_API_EXT",
        "ROCJPEG_API, ROCJPEG_API"
    })
    void anOptionIsOneService(String option, BufferTracingKind kind) throws IOException {
        environment.put("ROCPROF_" + option + "_TRACE", "1");
        collect();
        assertThat(setup.contexts).hasSize(2); // the other one is for names
        assertThat(setup.contexts.getFirst().buffered).containsExactly(kind);
        assertThat(setup.contexts.getFirst().callbacks).isEmpty();
        assertThat(setup.contexts.getFirst().active).isTrue();
    }

    @Test
    void theDirectoryDescribesTheProcess() throws IOException {
        environment.put("ROCPROF_HSA_CORE_API_TRACE", "1");
        collect();
        setup.listeners.getFirst().onRuntime("hip", 70_200, 0);
        setup.listeners.getFirst().onRuntime("roctx", 40_102, 1);
        List<String> lines = lines(root.resolve("42-1010/process.properties"));
        assertThat(lines)
                .contains(
                        "format=1",
                        "pid=42",
                        "ppid=41",
                        "pgid=43",
                        "psid=44",
                        "start_ticks=777",
                        "tid=42",
                        "command=prog\\0a\\\\b\\nc\\0",
                        "executable=/bin/prog",
                        "hostname=host",
                        "start_boottime_ns=1010")
                .endsWith("runtime.0=hip 70200 0", "runtime.1=roctx 40102 1");
        assertThat(root.resolve("42-1010/records.seg")).exists();
    }

    @Test
    void thePlaceInAParallelProgramIsWrittenDownAndTheVariablesThatNamesAreMadeOf() throws IOException {
        environment.put("ROCPROF_HSA_CORE_API_TRACE", "1");
        environment.put("OMPI_COMM_WORLD_RANK", "3");
        environment.put("OMPI_COMM_WORLD_SIZE", "8");
        environment.put("OMPI_COMM_WORLD_LOCAL_RANK", "1");
        environment.put("PMI_RANK", "5");
        environment.put("SLURM_JOB_ID", "77");
        environment.put("ROCPROF_OUTPUT_PATH", "%env{A}%/$ENV{B}/%q{C}/%tag%{D}%env{NOWHERE}%");
        environment.put("ROCPROF_OUTPUT_FILE_NAME", "%env{E}%%env{unfinished");
        for (String name : List.of("A", "B", "C", "D", "E", "PASSWORD")) environment.put(name, "value " + name);
        collect();
        assertThat(lines(root.resolve("42-1010/process.properties")))
                .contains("job=77")
                .filteredOn(line -> line.startsWith("env."))
                .containsExactly(
                        "env.OMPI_COMM_WORLD_RANK=3",
                        "env.OMPI_COMM_WORLD_SIZE=8",
                        "env.OMPI_COMM_WORLD_LOCAL_RANK=1",
                        "env.PMI_RANK=5",
                        "env.A=value A",
                        "env.B=value B",
                        "env.C=value C",
                        "env.E=value E");
    }

    @Test
    void aDirectoryThatCannotBeMadeIsNamed() throws IOException {
        Files.createFile(root);
        environment.put("ROCPROF_HSA_CORE_API_TRACE", "1");
        assertThatThrownBy(this::collect).isInstanceOf(IOException.class).hasMessageContaining(root.toString());
    }

    @Test
    void markersAreRecordsOfTheBufferWhichKeepsTheirMessages() throws IOException {
        environment.put("ROCPROF_MARKER_API_TRACE", "1");
        collect();
        assertThat(setup.contexts.getFirst().buffered)
                .containsExactlyInAnyOrder(BufferTracingKind.MARKER_CORE_RANGE_API, BufferTracingKind.MARKER_NAME_API);
        assertThat(setup.contexts.getFirst().callbacks).isEmpty();
    }

    @Test
    void pauseStopsWhatIsRecordedAndResumeStartsIt() throws IOException {
        environment.put("ROCPROF_HIP_RUNTIME_API_TRACE", "1");
        markers();
        FakeSetup.FakeContext primary = setup.contexts.getFirst();
        FakeSetup.FakeContext control = setup.contexts.getLast();
        assertThat(control.buffered).containsExactly(BufferTracingKind.MARKER_CONTROL_API);
        call(control, "roctxProfilerPause");
        assertThat(primary.active).isFalse();
        call(control, "roctxProfilerPause");
        assertThat(primary.active).isFalse();
        call(control, "roctxProfilerResume");
        assertThat(primary.active).isTrue();
        assertThat(control.active).isTrue();
    }

    @Test
    void selectedRegionsBeginWithTheFirstResume() throws IOException {
        environment.put("ROCPROF_SELECTED_REGIONS", "1");
        markers();
        assertThat(setup.contexts.getFirst().active).isFalse();
        call(setup.contexts.getLast(), "roctxProfilerResume");
        assertThat(setup.contexts.getFirst().active).isTrue();
    }

    @Test
    void selectedRegionsWorkWithoutMarkersInTheTrace() throws IOException {
        environment.put("ROCPROF_SELECTED_REGIONS", "1");
        environment.put("ROCPROF_HIP_RUNTIME_API_TRACE", "1");
        collect();
        assertThat(setup.contexts.getFirst().active).isFalse();
        assertThat(setup.contexts.getLast().buffered).isEmpty();
        call(setup.contexts.getLast(), "roctxProfilerResume");
        assertThat(setup.contexts.getFirst().active).isTrue();
        call(setup.contexts.getLast(), "roctxProfilerPause");
        assertThat(setup.contexts.getFirst().active).isFalse();
    }

    @Test
    void whereContextsAreDisabledNothingStarts() throws IOException {
        environment.put("ROCPROF_BENCHMARK_MODE", "disabled-sdk-contexts");
        environment.put("ROCPROF_HIP_RUNTIME_API_TRACE", "1");
        collect();
        assertThat(setup.contexts.getFirst().buffered).containsExactly(BufferTracingKind.HIP_RUNTIME_API_EXT);
        assertThat(setup.contexts.getFirst().active).isFalse();
    }

    private static void call(FakeSetup.FakeContext context, String function) {
        FakeCall call = new FakeCall(MARKER_CONTROL_API, function, 1, null);
        CallbackHandler handler = context.handler(MARKER_CONTROL_API);
        handler.onCallback(call.at(CallbackPhase.ENTER));
        handler.onCallback(call.at(CallbackPhase.EXIT));
    }

    private void markers() throws IOException {
        environment.put("ROCPROF_MARKER_API_TRACE", "1");
        collect();
    }

    private Collector collect() throws IOException {
        Collector collector = new Collector(
                environment::get, new FakeClock(), new FakeCallCounts(0, 0, 0), new FakeMachine(List.of()), proc);
        collector.initialize(setup);
        return collector;
    }

    /// Returns the lines without checksums.
    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }
}
