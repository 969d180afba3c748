package io.rocprofiler.cli.options;

import static io.rocprofiler.cli.options.OptionForm.flag;
import static io.rocprofiler.cli.options.OptionForm.groups;
import static io.rocprofiler.cli.options.OptionForm.list;
import static io.rocprofiler.cli.options.OptionForm.optional;
import static io.rocprofiler.cli.options.OptionForm.text;
import static io.rocprofiler.cli.options.OptionGroup.*;

import io.rocprofiler.export.rocpd.SchemaVersion;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// All options (`rocprofv3.py` of rocprofiler-sdk 1.0.0 to 1.4.1), in the order of the help. A constant's name is the
/// option's long name and its key in input files.
public enum Option {
    INPUT(
            IO,
            text("FILE").letter("-i").outsideFiles(),
            "Jobs and their options: a .json, .yaml or .yml file, or lines of pmc: (.txt or .text)."),
    OUTPUT_FILE(
            IO,
            text("NAME").letter("-o").variable("ROCPROF_OUTPUT_FILE_NAME").everywhere(),
            "What file names begin with. Keys: {hostname}, {pid}, {tag}, {rank}, $ENV{X} and AMD's others. "
                    + "Default: {hostname}/{pid}."),
    OUTPUT_DIRECTORY(
            IO,
            text("DIR").letter("-d").variable("ROCPROF_OUTPUT_PATH").everywhere(),
            "Directory of the output files; name keys are replaced. Default: here."),
    OUTPUT_FORMAT(
            IO,
            list("FORMAT")
                    .letter("-f")
                    .variable("ROCPROF_OUTPUT_FORMAT")
                    .words(Format.names().split(", "))
                    .everywhere(),
            "One or more of " + Format.names() + ". Default: " + OutputSettings.DEFAULT_FORMAT.option() + "."),
    OUTPUT_CONFIG(
            IO,
            flag().variable("ROCPROF_OUTPUT_CONFIG_FILE").everywhere(),
            "Also write what the command was told: <prefix>_config.json."),
    ROCPD_SCHEMA(
            IO,
            text("VERSION").words(SchemaVersion.names().toArray(String[]::new)).everywhere(),
            "Of databases: " + String.join(", ", SchemaVersion.names()) + ". Default: the last of these."),
    LOG_LEVEL(
            IO,
            text("LEVEL")
                    .variable("ROCPROF_LOG_LEVEL")
                    .words("fatal", "error", "warning", "info", "trace", "env", "config")
                    .everywhere(),
            "fatal, error, warning (default), info, trace; env and config print the environment and the settings."),
    QUIET(IO, flag().letter("-q").everywhere(), "Do not say which files were written."),
    EXTRA_COUNTERS(
            IO,
            text("FILE").letter("-E").lacking(Lacking.NO_COUNTERS),
            "Definitions of counters (YAML). Not available here."),

    RUNTIME_TRACE(AGGREGATE, flag().letter("-r"), "HIP runtime, markers, RCCL, rocDecode, rocJPEG, GPU work."),
    SYS_TRACE(AGGREGATE, flag().letter("-s"), "The same, and HIP compiler and HSA calls."),

    HIP_TRACE(BASIC, flag(), "HIP runtime and compiler calls."),
    MARKER_TRACE(BASIC, trace("MARKER_API"), "ROC-TX marks and ranges."),
    KERNEL_TRACE(BASIC, trace("KERNEL"), "Kernel dispatches, from HSA queues."),
    MEMORY_COPY_TRACE(BASIC, trace("MEMORY_COPY"), "Asynchronous copies between agents."),
    MEMORY_ALLOCATION_TRACE(BASIC, trace("MEMORY_ALLOCATION"), "HSA allocations and frees."),
    SCRATCH_MEMORY_TRACE(BASIC, trace("SCRATCH_MEMORY"), "Scratch memory that queues get."),
    HSA_TRACE(BASIC, flag(), "HSA calls: core, AMD, image and finalizer extensions."),
    RCCL_TRACE(BASIC, trace("RCCL_API"), "RCCL calls."),
    KOKKOS_TRACE(BASIC, flag(), "As --marker-trace --kernel-rename; regions of Kokkos are not available here."),
    ROCDECODE_TRACE(BASIC, trace("ROCDECODE_API"), "rocDecode calls."),
    ROCJPEG_TRACE(BASIC, trace("ROCJPEG_API"), "rocJPEG calls."),
    ROCSHMEM_TRACE(
            BASIC,
            trace("ROCSHMEM_API").lacking("calls of rocSHMEM are not traced here"),
            "rocSHMEM calls. Not available here."),
    HIPFILE_TRACE(
            BASIC,
            trace("HIPFILE_API").lacking("calls of hipFile are not traced here"),
            "hipFile calls. Not available here."),
    KFD_TRACE(BASIC, flag().lacking(Lacking.NO_DRIVER_EVENTS), "Events of the driver (KFD). Not available here."),
    OMPT_TRACE(
            BASIC,
            optional("CATEGORY")
                    .variable("ROCPROF_OMPT_TRACE")
                    .words("all", "thread", "parallel", "task", "sync", "mutex", "target", "device", "error")
                    .lacking("OpenMP is not traced by this command"),
            "OpenMP (OMPT), all or some of it. Not available here."),

