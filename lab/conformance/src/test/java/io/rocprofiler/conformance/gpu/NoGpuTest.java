package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.GpuRow;
import io.rocprofiler.conformance.GpuTrace;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.ToolLanguage;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Machines unlike the tests' own: one without a GPU, and one with a real GPU.
final class NoGpuTest {

    @Test
    void without_a_gpu_calls_and_markers_are_traced_and_one_line_says_why_there_are_no_kernels() {
        Outcome untraced = Run.client("nodevice").with("SOFTGPU_AGENTS", "0").go();
        assertThat(untraced.out()).isEqualTo("""
                hipInit: hipErrorNoDevice
                hipGetDeviceCount: hipErrorNoDevice, 0
                hipMalloc: hipErrorNoDevice
                """);

        List<String> options = List.of("--hip-trace", "--marker-trace", "--kernel-trace", "-f", "csv");
        Outcome traced =
                Run.traced(options, "nodevice").with("SOFTGPU_AGENTS", "0").go();
        assertThat(traced.out()).isEqualTo(untraced.out());
        assertThat(traced.status()).isEqualTo(untraced.status()).isEqualTo(3);
        assertThat(Trace.read("csv", traced.folder().resolve("out")))
                .extracting(Event::function)
                .containsExactlyInAnyOrder(
                        "hipInit",
                        "hipGetErrorName",
                        "hipGetDeviceCount",
                        "hipGetErrorName",
                        "hipMalloc",
                        "hipGetErrorName",
                        "look_for_GPUs",
                        "none");
        assertThat(GpuRow.read(traced.folder().resolve("out"))).isEmpty();
        assertThat(traced.errLines())
                .filteredOn(line -> !line.startsWith("rocprofv3: wrote "))
                .containsExactly("rocprofiler: no kernels were recorded: HSA has found no GPU");
    }

    /// HIP without HSA: AMD's does not register if it finds no driver.
    @Test
    void a_tool_is_told_of_calls_where_hsa_does_not_come_up() {
        Outcome outcome = ToolLanguage.C.add(Run.client("hiponly"), "kh").go();
        assertThat(outcome.errLines()).containsExactly("rocprofiler: no kernels were recorded: HSA has not come up");
        assertThat(outcome.out()).isEqualTo("hipGetDevice: 100\n");
        assertThat(outcome.status()).isZero();
        GpuTrace trace = new GpuTrace(outcome.folder().resolve("gpu"));
        assertThat(trace.all('h')).extracting(trace::function).containsExactly("hipGetDevice");
        assertThat(trace.dispatches()).isEmpty();
    }

    @Test
    void a_program_that_uses_no_gpu_is_not_told_that_it_has_none() {
        Outcome outcome = ToolLanguage.C.add(Run.client("corners"), "k").go();
        assertThat(outcome.err()).isEmpty();
    }

    /// Code in a traced process must not know which runtime it traces.
    @Test
    void no_source_of_the_engine_knows_the_software_gpu() throws IOException {
        Path root = root(Product.SOURCES);
        List<Path> files = new ArrayList<>();
        for (String folder : List.of(
                "spec",
                "runtime/abi/src",
                "runtime/sdk/src",
                "runtime/collector/src",
                "runtime/native/sdk",
                "runtime/native/register")) {
            if (!Files.isDirectory(root.resolve(folder))) continue;
            try (Stream<Path> found = Files.walk(root.resolve(folder))) {
                found.filter(Files::isRegularFile)
                        .filter(file -> !file.toString().contains("/target/"))
                        .filter(file -> folder.equals("spec") ? file.toString().endsWith(".json") : true)
                        .forEach(files::add);
            }
        }
        assertThat(files).hasSizeGreaterThan(200);
        assertThat(files)
                .allSatisfy(file ->
                        assertThat(namesSoftgpu(file)).as(file.toString()).isFalse());
    }

    @Test
    void no_library_of_the_engine_knows_it_either() throws IOException {
        for (String library : List.of("librocprofiler-sdk.so.1", "librocprofiler-register.so.0"))
            assertThat(namesSoftgpu(Path.of(Product.file("lib/" + library))))
                    .as(library)
                    .isFalse();
    }

    private static boolean namesSoftgpu(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        return text.contains("softgpu") || text.contains("sg_hsa") || text.contains("sg_hip");
    }

    private static Path root(Path inside) {
        Path folder = inside;
        while (!Files.exists(folder.resolve("ARCHITECTURE.md"))) folder = folder.getParent();
        return folder;
    }
}
