package io.rocprofiler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Machines in a folder: what is said of each, and whether there is something to mend.
class DoctorTest {

    private static final String LIBRARIES = "usr/lib/x86_64-linux-gnu/";
    private static final String REGISTERS = "\0rocprofiler_register_library_api_table\0";

    @TempDir
    Path root;

    @Test
    void whereAllIsWellThereIsNothingToMend() throws IOException {
        driver();
        write(LIBRARIES + "libhsa-runtime64.so.1", REGISTERS);
        write(LIBRARIES + "libamdhip64.so.7", REGISTERS);
        assertThat(run(Map.of(), 0))
                .contains("driver       ok  /dev/kfd, amdgpu 6.8.5\n")
                .contains("GPUs         ok  node 1 gfx_target_version 90402\n")
                .contains("access       ok  /dev/kfd\n", "access       ok  /dev/dri/renderD128\n")
                .contains("libhsa-runtime64.so.1 (libhsa-runtime64.so.1), registers: calls, kernels, copies, memory\n")
                .contains("libamdhip64.so.7 (libamdhip64.so.7), registers: calls, streams, graphs\n")
                .doesNotContain("NO ");
    }

    @Test
    void runtimesOfDistributionsDoNotRegister() throws IOException {
        driver();
        write(LIBRARIES + "libhsa-runtime64.so.1", "");
        write(LIBRARIES + "libamdhip64.so.6", "");
        assertThat(run(Map.of(), 0))
                .contains(
                        "HSA          ok  ",
                        "does not register; rocprofv3 gets its calls, kernels, copies and memory by")
                .contains(
                        "HIP          ok  ", "does not register; rocprofv3 finds its tables: calls, streams, graphs.");
    }

    @Test
    void aHipThatNeitherRegistersNorHasTablesIsSaid() throws IOException {
        driver();
        write(LIBRARIES + "libhsa-runtime64.so.1", "");
        write(LIBRARIES + "libamdhip64.so.5", "");
        assertThat(run(Map.of(), 1)).contains("HIP          NO  ", "does not register and is older than 6.0");
    }

    @Test
    void theLibraryPathComesFirstAndOthersAreNamed() throws IOException {
        driver();
        write("own/libamdhip64.so.7", REGISTERS);
        write(LIBRARIES + "libamdhip64.so.6", "");
        write("opt/rocm-7.0.2/lib/libhsa-runtime64.so.1", REGISTERS);
        write("etc/ld.so.conf.d/more.conf", "# a comment\n/more\n");
        write("more/librccl.so.1", REGISTERS);
        assertThat(run(Map.of("LD_LIBRARY_PATH", ":/own"), 0))
                .contains("/own/libamdhip64.so.7 (")
                .contains("/opt/rocm-7.0.2/lib/libhsa-runtime64.so.1 (")
                .contains("rccl         -   ", "/more/librccl.so.1 (librccl.so.1), registers\n");
    }

    @Test
    void aMachineWithoutAGpuGetsTheCommandsToType() {
        assertThat(run(Map.of(), 1))
                .contains("driver       NO  the kernel's driver for AMD GPUs is not loaded: there is no /dev/kfd\n")
                .contains("> sudo modprobe amdgpu; to try without a GPU: softgpu PROGRAM\n")
                .contains("HSA          NO  no libhsa-runtime64.so in", "HIP          NO  no libamdhip64.so in");
    }

    @Test
    void aContainerWithoutTheDeviceIsToldHowToGetIt() throws IOException {
        write("sys/module/amdgpu/initstate", "live\n");
        write(".dockerenv", "");
        assertThat(run(Map.of(), 1))
                .contains("driver       NO  amdgpu is loaded, but there is no /dev/kfd in here\n")
                .contains("--device=/dev/kfd")
                .contains("container    -   yes");
    }

    @Test
    void limitsAndVariablesThatAreInTheWayAreNamed() throws IOException {
        write("sys/fs/cgroup/memory.max", "67108864\n");
        write("proc/self/limits", """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             32                   96365                processes
                Max address space         1073741824           unlimited            bytes
                """);
        assertThat(run(Map.of("ROCPROFILER_REGISTER_ENABLED", "no"), 1))
                .contains("memory       NO  the control group allows 64 MB\n")
                .contains("address space NO  1024 MB\n", "> ulimit -v unlimited\n")
                .contains("processes    NO  32\n")
                .contains("environment  NO  ROCPROFILER_REGISTER_ENABLED=no switches tracing off\n")
                .contains("> unset ROCPROFILER_REGISTER_ENABLED\n");
    }

    @Test
    void theReportHasTheSameAndTheVariablesThatMatter() throws IOException {
        Path report = root.resolve("report.txt");
        String out = run(Map.of("HSA_ENABLE_SDMA", "0", "SECRET", "x"), 1, report);
        assertThat(out).endsWith("report: " + report + "\n");
        assertThat(Files.readString(report))
                .contains(out.lines().limit(5).toList())
                .contains("HSA_ENABLE_SDMA=0\n")
                .doesNotContain("SECRET");
    }

    private void driver() throws IOException {
        write("dev/kfd", "");
        write("dev/dri/renderD128", "");
        write("sys/module/amdgpu/version", "6.8.5\n");
        String nodes = "sys/class/kfd/kfd/topology/nodes/";
        write(nodes + "0/properties", "cpu_cores_count 96\nsimd_count 0\n");
        write(nodes + "1/properties", "simd_count 1216\ngfx_target_version 90402\n");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private String run(Map<String, String> environment, int exitCode) {
        return run(environment, exitCode, null);
    }

    private String run(Map<String, String> environment, int exitCode, @Nullable Path report) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Doctor doctor = new Doctor(
                Path.of("/installed"), root, environment, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        int code = doctor.run(false, report);
        String out = bytes.toString(StandardCharsets.UTF_8);
        assertThat(code).as(out).isEqualTo(exitCode);
        assertThat(out.lines().toList()).isNotEqualTo(List.of());
        return out;
    }
}
