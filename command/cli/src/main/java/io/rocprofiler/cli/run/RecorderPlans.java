package io.rocprofiler.cli.run;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.internal.Launchers;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.options.Option;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.cli.options.Trace;
import io.rocprofiler.cli.options.YesNo;
import io.rocprofiler.sdk.internal.image.CollectionPeriod;
import io.rocprofiler.sdk.internal.image.PlanImage;
import io.rocprofiler.sdk.internal.image.RecordedApis;
import io.rocprofiler.sdk.internal.image.RecordedWork;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The plans for the processes of a run, where they are recorded without a JVM in them
/// (`docs/adr/0031-a-recorder-without-a-jvm.md`).
///
/// @param recording what was selected
/// @param settings of the output, of which names and groups of kernels are chosen while they are recorded
/// @param environment of the command
/// @param collector the engine's tool, which records where another tool needs the engine
record RecorderPlans(Recording recording, OutputSettings settings, Map<String, String> environment, Path collector) {

    /// The variable that names the file to each process of the run.
    static final String VARIABLE = "ROCPROFILER_RECORDER_PLANS";

    /// The file's name in the directory of the segments.
    static final String FILE_NAME = "recorder.plans";

    /// The variable by which a user asks for the engine in every traced process.
    private static final String ENGINE = "ROCPROFV3_ENGINE";

    /// The mode of AMD's benchmarks in which all is prepared, and nothing recorded (`rocprofv3` of rocprofiler-sdk
    /// 1.0.0).
    private static final String DISABLED = "disabled-sdk-contexts";

    /// By which AMD's test checks the periods (`rocprofv3` of rocprofiler-sdk 1.0.0).
    private static final String TESTED_PERIODS = "ROCPROF_COLLECTION_PERIOD_TESTING";

    private static final Set<Trace> OF_GPU_WORK =
            EnumSet.of(Trace.KERNEL, Trace.MEMORY_COPY, Trace.MEMORY_ALLOCATION, Trace.SCRATCH_MEMORY, Trace.HIP_GRAPH);

    private static final Pattern MENTIONED = Pattern.compile("(?i:env|%q)\\{([^}]*)}");

    /// Writes the plans into the directory of the segments.
    ///
    /// @return the file, or null where the engine records, also because the file cannot be written
    @Nullable
    Path write(Path segments, Log log) {
        if (!suffices()) {
            return null;
        }
        Path file = segments.resolve(FILE_NAME);
        try (FileChannel to = NewFile.channel(file)) {
            to.write(PlanImage.compile(recorded(log)));
            return file;
        } catch (IOException e) {
            log.warning("cannot write " + file + ": " + IoErrorText.of(e) + "; processes are recorded by way of a JVM");
            return null;
        }
    }

    static void remove(Path segments) throws IOException {
        Files.deleteIfExists(segments.resolve(FILE_NAME));
    }

    /// Whether the recorder records all that was selected, and no other tool needs the engine.
    boolean suffices() {
        return !isOn(ENGINE)
                && ProgramEnvironment.otherTools(environment, collector).isEmpty()
                && EnumSet.allOf(Trace.class).stream().anyMatch(this::isSelected);
    }

    private RecordedWork work() {
        boolean isAny = OF_GPU_WORK.stream().anyMatch(this::isSelected);
        boolean withStreams = isAny
                && !settings.display().groupByQueue()
                && !isOn(Option.GROUP_BY_QUEUE.form().variable());
        boolean renames = isAny
                && (settings.display().names().renamed()
                        || isOn(Option.KERNEL_RENAME.form().variable()));
        return new RecordedWork(
                isSelected(Trace.KERNEL),
                isSelected(Trace.MEMORY_COPY),
                isSelected(Trace.MEMORY_ALLOCATION),
                isSelected(Trace.SCRATCH_MEMORY),
                isSelected(Trace.HIP_GRAPH),
                withStreams ? SegmentConstants.EXTERNAL_STREAM_SHIFT : 0,
                renames);
    }

