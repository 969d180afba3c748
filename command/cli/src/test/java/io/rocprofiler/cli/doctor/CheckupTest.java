package io.rocprofiler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.internal.SdkVersion;
import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.doctor.Answer.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Machines in a folder: what each check says of them, and the report as a whole.
class CheckupTest {

    /// AMD's, in its order.
    private static final List<String> AMDS =
            """
            install.rocm-root install.sdk-library install.sdk-tool-library install.roctx-library install.avail-library
            install.kokkosp-library install.attach-library install.version-consistency install.no-mixed-rocm
            install.metrics-path
            driver.kfd-device driver.kfd-readable driver.dri-devices driver.render-group driver.video-group
            driver.amdgpu-module driver.gpu-topology
            runtime.hsa-library runtime.hip-library runtime.aqlprofile-library runtime.att-decoder-library
            runtime.rocprofiler-register runtime.libraries-load
            counters.cap-perfmon counters.no-profiler-lock counters.avail-enumeration
            environ.run-as-user environ.ld-preload-conflict environ.hsa-tools-lib environ.rocp-tool-libraries
            environ.gpu-visibility environ.beta-gates environ.rocprof-vars-dump
            container.detected container.device-passthrough container.virt-gpu
            python.version python.sqlite3 python.ctypes python.importlib python.pyyaml python.pandas python.otf2
            python.rocprofv3-package
            filesystem.output-dir-writable filesystem.output-disk-space filesystem.tmp-writable
            tools.rocprofv3 tools.rocprofv3-avail tools.rocprof-attach tools.rocpd tools.rocprofv3-avail-runnable
            smoke.avail-info smoke.rocprofv3-launcher
            """.lines().flatMap(line -> Arrays.stream(line.split(" "))).toList();

    /// What the machine of the tests does not have, or this product has no part of.
    private static final List<String> LEFT =
            """
            install.avail-library install.kokkosp-library install.attach-library install.metrics-path
            runtime.aqlprofile-library runtime.att-decoder-library runtime.libraries-load counters.avail-enumeration
            container.device-passthrough
            python.version python.sqlite3 python.ctypes python.importlib python.pyyaml python.pandas python.otf2
            python.rocprofv3-package tools.rocprof-attach tracing.preload
            """.lines().flatMap(line -> Arrays.stream(line.split(" "))).toList();

    @TempDir
    Path root;

    private final Map<String, String> environment = new HashMap<>();

    /// A machine on which all is well.
    @BeforeEach
    void machine() throws IOException {
        FakeMachine machine = new FakeMachine(root);
        machine.driver();
        machine.write("opt/rocm/.info/version", "7.2.0\n");
        for (String file : List.of("libhsa-runtime64.so.1", "libamdhip64.so.7")) {
            String text = file.startsWith("libhsa") ? FakeMachine.HSA : FakeMachine.HIP;
            machine.write("opt/rocm/lib/" + file, text + FakeMachine.REGISTERS);
        }
        machine.write(
                "proc/self/status",
                "Pid:\t20\nPPid:\t10\nUid:\t7\t7\t7\t7\nGid:\t7\t7\t7\t7\n"
                        + "Groups:\t7 44 109 \nCapEff:\t0000000000000000\n");
        machine.write("proc/10/status", "PPid:\t1\n");
        machine.write("proc/10/comm", "rocprofv3\n");
        machine.write("etc/group", "video:x:44:\nrender:x:109:\n");
        machine.write("proc/cpuinfo", "flags\t\t: fpu hypervisor\n");
        machine.write("tmp/x", "");
        machine.write("lib64/libc.so.6", "\0GNU C Library (GNU libc) stable release version 2.40.\0");
        for (String library : List.of(
                "librocprofiler-sdk.so.1",
                "librocprofiler-sdk-roctx.so.1",
                "libroctx64.so.4",
                "librocprofiler-register.so.0",
                "librocprofiler-signals.so",
                "librocprofiler-launch.so")) {
            machine.write("ours/lib/" + library, FakeMachine.library("x"));
        }
        for (String file : List.of(
                "java/rocprofiler-abi.jar",
                "java/rocprofiler-collector.jar",
                "java/rocprofiler-sdk.jar",
                "preload/x",
                "runtime/lib/modules",
                "runtime/lib/server/libjvm.so")) {
            machine.write("ours/lib/" + file, "");
        }
        machine.write(
                "ours/include/rocprofiler-sdk/version.h",
                "#define ROCPROFILER_VERSION_STRING \"" + SdkVersion.TEXT + "\"\n");
        machine.write("ours/lib/pkgconfig/rocprofiler-sdk.pc", "Version: " + SdkVersion.TEXT + "\n");
        machine.script("ours/bin/rocprofv3", "exit 0");
        machine.script("ours/bin/rocprofv3-avail", "echo GPU gfx942");
        machine.script("ours/bin/rocpd", "exit 0");
        environment.put("PATH", "/usr/bin:/bin");
    }