    HIP_RUNTIME_TRACE(GRANULAR, trace("HIP_RUNTIME_API"), "HIP runtime calls."),
    HIP_COMPILER_TRACE(GRANULAR, trace("HIP_COMPILER_API"), "HIP compiler calls (__hip...)."),
    HSA_CORE_TRACE(GRANULAR, trace("HSA_CORE_API"), "HSA core calls."),
    HSA_AMD_TRACE(GRANULAR, trace("HSA_AMD_EXT_API"), "HSA AMD extension calls."),
    HSA_IMAGE_TRACE(GRANULAR, trace("HSA_IMAGE_EXT_API"), "HSA image extension calls."),
    HSA_FINALIZER_TRACE(GRANULAR, trace("HSA_FINALIZER_EXT_API"), "HSA finalizer extension calls."),
    HIP_GRAPH_TRACE(GRANULAR, trace("HIP_GRAPH"), "Launches of HIP graphs, in JSON and rocpd."),
    HIP_EVENT_TRACE(
            GRANULAR,
            trace("HIP_EVENT").lacking("HIP events are not traced here"),
            "HIP events on GPUs. Not available here."),
    KFD_PAGE_MIGRATION_TRACE(
            GRANULAR,
            trace("KFD_PAGE_MIGRATION").lacking(Lacking.NO_DRIVER_EVENTS),
            "Migrations of pages. Not available here."),
    KFD_PAGE_MAPPING_TRACE(
            GRANULAR,
            trace("KFD_PAGE_MAPPING").lacking(Lacking.NO_DRIVER_EVENTS),
            "Page faults, mappings. Not available here."),
    KFD_QUEUE_TRACE(
            GRANULAR, trace("KFD_QUEUE").lacking(Lacking.NO_DRIVER_EVENTS), "Evictions of queues. Not available here."),
    KFD_DROPPED_EVENTS_TRACE(
            GRANULAR,
            trace("KFD_DROPPED_EVENTS").lacking(Lacking.NO_DRIVER_EVENTS),
            "Events that the driver dropped. Not available here."),

    PMC(
            COUNTERS,
            groups("COUNTER").variable("ROCPROF_COUNTERS").lacking(Lacking.NO_COUNTERS),
            "Hardware counters of kernels. Not available here; given several times, the program runs once for each."),
    PMC_GROUPS(
            COUNTERS,
            groups("COUNTER")
                    .variable("ROCPROF_COUNTER_GROUPS")
                    .lacking(Lacking.NO_COUNTERS)
                    .key(),
            ""),
    PMC_GROUP_INTERVAL(
            COUNTERS, text("NUMBER").variable("ROCPROF_COUNTER_GROUPS_INTERVAL").key(), ""),
    REPLAY_MODE(
            COUNTERS,
            text("WHOM").words("kernel", "application"),
            "kernel: one run for all groups of counters. application (default): a run for each."),
    KERNEL_REPLAY_BETA_ENABLED(COUNTERS, flag(), "Needed with --replay-mode kernel."),

