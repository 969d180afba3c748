package io.rocprofiler.cli.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Messages in the output of a command that failed, and what is behind them. A message is evidence: the cause is likely
/// only where the machine agrees.
enum Diagnosis {
    MISSING_LIBRARY(
            "loader.missing-library",
            "cannot open shared object file",
            "a library is missing",
            "install the package that has it, or add its folder to LD_LIBRARY_PATH",
            _ -> true,
            Check.HSA_LIBRARY,
            Check.HIP_LIBRARY),
    UNDEFINED_SYMBOL(
            "loader.undefined-symbol",
            "undefined symbol",
            "libraries of different releases come together",
            "leave one ROCm in LD_LIBRARY_PATH",
            site -> !site.machine().variable("LD_LIBRARY_PATH").isEmpty()
                    || !site.machine().variable("LD_PRELOAD").isEmpty(),
            Check.NO_MIXED_ROCM),
    OLD_LIBRARY(
            "loader.old-library",
            "version `(GLIBCXX|CXXABI|GLIBC)_[\\d.]+' not found",
            "an older C or C++ library is loaded, of Conda for one",
            "take its folder out of LD_LIBRARY_PATH",
            site -> !site.machine().variable("LD_LIBRARY_PATH").isEmpty(),
            Check.LIBC),
    WRONG_CLASS(
            "loader.wrong-elf-class",
            "wrong ELF class",
            "a library for another machine is in the way",
            "take its folder out of LD_LIBRARY_PATH",
            _ -> true,
            Check.NO_MIXED_ROCM),
    BAD_FILE(
            "loader.bad-file",
            "invalid ELF header|file too short",
            "a library's file is damaged",
            "install its package again",
            _ -> true,
            Check.HSA_LIBRARY,
            Check.HIP_LIBRARY),
    KFD_DENIED(
            "kfd.permission-denied",
            "/dev/kfd.*Permission denied|Permission denied.*/dev/kfd",
            "this user may not open /dev/kfd",
            "see driver.kfd-readable",
            Diagnosis::isShut,
            Check.KFD_READABLE,
            Check.RENDER_GROUP),
    OUT_OF_RESOURCES(
            "hsa.out-of-resources",
            "HSA_STATUS_ERROR_OUT_OF_RESOURCES",
            "no GPU could be opened, or its memory is used up",
            "see driver.kfd-readable",
            Diagnosis::isShut,
            Check.KFD_READABLE,
            Check.DEVICE_PASSTHROUGH),
    NO_DEVICE(
            "hip.no-device",
            "no ROCm-capable device is detected|hipErrorNoDevice",
            "HIP sees no GPU",
            "see environ.gpu-visibility",
            site -> !EnvironmentChecks.visibility(site).isPassed(),
            Check.GPU_VISIBILITY,
            Check.GPU_TOPOLOGY),
    NO_LOCK(
            "counters.no-permission",
            "could not be locked for profiling|CAP_PERFMON\\) is not set",
            "the GPU could not be locked for counters",
            "see counters.cap-perfmon",
            _ -> false,
            Check.CAP_PERFMON),
    LOCKED(
            "counters.locked",
            "has a profiler attached to it",
            "another process has locked the GPU",
            "see counters.no-profiler-lock",
            site -> !CounterChecks.profilers(site).isPassed(),
            Check.NO_PROFILER_LOCK),
    OLD_DRIVER(
            "driver.too-old",
            "depends on a newer version of KFD|does not support locking device",
            "the driver is too old",
            "install a newer amdgpu",
            _ -> true,
            Check.AMDGPU_MODULE),
    CONFLICT(
            "tool.conflict",
            "Context has a conflict with another context",
            "another tool is at work in the process",
            "see environ.ld-preload-conflict",
            site -> !EnvironmentChecks.preload(site).isPassed()
                    || !EnvironmentChecks.hsaTools(site).isPassed(),
            Check.LD_PRELOAD_CONFLICT,
            Check.HSA_TOOLS_LIB,
            Check.ROCP_TOOL_LIBRARIES),
    NO_MODULE(
            "python.no-module",
            "No module named '[^']*'",
            "a module of Python is missing",
            "pip install it",
            _ -> true,
            Check.ROCPROFV3_PACKAGE);

    private final String id;
    private final Pattern message;
    private final String cause;
    private final String remedy;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Predicate<Site> isLikely;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> related;

    Diagnosis(String id, String message, String cause, String remedy, Predicate<Site> isLikely, Check... related) {
        this.id = id;
        this.message = Pattern.compile(message);
        this.cause = cause;
        this.remedy = remedy;
        this.isLikely = isLikely;
        this.related = java.util.Arrays.stream(related).map(check -> check.id).toList();
    }

    private static boolean isShut(Site site) {
        return !DriverChecks.device(site).isPassed()
                || !DriverChecks.access(site).isPassed();
    }

    /// Says why a command failed, as far as its output tells.
    static Answer explain(Site site, String what, Outcome outcome) {
        List<Map<String, Object>> found = new ArrayList<>();
        String detail = what + ", status " + outcome.status();
        String remedy = "run it yourself";
        String output = outcome.err() + "\n" + outcome.out();
        for (Diagnosis diagnosis : values()) {
            String line = output.lines()
                    .filter(candidate -> diagnosis.message.matcher(candidate).find())
                    .findFirst()
                    .orElse("");
            if (!line.isEmpty()) {
                boolean likely = diagnosis.isLikely.test(site);
                found.add(diagnosis.asData(line.strip(), likely));
                if (found.size() == 1) {
                    detail += ": " + diagnosis.cause + (likely ? "" : ", possibly") + ": " + line.strip();
                    remedy = diagnosis.remedy;
                }
            }
        }
        if (found.isEmpty()) {
            String last = output.strip().lines().reduce("", (_, line) -> line);
            detail += last.isEmpty() ? ", without a message" : ": " + last;
        }
        return Answer.fail(detail, remedy).with("diagnoses", found).with("output", output.strip());
    }

    private Map<String, Object> asData(String line, boolean likely) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", id);
        data.put("observation", message.pattern());
        data.put("cause", cause);
        data.put("confidence", likely ? "high" : "possible");
        data.put("evidence", line);
        data.put("related_checks", related);
        return data;
    }
}