    @Test
    void theIdsAreAmdsAndThenOurs() {
        List<String> ids = Arrays.stream(Check.values()).map(check -> check.id).toList();
        assertThat(ids.subList(0, AMDS.size())).isEqualTo(AMDS);
        assertThat(ids.subList(AMDS.size(), ids.size())).allMatch(id -> id.startsWith("tracing."));
        assertThat(AMDS).hasSize(54);
    }

    @ParameterizedTest
    @EnumSource
    void aCheckStandsBehindThoseThatItNeeds(Check check) {
        assertThat(check.needs).allMatch(need -> need.compareTo(check) < 0);
        assertThat(check.id.length()).isLessThanOrEqualTo(34);
        assertThat(check.title).isNotBlank();
    }

    @Test
    void whereAllIsWellNothingIsToBeMended() {
        Map<String, Status> statuses = new LinkedHashMap<>();
        checkup(Selection.of(List.of(), List.of(), true))
                .answers()
                .forEach((check, answer) -> statuses.put(check.id, answer.status()));
        assertThat(statuses).hasSize(Check.values().length);
        statuses.forEach(
                (id, status) -> assertThat(status).as(id).isEqualTo(LEFT.contains(id) ? Status.SKIP : Status.PASS));
    }

    @Test
    void withoutTheDeviceOneCheckFailsAndThoseThatNeedItNameIt() throws IOException {
        Files.delete(root.resolve("dev/kfd"));
        assertThat(status("driver.kfd-device")).isEqualTo(Status.FAIL);
        for (String id : List.of("driver.kfd-readable", "driver.dri-devices", "driver.render-group")) {
            assertThat(answer(id).data()).as(id).containsEntry("skipped_because_of", "driver.kfd-device");
        }
        assertThat(answer("counters.cap-perfmon").data()).containsEntry("skipped_because_of", "driver.kfd-readable");
        environment.put("SOFTKFD_RUNTIME", "/runtime");
        assertThat(status("driver.kfd-device")).isEqualTo(Status.SKIP);
    }

