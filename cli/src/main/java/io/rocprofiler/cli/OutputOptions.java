package io.rocprofiler.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which files, where, and which summaries: the same for a run and for a later conversion.
final class OutputOptions {

    @Option(
            names = {"-d", "--output-directory"},
            paramLabel = "DIR",
            description =
                    "Directory of the output files; name keys are replaced. Default: $ROCPROF_OUTPUT_PATH or here.")
    @Nullable
    String directory;

    @Option(
            names = {"-o", "--output-file"},
            paramLabel = "NAME",
            description =
                    "What file names begin with. Keys: %%hostname%% %%pid%% %%tag%% %%rank%% %%env{X}%% and AMD's others. "
                            + "Default: $ROCPROF_OUTPUT_FILE_NAME or %%hostname%%/%%pid%%.")
    @Nullable
    String file;

    @Option(
            names = {"-f", "--output-format"},
            arity = "1..*",
            paramLabel = "FORMAT",
            description = "csv, json, pftrace, otf2, parquet, html; several may be given. Default: csv.")
    List<String> formats = new ArrayList<>();

    @Option(
            names = "--stats",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "Add statistics: *_stats.csv, or `summary` in JSON.")
    @Nullable
    Boolean stats;

    @Option(
            names = {"-S", "--summary"},
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description =
                    "Print one table of all calls at the end, and how busy the GPUs were, how long work waited, what lay idle, "
                            + "what tracing cost, and what is missing.")
    @Nullable
    Boolean summary;

    @Option(
            names = {"-D", "--summary-per-domain"},
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "Print a table per domain at the end.")
    @Nullable
    Boolean summaryPerDomain;

    @Option(
            names = "--summary-groups",
            arity = "1..*",
            paramLabel = "REGEX",
            description = "Print a table for the domains that each expression matches.")
    List<String> summaryGroups = new ArrayList<>();

    @Option(
            names = "--summary-output-file",
            paramLabel = "FILE",
            description = "stderr (default), stdout, or the end of a file's name: <prefix>_FILE.txt.")
    @Nullable
    String summaryFile;

    @Option(
            names = {"-u", "--summary-units"},
            paramLabel = "UNIT",
            description = "sec, msec, usec or nsec (default).")
    @Nullable
    String summaryUnits;

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            description = "fatal, error, warning (default), info, trace; env and config as info.")
    @Nullable
    String logLevel;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this and end.")
    boolean help;

    @Option(
            names = {"-v", "--version"},
            versionHelp = true,
            description = "Show the version and end.")
    boolean version;
}