    SPM(
            STREAMING,
            list("COUNTER").variable("ROCPROF_SPM_COUNTERS").lacking(Lacking.NO_SPM),
            "Counters while kernels run (SPM). Not available here, as all below."),
    SPM_BETA_ENABLED(STREAMING, flag().variable("ROCPROFILER_SPM_BETA_ENABLED").lacking(Lacking.NO_SPM), ""),
    SPM_SAMPLE_INTERVAL(
            STREAMING,
            text("NUMBER")
                    .variable("ROCPROF_SPM_SAMPLE_INTERVAL")
                    .lacking(Lacking.NO_SPM)
                    .number(),
            ""),
    SPM_SAMPLE_INTERVAL_UNIT(
            STREAMING,
            text("CLOCK")
                    .variable("ROCPROF_SPM_SAMPLE_INTERVAL_UNIT")
                    .words("sclk_cycles")
                    .lacking(Lacking.NO_SPM),
            ""),

    PC_SAMPLING_BETA_ENABLED(
            PC_SAMPLING,
            flag().variable("ROCPROFILER_PC_SAMPLING_BETA_ENABLED").lacking(Lacking.NO_SAMPLES),
            "PC sampling. Not available here."),
    PC_SAMPLING_UNIT(
            PC_SAMPLING,
            text("OF")
                    .variable("ROCPROF_PC_SAMPLING_UNIT")
                    .words("instructions", "cycles", "time")
                    .lacking(Lacking.NO_SAMPLES),
            "Not available here."),
    PC_SAMPLING_METHOD(
            PC_SAMPLING,
            text("METHOD")
                    .variable("ROCPROF_PC_SAMPLING_METHOD")
                    .words("stochastic", "host_trap")
                    .lacking(Lacking.NO_SAMPLES),
            "Not available here."),
    PC_SAMPLING_INTERVAL(
            PC_SAMPLING,
            text("NUMBER")
                    .variable("ROCPROF_PC_SAMPLING_INTERVAL")
                    .lacking(Lacking.NO_SAMPLES)
                    .number(),
            "Not available here."),

    STATS(POST, flag().variable("ROCPROF_STATS").everywhere(), "Add statistics: *_stats.csv, or `summary` in JSON."),
    SUMMARY(
            POST,
            flag().letter("-S").variable("ROCPROF_STATS_SUMMARY").everywhere(),
            "Print one table of all calls at the end, and how busy the GPUs were, in which ranges they lay idle, which"
                    + " calls waited for what, bandwidths, delays, what tracing cost, and what is missing."),
    SUMMARY_PER_DOMAIN(
            POST,
            flag().letter("-D").variable("ROCPROF_STATS_SUMMARY_PER_DOMAIN").everywhere(),
            "Print a table per domain at the end."),
    SUMMARY_GROUPS(
            POST,
            list("REGEX").variable("ROCPROF_STATS_SUMMARY_GROUPS").everywhere(),
            "Print a table for the domains that each expression matches."),
    SUMMARY_PER(
            POST,
            list("WHAT").words("gpu", "stream", "thread", "rank").everywhere(),
            "Print a table of names for each gpu, stream, thread or rank."),
    SUMMARY_OUTPUT_FILE(
            POST,
            text("FILE").variable("ROCPROF_STATS_SUMMARY_OUTPUT").everywhere(),
            "stderr (default), stdout, or the end of a file's name: <prefix>_FILE.txt; of FILE.csv and FILE.json a file per"
                    + " table and one of all, for programs."),
    SUMMARY_UNITS(
            POST,
            text("UNIT")
                    .letter("-u")
                    .variable("ROCPROF_STATS_SUMMARY_UNITS")
                    .words("sec", "msec", "usec", "nsec", "fit")
                    .everywhere(),
            "Times of tables in sec, msec, usec, nsec, or fit: in what fits each value. Default: nsec in AMD's tables, fit in"
                    + " the others."),
    TOP(
            POST,
            text("ROWS").everywhere(),
            "Show so many rows of each table. Default: all, but of a summary's tables that are not AMD's 20."),

    MANGLED_KERNELS(
            NAMING, flag().letter("-M").everywhere(), "Kernel names as in the code object, mangled and with .kd."),
    TRUNCATE_KERNELS(
            NAMING,
            flag().letter("-T").variable("ROCPROF_TRUNCATE_KERNELS").everywhere(),
            "Kernel names without namespaces, template and function arguments."),
    KERNEL_RENAME(
            NAMING,
            flag().variable("ROCPROF_KERNEL_RENAME").everywhere(),
            "Name kernels by the ROC-TX range (roctxRangePush) that they are launched in."),