    /// What is taken away from the machine, or put there, and what a check says then.
    @ParameterizedTest
    @CsvSource({
        "install.sdk-library, ours/lib/librocprofiler-sdk.so.1, , FAIL, librocprofiler-sdk.so.1 is not in",
        "install.sdk-library, ours/lib/librocprofiler-sdk.so.1, x, FAIL, is not a library of this machine",
        "install.sdk-tool-library, ours/lib/runtime/lib/server/libjvm.so, , FAIL, libjvm.so is not in",
        "install.roctx-library, ours/lib/libroctx64.so.4, , FAIL, libroctx64.so.4 is not in",
        "install.version-consistency, ours/lib/pkgconfig/rocprofiler-sdk.pc, Version: 1.0.0, WARN, several: {",
        "install.no-mixed-rocm, usr/lib/librocprofiler-sdk.so.1, ELF, WARN, is found by programs",
        "driver.dri-devices, dev/dri/renderD128, , FAIL, there is no /dev/dri/renderD*",
        "driver.render-group, etc/group, render:x:110:, WARN, 'no, group 110'",
        "driver.render-group, etc/group, x, WARN, there is no group render here",
        "driver.video-group, etc/group, video:x:110:, WARN, 'no, group 110'",
        "driver.gpu-topology, sys/class/kfd/kfd/topology/nodes/1/properties, simd_count 0, FAIL, the driver knows none",
        "runtime.hsa-library, opt/rocm/lib/libhsa-runtime64.so.1, x, FAIL, is not a library",
        "runtime.hip-library, opt/rocm/lib/libamdhip64.so.7, , WARN, no libamdhip64.so",
        "runtime.rocprofiler-register, ours/lib/librocprofiler-register.so.0, , FAIL, is not in",
        "counters.no-profiler-lock, proc/77/comm, rocprof-compute, WARN, rocprof-compute (77) at work",
        "filesystem.tmp-writable, tmp/x, , PASS, /tmp",
        "tools.rocprofv3, ours/bin/rocprofv3, , FAIL, cannot be executed",
        "tools.rocprofv3-avail, ours/bin/rocprofv3-avail, , WARN, cannot be executed",
        "tools.rocpd, ours/bin/rocpd, , WARN, cannot be executed",
        "tracing.complete, ours/lib/java/rocprofiler-sdk.jar, , FAIL, lib/java/rocprofiler-sdk.jar is not in",
        "tracing.hsa, opt/rocm/lib/libhsa-runtime64.so.1, ELFhsa_init, PASS, does not register; rocprofv3 gets",
        "tracing.c-library, ours/lib/libx.so.1, GLIBC_2.99, FAIL, 2.99 is needed",
        "tracing.limits, proc/self/limits, Max open files  3 3, FAIL, 'open files: 3, less than 32'",
        "container.detected, .dockerenv, x, PASS, yes",
        "container.virt-gpu, proc/cpuinfo, flags fpu, PASS, no",
    })
    void aCheckLooksAtWhatItSays(String id, String file, @Nullable String text, Status status, String detail)
            throws IOException {
        if (text == null) {
            Files.delete(root.resolve(file));
        } else {
            String whole = text.startsWith("ELF") ? FakeMachine.library(text) : text + "\n";
            new FakeMachine(root).write(file, whole);
        }
        assertThat(answer(id).status()).as(answer(id).detail()).isEqualTo(status);
        assertThat(answer(id).detail()).contains(detail);
    }

    @ParameterizedTest
    @CsvSource({
        "install.rocm-root, ROCM_PATH, /none, PASS, 'found by the place of libhsa-runtime64.so'",
        "install.rocm-root, ROCM_PATH, /opt/rocm, PASS, 'found by ROCM_PATH'",
        "environ.ld-preload-conflict, LD_PRELOAD, /x/librocprofiler64.so.1, WARN, is a profiler",
        "environ.ld-preload-conflict, LD_PRELOAD, /x/libmine.so, WARN, /x/libmine.so in LD_PRELOAD is not there",
        "environ.ld-preload-conflict, LD_PRELOAD, libmine.so, PASS, libmine.so",
        "environ.hsa-tools-lib, HSA_TOOLS_LIB, libroctracer_tool.so, WARN, is a profiler",
        "environ.rocp-tool-libraries, ROCP_TOOL_LIBRARIES, /x/tool.so:/tmp/x, WARN, /x/tool.so in",
        "environ.gpu-visibility, ROCR_VISIBLE_DEVICES, 1, WARN, ROCR_VISIBLE_DEVICES=1",
        "environ.beta-gates, ROCPROFILER_SPM_BETA_ENABLED, 1, PASS, SPM",
        "environ.rocprof-vars-dump, ROCPROF_OUTPUT_PATH, x, PASS, ROCPROF_OUTPUT_PATH",
        "environ.rocprof-vars-dump, HOME, x, PASS, none",
        "filesystem.tmp-writable, TMPDIR, /none, WARN, nothing can be written in",
        "tracing.switched-on, ROCPROFILER_REGISTER_ENABLED, 0, FAIL, switches tracing off",
    })
    void variablesAreRead(String id, String variable, String value, Status status, String detail) {
        environment.put(variable, value);
        assertThat(answer(id).status()).as(answer(id).detail()).isEqualTo(status);
        assertThat(answer(id).detail()).contains(detail);
    }

