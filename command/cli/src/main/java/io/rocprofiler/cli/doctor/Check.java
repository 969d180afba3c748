package io.rocprofiler.cli.doctor;

import static io.rocprofiler.cli.doctor.Check.Probe.GPU;
import static io.rocprofiler.cli.doctor.Check.Probe.PASSIVE;
import static io.rocprofiler.cli.doctor.Check.Probe.PROCESS;
import static io.rocprofiler.cli.doctor.Check.Severity.ERROR;
import static io.rocprofiler.cli.doctor.Check.Severity.INFO;
import static io.rocprofiler.cli.doctor.Check.Severity.WARNING;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// The checks of `rocprofv3 --doctor`, in the order of the report: those of AMD's command by its ids (the guide "Using
/// rocprofv3-doctor" of rocprofiler-sdk after 1.4.1), and the group `tracing`, which is ours. Of AMD's, those about
/// what
/// this product has no part of say so and are skipped.
enum Check {
    ROCM_ROOT("install.rocm-root", WARNING, PASSIVE, "The folder of ROCm is known", InstallChecks::rocm),
    SDK_LIBRARY("install.sdk-library", ERROR, PASSIVE, "librocprofiler-sdk is there", InstallChecks::sdk),
    SDK_TOOL_LIBRARY(
            "install.sdk-tool-library",
            ERROR,
            PASSIVE,
            "The tool of the command is there, and its Java",
            InstallChecks::tool),
    ROCTX_LIBRARY("install.roctx-library", ERROR, PASSIVE, "ROC-TX is there, by both names", InstallChecks::roctx),
    AVAIL_LIBRARY(
            "install.avail-library",
            INFO,
            PASSIVE,
            "The library of rocprofv3-avail is there",
            _ -> Answer.skip("rocprofv3-avail needs no library here")),
    KOKKOSP_LIBRARY(
            "install.kokkosp-library",
            INFO,
            PASSIVE,
            "The library for Kokkos is there",
            _ -> Answer.skip("regions of Kokkos are not available here")),
    ATTACH_LIBRARY(
            "install.attach-library",
            INFO,
            PASSIVE,
            "The library that attaches is there",
            _ -> Answer.skip(Lacks.ATTACHMENT)),
    VERSION_CONSISTENCY(
            "install.version-consistency",
            WARNING,
            PASSIVE,
            "Command, headers and packages have one version",
            InstallChecks::versions),
    NO_MIXED_ROCM(
            "install.no-mixed-rocm",
            WARNING,
            PASSIVE,
            "Libraries of one ROCm, and of one profiler, are found",
            InstallChecks::mixture),
    METRICS_PATH(
            "install.metrics-path",
            INFO,
            PASSIVE,
            "Definitions of counters are there",
            _ -> Answer.skip(Lacks.COUNTERS)),

    KFD_DEVICE("driver.kfd-device", ERROR, PASSIVE, "/dev/kfd is there", DriverChecks::device),
    KFD_READABLE(
            "driver.kfd-readable", ERROR, PASSIVE, "This user may open /dev/kfd", DriverChecks::access, KFD_DEVICE),
    DRI_DEVICES(
            "driver.dri-devices",
            ERROR,
            PASSIVE,
            "This user may open the devices /dev/dri/renderD*",
            DriverChecks::render,
            KFD_DEVICE),
    RENDER_GROUP(
            "driver.render-group",
            WARNING,
            PASSIVE,
            "This user is in the group render",
            site -> DriverChecks.group(site, "render"),
            KFD_DEVICE),
    VIDEO_GROUP(
            "driver.video-group",
            INFO,
            PASSIVE,
            "This user is in the group video",
            site -> DriverChecks.group(site, "video"),
            KFD_DEVICE),
    AMDGPU_MODULE("driver.amdgpu-module", ERROR, PASSIVE, "The driver amdgpu is loaded", DriverChecks::module),
    GPU_TOPOLOGY("driver.gpu-topology", ERROR, PASSIVE, "The driver knows a GPU", DriverChecks::topology, KFD_READABLE),

