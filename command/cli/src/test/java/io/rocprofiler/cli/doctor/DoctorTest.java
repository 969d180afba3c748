package io.rocprofiler.cli.doctor;

import static io.rocprofiler.cli.doctor.FakeMachine.HIP;
import static io.rocprofiler.cli.doctor.FakeMachine.HSA;
import static io.rocprofiler.cli.doctor.FakeMachine.LIBRARIES;
import static io.rocprofiler.cli.doctor.FakeMachine.REGISTERS;
import static io.rocprofiler.cli.doctor.FakeMachine.library;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Machines in a folder: what is said of each, and whether there is something to mend.
class DoctorTest {

    @TempDir
    Path root;

    @Test
    void whereAllIsWellThereIsNothingToMend() throws IOException {
        driver();
        write(LIBRARIES + "libhsa-runtime64.so.1", HSA + REGISTERS);
        write(LIBRARIES + "libamdhip64.so.7", HIP + REGISTERS);
        assertThat(run(Map.of(), 0))
                .contains("driver         ok  /dev/kfd, amdgpu 6.8.5\n")
                .contains("GPUs           ok  node 1 gfx942\n")
                .contains("access         ok  /dev/kfd\n", "access         ok  /dev/dri/renderD128\n")
                .contains("libhsa-runtime64.so.1 (libhsa-runtime64.so.1), registers: calls, kernels, copies, memory\n")
                .contains("libamdhip64.so.7 (libamdhip64.so.7), registers: calls, streams, graphs\n")
                .doesNotContain("NO ");
    }

    @Test
    void overTheSoftwareDriverThereIsNoneToMend() throws IOException {
        driver();
        Files.delete(root.resolve("dev/kfd"));
        write("runtime/" + LIBRARIES + "libhsa-runtime64.so.1", HSA);
        write("runtime/" + LIBRARIES + "libamdhip64.so.6", HIP);
        assertThat(run(Map.of("SOFTKFD_RUNTIME", "/runtime"), 0))
                .contains("there is no /dev/kfd; as SOFTKFD_RUNTIME is set, programs run over the software driver\n")
                .doesNotContain("NO ");
    }

    @Test
    void runtimesOfDistributionsDoNotRegister() throws IOException {
        driver();
        write(LIBRARIES + "libhsa-runtime64.so.1", HSA);
        write(LIBRARIES + "libamdhip64.so.6", HIP);
        assertThat(run(Map.of(), 0))
                .contains(
                        "HSA            ok  ",
                        "does not register; rocprofv3 gets its calls, kernels, copies and memory by")
                .contains(
                        "HIP            ok  ",
                        "does not register; rocprofv3 finds its tables: calls, streams, graphs.");
    }

    @Test
    void aHipThatNeitherRegistersNorHasTablesIsSaid() throws IOException {
        driver();
        write(LIBRARIES + "libhsa-runtime64.so.1", HSA);
        write(LIBRARIES + "libamdhip64.so.5", HIP);
        assertThat(run(Map.of(), 1)).contains("HIP            NO  ", "does not register and is older than 6.0");
    }

    @Test
    void theLibraryPathComesFirstAndOthersAreNamed() throws IOException {
        driver();
        write("own/libamdhip64.so.7", HIP + REGISTERS);
        write(LIBRARIES + "libamdhip64.so.6", HIP);
        write("opt/rocm-7.0.2/lib/libhsa-runtime64.so.1", HSA + REGISTERS);
        write("etc/ld.so.conf.d/more.conf", "# a comment\n/more\n");
        write("more/librccl.so.1", library(REGISTERS));
        assertThat(run(Map.of("LD_LIBRARY_PATH", ":/own"), 0))
                .contains("/own/libamdhip64.so.7 (")
                .contains("/opt/rocm-7.0.2/lib/libhsa-runtime64.so.1 (")
                .contains("rccl           -   ", "/more/librccl.so.1 (librccl.so.1), registers\n");
    }

    @Test
    void aMachineWithoutAGpuGetsTheCommandsToType() {
        assertThat(run(Map.of(), 1))
                .contains("driver         NO  the kernel's driver for AMD GPUs is not loaded: there is no /dev/kfd\n")
                .contains("> sudo modprobe amdgpu; to try without a GPU: softgpu PROGRAM\n")
                .contains(
                        "HSA            NO  no libhsa-runtime64.so for x86-64 in",
                        "HIP            NO  no libamdhip64.so for x86-64 in");
    }