    @Test
    void noRocmIsAWarning() throws IOException {
        Files.delete(root.resolve("opt/rocm/.info/version"));
        Files.createDirectory(root.resolve("usr"));
        Files.move(root.resolve("opt/rocm/lib"), root.resolve("usr/lib"));
        assertThat(answer("install.rocm-root").detail())
                .isEqualTo("/usr, no version, found by the place of libhsa-runtime64.so");
        Files.delete(root.resolve("usr/lib/libhsa-runtime64.so.1"));
        assertThat(status("install.rocm-root")).isEqualTo(Status.WARN);
    }

    @Test
    void rootInPlaceOfAnotherUserIsAWarning() throws IOException {
        new FakeMachine(root).write("proc/self/status", "Uid:\t0\t0\t0\t0\nCapEff:\t000001ffffffffff\n");
        assertThat(status("environ.run-as-user")).isEqualTo(Status.PASS);
        assertThat(status("driver.render-group")).isEqualTo(Status.PASS);
        assertThat(answer("counters.cap-perfmon").detail()).isEqualTo("CAP_PERFMON or CAP_SYS_ADMIN is there");
        new FakeMachine(root).write("proc/self/loginuid", "1000\n");
        assertThat(answer("environ.run-as-user").detail()).startsWith("this is root in place of user 1000");
        environment.put("SUDO_USER", "jane");
        assertThat(answer("environ.run-as-user").detail()).startsWith("this is root in place of jane");
    }

    @Test
    void theModuleAndTheDevicesOfAContainerAreLookedFor() throws IOException {
        Files.delete(root.resolve("sys/module/amdgpu/version"));
        assertThat(answer("driver.amdgpu-module").detail()).isEqualTo("amdgpu of the kernel");
        Files.delete(root.resolve("sys/module/amdgpu"));
        assertThat(status("driver.amdgpu-module")).isEqualTo(Status.FAIL);
        new FakeMachine(root).write("run/.containerenv", "");
        assertThat(status("container.device-passthrough")).isEqualTo(Status.PASS);
        Files.delete(root.resolve("dev/kfd"));
        assertThat(answer("container.device-passthrough").detail()).isEqualTo("/dev/kfd is not in here");
    }

    @Test
    void aDeviceThatIsNoneCannotBeOpened() throws IOException {
        Files.delete(root.resolve("dev/kfd"));
        Files.createDirectory(root.resolve("dev/kfd"));
        assertThat(status("driver.kfd-readable")).isEqualTo(Status.FAIL);
        assertThat(status("driver.gpu-topology")).isEqualTo(Status.SKIP);
    }

    @ParameterizedTest
    @CsvSource({"500, PASS", "499, WARN", "50, WARN", "49, FAIL"})
    void roomIsMeasuredAsAmdsCommandDoes(long megabytes, Status status) {
        assertThat(FileChecks.room(megabytes, root).status()).isEqualTo(status);
    }