    KERNEL_INCLUDE_REGEX(
            FILTERING,
            text("REGEX")
                    .variable("ROCPROF_KERNEL_FILTER_INCLUDE_REGEX")
                    .lacking(Lacking.NO_FILTERED)
                    .everywhere(),
            "Count and sample only kernels in whose names this is found; of convert: show only those."),
    KERNEL_EXCLUDE_REGEX(
            FILTERING,
            text("REGEX")
                    .variable("ROCPROF_KERNEL_FILTER_EXCLUDE_REGEX")
                    .lacking(Lacking.NO_FILTERED)
                    .everywhere(),
            "Leave out kernels in whose names this is found, as above."),
    KERNEL_ITERATION_RANGE(
            FILTERING,
            list("RANGE")
                    .variable("ROCPROF_KERNEL_FILTER_RANGE")
                    .lacking(Lacking.NO_FILTERED)
                    .everywhere(),
            "Only these dispatches of each kernel, counted from 1: 5 or [1-2],[8-9]."),
    COLLECTION_PERIOD(
            FILTERING,
            list("D:T:R").letter("-P").variable("ROCPROF_COLLECTION_PERIOD"),
            "Record only at times: wait D, record for T, R times over (0: without end). Several follow one another."),
    COLLECTION_PERIOD_UNIT(
            FILTERING,
            text("TIME").words("hour", "min", "sec", "msec", "usec", "nsec"),
            "Of D and T: hour, min, sec (default), msec, usec, nsec."),
    SELECTED_REGIONS(
            FILTERING,
            flag().variable("ROCPROF_SELECTED_REGIONS"),
            "Record only between roctxProfilerResume and roctxProfilerPause."),
    SELECTED_REGIONS_REF_COUNT(
            FILTERING,
            flag().variable("ROCPROF_SELECTED_REGIONS_REF_COUNT")
                    .lacking("pauses and resumes are not counted here: each one acts"),
            "Count nested pauses and resumes. Not available here."),
    PROFILE_MPI_RANKS(
            FILTERING,
            text("RANKS").variable("ROCPROF_MPI_RANKS"),
            "Record only these ranks of a parallel program, 0-3,8 for instance; the others run as without the command."),
    MPI_WORLD_RANK_VARIABLE(
            FILTERING,
            text("NAME").variable("ROCPROF_MPI_RANK_VAR"),
            "The variable that has the rank. Default: that of the launcher, of PBS, Slurm, MPICH, MVAPICH2 or Open MPI."),
    MPI_WORLD_SIZE_VARIABLE(
            FILTERING, text("NAME").variable("ROCPROF_MPI_SIZE_VAR"), "The variable that has the number of ranks."),
    START(
            FILTERING,
            text("TIME").converting(),
            "Show what begins at TIME or later: nanoseconds as in the files, 20% of the run, or 1.5s, 10ms, 7us after "
                    + "its first record."),
    END(FILTERING, text("TIME").converting(), "Show what ends at TIME or before."),
    INCLUSIVE(
            FILTERING,
            flag().converting(),
            "What is shown lies within --start and --end as a whole (default); no: it may reach out of them."),
    THREAD(FILTERING, list("TID").converting(), "Show only what these threads called or submitted."),
    PROCESS(FILTERING, list("PID").converting(), "Show only these processes."),
    AGENT(
            FILTERING,
            list("AGENT").converting(),
            "Show only work on these agents, by the names or the numbers that the files show."),
    NAME(
            FILTERING,
            text("REGEX").converting(),
            "Show only functions, markers and kernels in whose names this is found."),

    PERFETTO_BACKEND(
            PERFETTO,
            text("BACKEND")
                    .variable("ROCPROF_PERFETTO_BACKEND")
                    .words("inprocess", "system")
                    .everywhere(),
            "inprocess (default); system: not available, the file is written as for inprocess."),
    PERFETTO_BUFFER_SIZE(
            PERFETTO,
            text("KB").variable("ROCPROF_PERFETTO_BUFFER_SIZE_KB").number().everywhere(),
            "Without effect: there is no buffer, and nothing is discarded."),
    PERFETTO_BUFFER_FILL_POLICY(
            PERFETTO,
            text("POLICY")
                    .variable("ROCPROF_PERFETTO_BUFFER_FILL_POLICY")
                    .words("discard", "ring_buffer")
                    .everywhere(),
            "Without effect, as above."),
    PERFETTO_SHMEM_SIZE_HINT(
            PERFETTO,
            text("KB").variable("ROCPROF_PERFETTO_SHMEM_SIZE_HINT_KB").everywhere(),
            "Without effect, as above."),