    HSA_LIBRARY(
            "runtime.hsa-library",
            ERROR,
            PASSIVE,
            "Programs find HSA",
            site -> RuntimeChecks.runtime(site, RuntimeCheck.HSA, "hsa_init")),
    HIP_LIBRARY(
            "runtime.hip-library",
            WARNING,
            PASSIVE,
            "Programs find HIP",
            site -> RuntimeChecks.runtime(site, RuntimeCheck.HIP, "hipInit")),
    AQLPROFILE_LIBRARY(
            "runtime.aqlprofile-library",
            INFO,
            PASSIVE,
            "The library that makes packets for counters is there",
            _ -> Answer.skip(Lacks.COUNTERS)),
    ATT_DECODER_LIBRARY(
            "runtime.att-decoder-library",
            INFO,
            PASSIVE,
            "The decoder of thread traces is there",
            _ -> Answer.skip(Lacks.THREAD_TRACE)),
    REGISTER(
            "runtime.rocprofiler-register",
            ERROR,
            PASSIVE,
            "The library that runtimes register with is there",
            RuntimeChecks::register),
    LIBRARIES_LOAD("runtime.libraries-load", ERROR, PROCESS, "A process can load the libraries", RuntimeChecks::load),

    CAP_PERFMON(
            "counters.cap-perfmon",
            INFO,
            PASSIVE,
            "This user may lock a GPU for counters",
            CounterChecks::capability,
            KFD_READABLE),
    NO_PROFILER_LOCK(
            "counters.no-profiler-lock",
            WARNING,
            PASSIVE,
            "No other profiler is at work",
            CounterChecks::profilers,
            KFD_READABLE),
    AVAIL_ENUMERATION(
            "counters.avail-enumeration",
            INFO,
            GPU,
            "rocprofv3-avail lists counters",
            _ -> Answer.skip(Lacks.COUNTERS)),

    RUN_AS_USER("environ.run-as-user", WARNING, PASSIVE, "This is the user that profiles", EnvironmentChecks::user),
    LD_PRELOAD_CONFLICT(
            "environ.ld-preload-conflict",
            WARNING,
            PASSIVE,
            "LD_PRELOAD has no other profiler",
            EnvironmentChecks::preload),
    HSA_TOOLS_LIB(
            "environ.hsa-tools-lib",
            WARNING,
            PASSIVE,
            "HSA_TOOLS_LIB has no other profiler",
            EnvironmentChecks::hsaTools),
    ROCP_TOOL_LIBRARIES(
            "environ.rocp-tool-libraries",
            WARNING,
            PASSIVE,
            "The tools in ROCP_TOOL_LIBRARIES are there",
            EnvironmentChecks::tools),
    GPU_VISIBILITY("environ.gpu-visibility", WARNING, PASSIVE, "Programs see all GPUs", EnvironmentChecks::visibility),
    BETA_GATES("environ.beta-gates", INFO, PASSIVE, "Which features in trial are on", EnvironmentChecks::trials),
    ROCPROF_VARS_DUMP(
            "environ.rocprof-vars-dump", INFO, PASSIVE, "Which variables of profilers are set", EnvironmentChecks::all),

    DETECTED("container.detected", INFO, PASSIVE, "Whether this is a container", ContainerChecks::detected),
    DEVICE_PASSTHROUGH(
            "container.device-passthrough",
            ERROR,
            PASSIVE,
            "The container has the devices",
            ContainerChecks::devices,
            DETECTED),
    VIRT_GPU("container.virt-gpu", INFO, PASSIVE, "Whether this is a virtual machine", ContainerChecks::virtual),

    PYTHON_VERSION("python.version", INFO, PASSIVE, "Python is new enough", _ -> Answer.skip(Lacks.PYTHON)),
    SQLITE3("python.sqlite3", INFO, PROCESS, "Python has sqlite3", _ -> Answer.skip(Lacks.PYTHON)),
    CTYPES("python.ctypes", INFO, PROCESS, "Python has ctypes", _ -> Answer.skip(Lacks.PYTHON)),
    IMPORTLIB("python.importlib", INFO, PROCESS, "Python has importlib", _ -> Answer.skip(Lacks.PYTHON)),
    PYYAML("python.pyyaml", INFO, PROCESS, "Python has PyYAML", _ -> Answer.skip(Lacks.PYTHON)),
    PANDAS("python.pandas", INFO, PROCESS, "Python has pandas", _ -> Answer.skip(Lacks.PYTHON)),
    OTF2("python.otf2", INFO, PROCESS, "Python has otf2", _ -> Answer.skip(Lacks.PYTHON)),
    ROCPROFV3_PACKAGE(
            "python.rocprofv3-package", INFO, PROCESS, "Python has rocprofv3", _ -> Answer.skip(Lacks.PYTHON)),

