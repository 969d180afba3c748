package io.rocprofiler.cli.rocprof;

import io.rocprofiler.cli.options.Version;
import io.rocprofiler.cli.options.YesNo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The options of `rocprof [options] program [arguments]`: the tracing options of AMD's first profiler.
@Command(
        name = "rocprof",
        versionProvider = Version.class,
        sortOptions = false,
        customSynopsis = "rocprof [options] program [arguments]",
        description = {
            "%nTraces a program as AMD's rocprof does, into the same text files, and says how rocprofv3 does it.",
            "New work is better done with rocprofv3: see rocprofv3 --help.%n"
        })
final class RocprofOptions {

    @Option(names = "--hip-trace", description = "Trace HIP's functions and its work on GPUs.")
    boolean hip;

    @Option(names = "--hsa-trace", description = "Trace HSA's functions and its copies.")
    boolean hsa;

    @Option(names = "--sys-trace", description = "Trace HIP and HSA.")
    boolean system;

    @Option(names = "--roctx-trace", description = "Trace ROC-TX. The other traces include it.")
    boolean roctx;

    @Option(names = "--stats", description = "Add statistics: PREFIX.hip_stats.csv and others.")
    boolean stats;

    @Option(
            names = "--trace-start",
            paramLabel = "on|off",
            arity = "1",
            converter = YesNo.class,
            description = "off: the program itself calls roctracer_start.")
    @Nullable
    Boolean start;

    @Option(
            names = "--trace-period",
            paramLabel = "DELAY:LENGTH:RATE",
            description = "Trace after a delay, for a length, at this rate; numbers with m, s, ms or us (default).")
    @Nullable
    String period;

    @Option(
            names = "--flush-rate",
            paramLabel = "TIME",
            description = "Ask every so often which GPU work is over. --from and --write also read a running program.")
    @Nullable
    String flushRate;

    @Option(
            names = "--basenames",
            paramLabel = "on|off",
            arity = "1",
            converter = YesNo.class,
            description = "Kernels' names without their arguments and scopes.")
    @Nullable
    Boolean basenames;

    @Option(names = "-i", paramLabel = "FILE.xml", description = "Which functions to trace.")
    @Nullable
    String input;

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "What the files' names begin with, with or without .csv. Default: results.")
    String output = "results.csv";

    @Option(names = "-d", paramLabel = "DIR", description = "Keep what each process wrote, in a folder in this one.")
    @Nullable
    String data;

    @Option(
            names = "--from",
            paramLabel = "DIR",
            description = {
                "Run nothing: make the files of what the processes left in a folder,",
                "one of -d, of a rocprof that was killed, or of the tracer tool by hand."
            })
    @Nullable
    String from;

    @Option(
            names = "--write",
            paramLabel = "DIR",
            description = {
                "Run nothing: write what processes left in a folder as text files",
                "beside it, those of each process apart: <pid>_hip_api_trace.txt and others."
            })
    @Nullable
    String write;

    @Option(names = "--timestamp", paramLabel = "on|off", arity = "1", hidden = true, converter = YesNo.class)
    @Nullable
    Boolean timestamp; // always on

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this and end.")
    boolean help;

    @Option(names = "--version", versionHelp = true, description = "Show the version and end.")
    boolean version;

    @Parameters(hidden = true)
    List<String> program = new ArrayList<>();

    boolean traces() {
        return hip || hsa || system || roctx || stats || input != null;
    }
}