    @Test
    void theOutputIsCheckedWhereItWouldGo() throws IOException {
        assertThat(answer("filesystem.output-dir-writable").detail()).isEqualTo(root.toString());
        environment.put("ROCPROF_OUTPUT_PATH", "tmp/not/there/yet");
        assertThat(answer("filesystem.output-dir-writable").detail())
                .isEqualTo(root.resolve("tmp").toString());
        Files.writeString(root.resolve("file"), "");
        environment.put("ROCPROF_OUTPUT_PATH", "file/x");
        assertThat(status("filesystem.output-dir-writable")).isEqualTo(Status.FAIL);
        assertThat(status("filesystem.output-disk-space")).isEqualTo(Status.SKIP);
    }

    @ParameterizedTest
    @CsvSource({
        "libx.so: cannot open shared object file, loader.missing-library, high, a library is missing",
        "symbol lookup error: x: undefined symbol: y, loader.undefined-symbol, possible, ', possibly: '",
        "version `GLIBCXX_3.4.30' not found, loader.old-library, possible, an older C or C++ library",
        "wrong ELF class: ELFCLASS32, loader.wrong-elf-class, high, for another machine",
        "invalid ELF header, loader.bad-file, high, is damaged",
        "/dev/kfd: Permission denied, kfd.permission-denied, possible, may not open /dev/kfd",
        "HSA_STATUS_ERROR_OUT_OF_RESOURCES, hsa.out-of-resources, possible, memory is used up",
        "no ROCm-capable device is detected, hip.no-device, possible, sees no GPU",
        "GPU could not be locked for profiling, counters.no-permission, possible, could not be locked",
        "GPU 0 has a profiler attached to it, counters.locked, possible, another process",
        "depends on a newer version of KFD, driver.too-old, high, too old",
        "Context has a conflict with another context, tool.conflict, possible, another tool",
        "No module named 'yaml', python.no-module, high, a module of Python",
    })
    void theOutputOfACommandThatFailedIsUnderstood(String message, String id, String confidence, String detail)
            throws IOException {
        new FakeMachine(root)
                .script("ours/bin/rocprofv3-avail", "echo first; cat >&2 <<'END'\n" + message + "\nEND\nexit 3");
        Answer answer = answer("tools.rocprofv3-avail-runnable");
        assertThat(answer.status()).isEqualTo(Status.WARN);
        assertThat(answer.detail())
                .startsWith("rocprofv3-avail list has failed, status 3: ")
                .contains(detail);
        JsonNode found = json().get("checks")
                .valueStream()
                .filter(check -> check.get("id").asString().equals("tools.rocprofv3-avail-runnable"))
                .findFirst()
                .orElseThrow()
                .get("data")
                .get("diagnoses")
                .get(0);
        assertThat(found.get("id").asString()).isEqualTo(id);
        assertThat(found.get("confidence").asString()).isEqualTo(confidence);
        assertThat(found.get("evidence").asString()).isEqualTo(message);
        assertThat(AMDS)
                .containsAll(found.get("related_checks")
                        .valueStream()
                        .map(JsonNode::asString)
                        .filter(related -> !related.startsWith("tracing."))
                        .toList());
    }

    @Test
    void aCauseIsLikelyWhereTheMachineAgrees() throws IOException {
        new FakeMachine(root).script("ours/bin/rocprofv3-avail", "echo HSA_STATUS_ERROR_OUT_OF_RESOURCES; exit 1");
        Files.delete(root.resolve("dev/kfd"));
        assertThat(answer("tools.rocprofv3-avail-runnable").data().toString()).contains("confidence=high");
    }

    @Test
    void whatNobodyKnowsIsShownAsItIs() throws IOException {
        new FakeMachine(root).script("ours/bin/rocprofv3", "echo one; echo two >&2; echo three >&2; exit 9");
        assertThat(answer("smoke.rocprofv3-launcher").detail()).contains("has failed, status 9: ");
        new FakeMachine(root).script("ours/bin/rocprofv3-avail", "echo nothing");
        assertThat(answer("smoke.avail-info").detail()).isEqualTo("rocprofv3-avail info names no GPU");
    }