    LIST_AVAIL(
            DISPLAY,
            flag().letter("-L"),
            "List the agents of this machine, and what there is to count. With -o or -d: into <prefix>_list_avail.txt."),
    DOCTOR(
            DISPLAY,
            flag().outsideFiles(),
            "Check this machine and this product. Has options of its own: rocprofv3 --doctor --help."),
    GROUP_BY_QUEUE(
            DISPLAY,
            flag().variable("ROCPROF_GROUP_BY_QUEUE").everywhere(),
            "By HSA queue instead of HIP stream: streams are not recorded."),

    PRELOAD(
            ADVANCED,
            list("LIBRARY").variable("ROCPROF_PRELOAD"),
            "Libraries to preload into the program, first of all."),
    ROCM_ROOT(ADVANCED, text("DIR"), "Without effect: the libraries are those beside this command."),
    SDK_SOVERSION(ADVANCED, text("VERSION"), "Without effect, as above."),
    SDK_VERSION(ADVANCED, text("VERSION"), "Without effect, as above."),
    READLINK(ADVANCED, flag().unlisted(), "Without effect."),
    REALPATH(ADVANCED, flag().unlisted(), "Without effect."),
    AGENT_INDEX(
            ADVANCED,
            text("INDEX")
                    .letter("-A")
                    .variable("ROCPROF_AGENT_INDEX")
                    .words("absolute", "relative", "type-relative")
                    .everywhere(),
            "Numbers of agents: absolute (the driver's), relative (default) or type-relative."),
    DISABLE_SIGNAL_HANDLERS(
            ADVANCED, flag(), "Without effect: the program's signals are its own, and no record is lost by them."),
    PROCESS_SYNC(
            ADVANCED,
            flag().variable("ROCPROF_PROCESS_SYNC"),
            "Without effect: the files are written when the last process has ended."),
    MINIMUM_OUTPUT_DATA(
            ADVANCED,
            text("KB").everywhere(),
            "Write nothing for a process with fewer KB of records than that. Default: 0."),
    PACK(
            ADVANCED,
            flag().converting(),
            "Pack raw segments for good: they take a tenth of the room then. A run that ends packs its own."),
    SUPPRESS_MARKER_PRELOAD(ADVANCED, flag().unlisted(), "Do not preload a ROC-TX library."),
    ECHO(ADVANCED, flag().unlisted(), "Print the program's command line and end."),
    BENCHMARK_MODE(
            ADVANCED,
            text("MODE")
                    .variable("ROCPROF_BENCHMARK_MODE")
                    .words(
                            "disabled-sdk-contexts",
                            "sdk-buffer-overhead",
                            "sdk-callback-overhead",
                            "tool-runtime-overhead",
                            "execution-profile")
                    .unlisted(),
            "What of tracing is to cost something."),

    PID(
            ATTACHMENT,
            text("PID")
                    .letter("-p")
                    .alias("--attach")
                    .variable("ROCPROF_ATTACH_PID")
                    .lacking(Lacking.NO_ATTACHMENT)
                    .number(),
            "A program that runs. Not available here, as all below: a program is traced from its start on."),
    ATTACH_DURATION_MSEC(
            ATTACHMENT,
            text("NUMBER")
                    .variable("ROCPROF_ATTACH_DURATION")
                    .lacking(Lacking.NO_ATTACHMENT)
                    .number(),
            ""),
    ATTACH_CHILDREN(ATTACHMENT, flag().variable("ROCPROF_ATTACH_CHILDREN").lacking(Lacking.NO_ATTACHMENT), ""),
    ATTACH_SYNC_OUTPUT(
            ATTACHMENT, flag().variable("ROCPROF_ATTACH_OUTPUT_GENERATION_SYNC").lacking(Lacking.NO_ATTACHMENT), ""),