    @Test
    void aContainerWithoutTheDeviceIsToldHowToGetIt() throws IOException {
        write("sys/module/amdgpu/initstate", "live\n");
        write(".dockerenv", "");
        assertThat(run(Map.of(), 1))
                .contains("driver         NO  amdgpu is loaded, but there is no /dev/kfd in here\n")
                .contains("--device=/dev/kfd")
                .contains("container      -   yes");
    }

    @Test
    void limitsAndVariablesThatAreInTheWayAreNamed() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        write("sys/fs/cgroup/memory.max", "67108864\n");
        write("sys/fs/cgroup/memory.current", "10485760\n");
        write("sys/fs/cgroup/pids.max", "10\n");
        write("proc/self/limits", """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             12                   96365                processes
                Max address space         268435456           unlimited            bytes
                """);
        assertThat(run(Map.of("ROCPROFILER_REGISTER_ENABLED", "no"), 1))
                .contains("memory         NO  the control group has 54 MB left\n")
                .contains("address space  NO  256 MB, less than 320 MB\n", "> ulimit -v unlimited\n")
                .contains("processes      NO  12, less than 20\n")
                .contains("threads        NO  the control group has 10 left\n")
                .contains("environment    NO  ROCPROFILER_REGISTER_ENABLED=no switches tracing off\n")
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

    @Test
    void librariesThatDoNotLoadAreToldFromThoseThatAreSkipped() throws IOException {
        driver();
        write("old/libhsa-runtime64.so.1", library("hsa_init").replace((char) 2, (char) 1));
        write(LIBRARIES + "libhsa-runtime64.so.1", HSA);
        write("cut/libamdhip64.so.7", "\u007fELF");
        assertThat(run(Map.of("LD_LIBRARY_PATH", "/old;/cut;$ORIGIN/lib;;relative"), 1))
                .contains("HSA            ok  " + root.resolve(LIBRARIES))
                .contains("HIP            NO  " + root + "/cut/libamdhip64.so.7 is not a library, or cannot be read\n")
                .contains("libraries      -   $ORIGIN/lib in LD_LIBRARY_PATH is another folder for each program");
    }

    @Test
    void aLinkToNothingIsNoRuntimeThatDoesNotRegister() throws IOException {
        Files.createDirectories(root.resolve(LIBRARIES));
        Files.createSymbolicLink(root.resolve(LIBRARIES + "libamdhip64.so.7"), root.resolve("gone"));
        write(LIBRARIES + "libhsa-runtime64.so.1", library("something else"));
        assertThat(run(Map.of(), 1))
                .contains("libamdhip64.so.7 is not a library, or cannot be read\n")
                .contains("libhsa-runtime64.so.1 has no hsa_init\n");
    }

    @Test
    void theLibrarysRocmIsNamedWhereItSaysSo() throws IOException {
        write("opt/rocm-7.0.2/lib/libamdhip64.so.7", HIP + REGISTERS);
        write("opt/rocm-7.0.2/.info/version", "7.0.2-38\n");
        assertThat(run(Map.of(), 1)).contains("(libamdhip64.so.7, ROCm 7.0.2-38), registers");
    }

    @ParameterizedTest
    @CsvSource({
        "lib64/libc.so.6, stable release version 2.17., 'NO  2.17, but 2.34 is needed'",
        "usr/lib/libc.so.6, stable release version 2.40., 'ok  2.40; 2.34 is needed'",
        "lib/ld-musl-x86_64.so.1, , 'NO  the C library here is musl'",
        "nothing, , '-   not found where it is looked for; 2.34 is needed'"
    })
    void theCLibraryHasToBeNewEnough(String file, @Nullable String text, String expected) throws IOException {
        write("installed/lib/libx.so.1", "\0GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.4\0");
        write(file, "\0GNU C Library (GNU libc) " + text + "\0");
        assertThat(run(Map.of(), 1)).contains("glibc          " + expected);
    }