    // --- which checks ---------------------------------------------------------------------------------------------

    @Test
    void onlyRunsAlsoWhatIsNeededAndSkipWins() {
        assertThat(Selection.of(List.of("driver.gpu-*"), List.of(), false).listed())
                .containsExactly(Check.KFD_DEVICE, Check.KFD_READABLE, Check.GPU_TOPOLOGY);
        assertThat(Selection.of(List.of("python", "tools.rocpd"), List.of("*.otf2"), false)
                        .skipped())
                .containsExactly(Check.OTF2);
        Checkup checkup = checkup(Selection.of(List.of("driver.gpu-topology"), List.of("driver.kfd-device"), false));
        assertThat(checkup.answers())
                .allSatisfy((check, answer) -> assertThat(answer.status()).isEqualTo(Status.SKIP));
        assertThat(checkup.exitCode()).isZero();
    }

    @Test
    void theCommandsAreRunOnlyWhenAskedFor() {
        assertThat(Selection.of(List.of(), List.of(), false).listed()).hasSize(Check.values().length - 2);
        assertThat(Selection.of(List.of("smoke"), List.of(), false).listed()).contains(Check.AVAIL_INFO);
        assertThat(Selection.of(List.of("driver"), List.of(), true).listed()).contains(Check.ROCPROFV3_LAUNCHER);
    }

    @ParameterizedTest
    @CsvSource({"driver.kfd, ", "'[', ", ", pythons", "DRIVER, "})
    void whatFitsNoCheckIsRefused(@Nullable String only, @Nullable String skip) {
        List<String> onlyThese = only == null ? List.of() : List.of(only);
        List<String> notThese = skip == null ? List.of() : List.of(skip);
        assertThatThrownBy(() -> Selection.of(onlyThese, notThese, false))
                .isInstanceOfSatisfying(CommandException.class, e -> {
                    assertThat(e.exitCode()).isEqualTo(2);
                    assertThat(e.line()).contains("no check and no group is '").doesNotContain("\n");
                });
    }

    // --- the report -----------------------------------------------------------------------------------------------

    @Test
    void whatFailedCountsMoreThanWhatBroke() {
        Site site = site();
        Answer broken = Answer.error("x");
        assertThat(new Checkup(site, Map.of(Check.ROCPD, broken), Instant.EPOCH).exitCode())
                .isEqualTo(2);
        assertThat(new Checkup(site, Map.of(Check.ROCPD, Answer.warn("x", "")), Instant.EPOCH).exitCode())
                .isZero();
        Map<Check, Answer> both = Map.of(Check.ROCPD, broken, Check.HSA_LIBRARY, Answer.fail("x", "y"));
        assertThat(new Checkup(site, both, Instant.EPOCH).exitCode()).isEqualTo(1);
    }

    @Test
    void theTextHasAmdsForm() throws IOException {
        Files.delete(root.resolve("ours/bin/rocpd"));
        String text = run(false, false, false, List.of("tools"), null, 0);
        assertThat(text)
                .startsWith(
                        "rocprofv3-doctor v" + SdkVersion.TEXT + "  (ROCm 7.2.0)\n"
                                + "Checking: /opt/rocm  (found via the place of libhsa-runtime64.so; system-package), traced by ")
                .contains("\n  Commands\n  ========\n")
                .contains("  [ PASS ]  tools.rocprofv3                     rocprofv3 is there\n")
                .contains("  [ WARN ]  tools.rocpd                         rocpd is there\n             ")
                .contains("  [ SKIP ]  tools.rocprof-attach                rocprof-attach is there\n")
                .contains("  Summary: 3 passed, 1 warning(s), 0 failed, 1 skipped (5 total)\n")
                .contains("\n  How to Fix\n  ==========\n  tools.rocpd: ");
        assertThat(run(false, false, true, List.of("tools"), null, 0))
                .contains("tools.rocpd ")
                .doesNotContain("tools.rocprofv3 ", "tools.rocprof-attach ");
        assertThat(run(false, true, false, List.of("tools.rocprofv3"), null, 0)).contains("resolved_path: ");
    }