    ATT(
            THREAD_TRACE,
            flag().variable("ROCPROF_ADVANCED_THREAD_TRACE").lacking(Lacking.NO_THREAD_TRACE),
            "Thread trace. Not available here."),
    ADVANCED_THREAD_TRACE(
            THREAD_TRACE, flag().lacking(Lacking.NO_THREAD_TRACE).unlisted(), "The same by its long name."),
    ATT_LIBRARY_PATH(
            THREAD_TRACE,
            list("DIR").variable("ROCPROF_ATT_LIBRARY_PATH").lacking(Lacking.NO_THREAD_TRACE),
            "Not available here, as all below."),
    ATT_TARGET_CU(THREAD_TRACE, text("NUMBER").lacking(Lacking.NO_THREAD_TRACE), ""),
    ATT_SIMD_SELECT(THREAD_TRACE, text("MASK").lacking(Lacking.NO_THREAD_TRACE), ""),
    ATT_BUFFER_SIZE(THREAD_TRACE, text("BYTES").lacking(Lacking.NO_THREAD_TRACE), ""),
    ATT_SHADER_ENGINE_MASK(THREAD_TRACE, text("MASK").lacking(Lacking.NO_THREAD_TRACE), ""),
    ATT_GPU_INDEX(THREAD_TRACE, text("LIST").lacking(Lacking.NO_THREAD_TRACE), ""),
    ATT_PERFCOUNTERS(THREAD_TRACE, list("COUNTER").lacking(Lacking.NO_THREAD_TRACE), ""),
    ATT_PERFCOUNTER_CTRL(THREAD_TRACE, text("NUMBER").lacking(Lacking.NO_THREAD_TRACE), ""),
    ATT_PERFCOUNTER_TARGET_ONLY(
            THREAD_TRACE, flag().variable("ROCPROF_ATT_PARAM_TARGET_ONLY").lacking(Lacking.NO_THREAD_TRACE), ""),
    ATT_ACTIVITY(THREAD_TRACE, text("NUMBER").lacking(Lacking.NO_THREAD_TRACE), ""),
    ATT_SERIALIZE_ALL(
            THREAD_TRACE, flag().variable("ROCPROF_ATT_PARAM_SERIALIZE_ALL").lacking(Lacking.NO_THREAD_TRACE), ""),
    ATT_CONSECUTIVE_KERNELS(
            THREAD_TRACE,
            text("NUMBER")
                    .variable("ROCPROF_ATT_CONSECUTIVE_KERNELS")
                    .lacking(Lacking.NO_THREAD_TRACE)
                    .number(),
            ""),
    ATT_NO_DETAIL(THREAD_TRACE, flag().variable("ROCPROF_ATT_PARAM_NO_DETAIL").lacking(Lacking.NO_THREAD_TRACE), ""),
    ATT_NO_INTERCEPT(THREAD_TRACE, flag().variable("ROCPROF_ATT_NO_INTERCEPT").lacking(Lacking.NO_THREAD_TRACE), ""),
    ATT_RESOURCE_MODE(
            THREAD_TRACE,
            text("WHEN")
                    .variable("ROCPROF_ATT_PARAM_RESOURCE_MODE")
                    .words("default", "hsa", "code-object")
                    .lacking(Lacking.NO_THREAD_TRACE),
            "");

    /// What is not available here.
    private static final class Lacking {
        static final String NO_COUNTERS = "hardware counters are not available here";
        static final String NO_FILTERED = "kernel filters are for counters and thread trace, which are not available"
                + " here; traces have all kernels";
        static final String NO_SPM = "counters while kernels run (SPM) are not available here";
        static final String NO_SAMPLES = "PC sampling is not available here";
        static final String NO_THREAD_TRACE = "advanced thread trace is not available here";
        static final String NO_DRIVER_EVENTS = "events of the driver (KFD) are not traced here";
        static final String NO_ATTACHMENT =
                "no attachment to a program that runs: a program is traced from its start on";
    }

    private final OptionGroup group;

    @SuppressWarnings("ImmutableEnumChecker") // a record whose list is made by List.of
    private final OptionForm form;

    private final String description;

    Option(OptionGroup group, OptionForm form, String description) {
        this.group = group;
        this.form = form;
        this.description = description;
    }

    private static OptionForm trace(String name) {
        return flag().variable("ROCPROF_" + name + "_TRACE");
    }

    public OptionGroup group() {
        return group;
    }

    public OptionForm form() {
        return form;
    }

    String description() {
        return description;
    }

    /// The long name, such as `--output-file`.
    public String longName() {
        return "--" + key().replace('_', '-');
    }

    /// The key in input files, such as `output_file`.
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Returns the option with that key in input files, null if unknown.
    static @Nullable Option ofKey(String key) {
        String name = key.equals("advanced_thread_trace") ? ATT.key() : key;
        for (Option option : values()) {
            if (option.key().equals(name) && option.form.file()) {
                return option;
            }
        }
        return null;
    }
}