    @Test
    void devicesThatMayNotBeOpenedAndNodesThatMayNotBeSeenAreNamed() throws IOException {
        driver();
        Files.delete(root.resolve("dev/kfd"));
        Files.createDirectory(root.resolve("dev/kfd"));
        Files.delete(root.resolve("dev/dri/renderD128"));
        String nodes = "sys/class/kfd/kfd/topology/nodes/";
        Files.delete(root.resolve(nodes + "1/properties"));
        assertThat(run(Map.of("HIP_VISIBLE_DEVICES", "1"), 1))
                .contains("access         NO  /dev/kfd cannot be opened: ", "--device=/dev/kfd")
                .contains("access         NO  there is no /dev/dri/renderD* in here\n")
                .contains("GPUs           NO  node 1 may not be looked at\n")
                .contains("GPUs           -   HIP_VISIBLE_DEVICES=1 is set: programs see others\n");
    }

    @ParameterizedTest
    @CsvSource({
        "'0::/a/b', sys/fs/cgroup/a, memory.max, memory.current, 'memory         NO  the control group has 9 MB left'",
        "'4:cpu,memory:/a', sys/fs/cgroup/memory/a, memory.limit_in_bytes, memory.usage_in_bytes,"
                + " 'memory         NO  the control group has 9 MB left'",
        "'1:cpu:/a', sys/fs/cgroup/memory/a, memory.limit_in_bytes, memory.usage_in_bytes, 'memory         ok  no limit'",
        "'0::/', sys/fs/cgroup, pids.max, memory.max, 'threads        ok  the control group has 10485760 left'"
    })
    void controlGroupsOfBothGenerationsAndTheGroupsAbove(
            String group, String folder, String limit, String used, String expected) throws IOException {
        write("proc/self/cgroup", group + "\n");
        write(folder + "/" + limit, "10485760\n");
        write(folder + "/" + used, "1048576\n".repeat(used.equals("memory.max") ? 0 : 1));
        assertThat(run(Map.of(), 1)).contains(expected);
    }

    @Test
    void aMachineWithoutProcAndOneThatNeverOvercommitsAreNoted() throws IOException {
        assertThat(run(Map.of(), 1)).contains("limits         NO  there is no /proc", "> mount -t proc proc /proc\n");
        write("proc/sys/vm/overcommit_memory", "2\n");
        write("proc/meminfo", "CommitLimit:      400000 kB\nCommitted_AS:     300000 kB\n");
        write("proc/self/status", "Name:\tx\nSeccomp:\t2\n");
        assertThat(run(Map.of(), 1))
                .contains("overcommit     NO  the kernel never overcommits, 97 MB are left\n")
                .contains("sandbox        -   system calls are filtered");
    }

    @Test
    void theEnvironmentIsReadAsTheLibrariesReadIt() {
        for (String value : List.of("0", "00", "OFF", "False", "n", "")) {
            assertThat(run(Map.of("ROCPROFILER_REGISTER_ENABLED", value), 1)).contains("switches tracing off");
        }
        assertThat(run(Map.of("ROCPROFILER_REGISTER_ENABLED", "1", "ROCP_TOOL_LIBRARIES", "x.so"), 1))
                .doesNotContain("switches tracing off")
                .contains("environment    -   ROCP_TOOL_LIBRARIES=x.so: those tools run beside rocprofv3's\n");
    }

    @Test
    void aReportThatCannotBeWrittenIsSaidWithTheRest() {
        assertThat(run(Map.of(), 1, root.resolve("no/such/folder/report")))
                .contains("driver ")
                .contains("report         NO  " + root.resolve("no/such/folder/report") + ": no such file\n");
    }

    private void driver() throws IOException {
        new FakeMachine(root).driver();
    }

    private void write(String file, String text) throws IOException {
        new FakeMachine(root).write(file, text);
    }

    private String run(Map<String, String> environment, int exitCode) {
        return run(environment, exitCode, null);
    }

    private String run(Map<String, String> environment, int exitCode, @Nullable Path report) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Doctor doctor = new Doctor(
                root.resolve("installed"), root, environment, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        int code = doctor.run(false, report);
        String out = bytes.toString(StandardCharsets.UTF_8);
        assertThat(code).as(out).isEqualTo(exitCode);
        assertThat(out.lines().toList()).isNotEqualTo(List.of());
        return out;
    }
}