    OUTPUT_DIR_WRITABLE("filesystem.output-dir-writable", ERROR, PASSIVE, "Output can be written", FileChecks::output),
    OUTPUT_DISK_SPACE(
            "filesystem.output-disk-space",
            ERROR,
            PASSIVE,
            "There is room for output",
            FileChecks::room,
            OUTPUT_DIR_WRITABLE),
    TMP_WRITABLE("filesystem.tmp-writable", WARNING, PASSIVE, "Temporary files can be written", FileChecks::temporary),

    ROCPROFV3("tools.rocprofv3", ERROR, PASSIVE, "rocprofv3 is there", site -> ToolChecks.command(site, "rocprofv3")),
    ROCPROFV3_AVAIL(
            "tools.rocprofv3-avail",
            WARNING,
            PASSIVE,
            "rocprofv3-avail is there",
            site -> ToolChecks.command(site, "rocprofv3-avail")),
    ROCPROF_ATTACH(
            "tools.rocprof-attach", INFO, PASSIVE, "rocprof-attach is there", _ -> Answer.skip(Lacks.ATTACHMENT)),
    ROCPD("tools.rocpd", WARNING, PASSIVE, "rocpd is there", site -> ToolChecks.command(site, "rocpd")),
    AVAIL_RUNNABLE(
            "tools.rocprofv3-avail-runnable",
            WARNING,
            PROCESS,
            "rocprofv3-avail runs",
            ToolChecks::availRuns,
            ROCPROFV3_AVAIL),

    AVAIL_INFO("smoke.avail-info", INFO, GPU, "rocprofv3-avail knows a GPU", ToolChecks::availInfo, ROCPROFV3_AVAIL),
    ROCPROFV3_LAUNCHER(
            "smoke.rocprofv3-launcher", ERROR, PROCESS, "rocprofv3 runs a program", ToolChecks::launch, ROCPROFV3),

    COMPLETE("tracing.complete", ERROR, PASSIVE, "What tracing needs is installed", TracingChecks::complete),
    HSA_TRACED("tracing.hsa", ERROR, PASSIVE, "HSA can be traced", TracingChecks::hsa, HSA_LIBRARY),
    HIP_TRACED("tracing.hip", WARNING, PASSIVE, "HIP can be traced", TracingChecks::hip, HIP_LIBRARY),
    LIBC("tracing.c-library", ERROR, PASSIVE, "The C library is new enough", TracingChecks::libc),
    LIMITS("tracing.limits", ERROR, PASSIVE, "Limits leave room for a JVM in each program", TracingChecks::limits),
    SWITCHED_ON("tracing.switched-on", ERROR, PASSIVE, "No variable switches tracing off", TracingChecks::switchedOn),
    PRELOAD("tracing.preload", ERROR, PROCESS, "Programs can be given our libraries", TracingChecks::preload, COMPLETE);

    /// What it means if the check does not pass: that something cannot be traced, that it may be meant so, nothing.
    enum Severity {
        ERROR,
        WARNING,
        INFO
    }

    /// What the check does: only look, start other programs, or use a GPU.
    enum Probe {
        PASSIVE,
        PROCESS,
        GPU
    }

    /// Looks at the machine.
    interface Examination {
        Answer of(Site site) throws IOException, InterruptedException;
    }

    /// What this product has no part of.
    private static final class Lacks {
        static final String COUNTERS = "hardware counters are not available here";
        static final String THREAD_TRACE = "thread trace is not available here";
        static final String ATTACHMENT = "programs are traced from their start on: there is no attachment here";
        static final String PYTHON = "nothing of this product is in Python";

        private Lacks() {}
    }

    final String id;
    final CheckGroup group;
    final Severity severity;
    final Probe probe;
    final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Examination examination;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    final List<Check> needs;

    Check(String id, Severity severity, Probe probe, String title, Examination examination, Check... needs) {
        this.id = id;
        this.severity = severity;
        this.probe = probe;
        this.title = title;
        this.examination = examination;
        this.needs = List.of(needs);
        String first = id.substring(0, id.indexOf('.'));
        this.group = Arrays.stream(CheckGroup.values())
                .filter(known -> known.id().equals(first))
                .findFirst()
                .orElseThrow();
    }

    /// Looks, whatever others have found. What is wrong fails only where that prevents something.
    Answer examine(Site site) throws IOException, InterruptedException {
        Answer answer = examination.of(site);
        return answer.status() == Answer.Status.FAIL && severity != ERROR
                ? new Answer(Answer.Status.WARN, answer.detail(), answer.remedy(), answer.data())
                : answer;
    }

    /// Whether it runs without being asked for.
    boolean isDefault() {
        return group != CheckGroup.SMOKE;
    }
}