    @Test
    void colorsAreForTerminalsAndNotForFiles() throws IOException {
        Path file = root.resolve("report");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        command(bytes)
                .run(new CheckupCommand.Wishes(
                        false, false, false, true, false, List.of("tools.rocpd"), List.of(), "", file));
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("[ \u001b[32mPASS\u001b[0m ]");
        assertThat(Files.readString(file)).contains("[ PASS ]");
    }

    @Test
    void theJsonHasAmdsMembers() {
        JsonNode json = json();
        assertThat(json.propertyNames())
                .containsExactly(
                        "schema_version",
                        "tool_version",
                        "rocm_version",
                        "rocm_root",
                        "rocm_root_source",
                        "install_kind",
                        "installation",
                        "timestamp_utc",
                        "summary",
                        "checks");
        assertThat(json.get("schema_version").asInt()).isEqualTo(1);
        assertThat(json.get("timestamp_utc").asString()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(json.get("summary").propertyNames())
                .containsExactly("pass", "warn", "fail", "skip", "error", "total");
        assertThat(json.get("summary").get("total").asInt())
                .isEqualTo(json.get("checks").size());
        for (JsonNode check : json.get("checks")) {
            assertThat(check.propertyNames())
                    .containsExactly(
                            "id",
                            "group",
                            "title",
                            "severity",
                            "probe",
                            "depends",
                            "status",
                            "detail",
                            "remediation",
                            "data");
        }
    }

    @Test
    void aReportThatCannotBeWrittenEndsTheCommand() {
        Path file = root.resolve("none/report");
        assertThatThrownBy(() -> run(true, false, false, List.of("python"), file, 0))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(2))
                .hasMessage(file + ": no such file");
    }

    @Test
    void anotherRocmCanBeNamed() throws IOException {
        new FakeMachine(root).write("opt/rocm/core-10.1/.info/version", "10.1.0\n");
        Machine machine = new Machine(root, environment);
        LibraryPath libraries = new LibraryPath(machine, root);
        Rocm named = Rocm.find(machine, root.resolve("opt/rocm/core-10.1").toString(), libraries);
        assertThat(named.name() + " " + named.version() + " " + named.kind())
                .isEqualTo("/opt/rocm/core-10.1 10.1.0 therock-package");
        assertThat(Rocm.find(machine, root.resolve("none").toString(), libraries)
                        .name())
                .isEmpty();
    }

    private Checkup checkup(Selection selection) {
        return Checkup.of(site(), selection, Instant.EPOCH);
    }

    private Site site() {
        Machine machine = new Machine(root, environment);
        Rocm rocm = Rocm.find(machine, "", new LibraryPath(machine, root));
        return new Site(machine, root.resolve("ours"), rocm, root);
    }

    private Answer answer(String id) {
        Checkup checkup = checkup(Selection.of(List.of(id), List.of(), false));
        return checkup.answers().entrySet().stream()
                .filter(entry -> entry.getKey().id.equals(id))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    private Status status(String id) {
        return answer(id).status();
    }

    private JsonNode json() {
        return new JsonMapper().readTree(CheckupJson.text(checkup(Selection.of(List.of(), List.of(), true))));
    }

    private String run(
            boolean isJson, boolean isVerbose, boolean isQuiet, List<String> only, @Nullable Path file, int exitCode) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int code = command(bytes)
                .run(new CheckupCommand.Wishes(isJson, isVerbose, isQuiet, false, false, only, List.of(), "", file));
        assertThat(code).isEqualTo(exitCode);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private CheckupCommand command(ByteArrayOutputStream out) {
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new CheckupCommand(root.resolve("ours"), root, environment, root, printed);
    }
}