    private RecordedApis recorded(Log log) {
        List<BufferTracingKind> kinds = new ArrayList<>();
        for (Trace trace : EnumSet.complementOf(EnumSet.copyOf(OF_GPU_WORK))) {
            if (isSelected(trace)) {
                kinds.addAll(kinds(trace));
            }
        }
        boolean markers = isSelected(Trace.MARKER);
        List<BufferTracingKind> always = markers ? List.of(BufferTracingKind.MARKER_CONTROL_API) : List.of();
        if (isDisabled()) return new RecordedApis(kinds, always, work(), false, true, List.of(), false, variables());
        boolean waits = recording.selectedRegions()
                || isOn(Option.SELECTED_REGIONS.form().variable());
        boolean logsPeriods = isOn(TESTED_PERIODS);
        return new RecordedApis(kinds, always, work(), markers || waits, waits, periods(log), logsPeriods, variables());
    }

    /// Whether recording never begins.
    private boolean isDisabled() {
        String mode = recording.mode();
        return DISABLED.equals(
                mode.isEmpty() ? value(Option.BENCHMARK_MODE.form().variable()) : mode);
    }

    /// The command's options take precedence over the environment.
    private List<CollectionPeriod> periods(Log log) {
        String said = recording.periods();
        return CollectionPeriod.parse(
                said.isEmpty() ? value(Option.COLLECTION_PERIOD.form().variable()) : said,
                part -> log.warning("collection period '" + part + "' is not delay:duration:repeat; it is left out"));
    }

    /// Returns the kinds of records of a trace. HIP's and rocDecode's have arguments.
    private static List<BufferTracingKind> kinds(Trace trace) {
        return switch (trace) {
            case HIP_RUNTIME -> List.of(BufferTracingKind.HIP_RUNTIME_API_EXT);
            case HIP_COMPILER -> List.of(BufferTracingKind.HIP_COMPILER_API_EXT);
            case HSA_CORE -> List.of(BufferTracingKind.HSA_CORE_API);
            case HSA_AMD -> List.of(BufferTracingKind.HSA_AMD_EXT_API);
            case HSA_IMAGE -> List.of(BufferTracingKind.HSA_IMAGE_EXT_API);
            case HSA_FINALIZER -> List.of(BufferTracingKind.HSA_FINALIZE_EXT_API);
            case MARKER -> List.of(BufferTracingKind.MARKER_CORE_RANGE_API, BufferTracingKind.MARKER_NAME_API);
            case RCCL -> List.of(BufferTracingKind.RCCL_API);
            case ROCDECODE -> List.of(BufferTracingKind.ROCDECODE_API_EXT);
            case ROCJPEG -> List.of(BufferTracingKind.ROCJPEG_API);
            case KERNEL, MEMORY_COPY, MEMORY_ALLOCATION, SCRATCH_MEMORY, HIP_GRAPH -> List.of();
        };
    }

    /// Returns the variables in which processes of a run may differ, as `key=VARIABLE`: those of launchers, and those
    /// used in names of output files. No others are written, because an environment may hold secrets.
    private List<String> variables() {
        Set<String> names = new LinkedHashSet<>();
        for (String name : Launchers.VARIABLES.split("\\s+")) {
            names.add("env." + name + "=" + name);
        }
        names.add("job=SLURM_JOB_ID");
        Matcher mentioned = MENTIONED.matcher(settings.directory() + "\n" + settings.file());
        while (mentioned.find()) {
            names.add("env." + mentioned.group(1) + "=" + mentioned.group(1));
        }
        names.removeIf(name -> name.endsWith("="));
        return List.copyOf(names);
    }

    private boolean isSelected(Trace trace) {
        return recording.isOn(trace, environment);
    }

    private boolean isOn(String variable) {
        return Boolean.TRUE.equals(YesNo.parse(value(variable)));
    }

    private String value(String variable) {
        return environment.getOrDefault(variable, "");
    }
}
