package io.rocprofiler.cli.rocprof;

import static io.rocprofiler.cli.options.ParsedOptions.usage;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.journal.Journals;
import io.rocprofiler.cli.output.Output;
import io.rocprofiler.cli.output.Writer;
import io.rocprofiler.cli.run.FrontProcess;
import io.rocprofiler.cli.run.Installation;
import io.rocprofiler.cli.run.Launcher;
import io.rocprofiler.cli.run.LiveProcess;
import io.rocprofiler.cli.run.Preloads;
import io.rocprofiler.cli.run.ProgramArguments;
import io.rocprofiler.cli.run.ProgramEnvironment;
import io.rocprofiler.cli.run.TracedRun;
import io.rocprofiler.cli.run.UntraceableReason;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The command `rocprof`: runs a program under roctracer's tracer tool and combines the files of its processes.
public final class Rocprof {

    /// The variable that tells each process where to write.
    private static final String DATA = "ROCP_OUTPUT_DIR";

    /// The variable by which processes know that this command writes what they leave, and says so.
    private static final String LATER = "ROCPROFILER_WRITES_LATER";

    private static final Path PROC = Path.of("/proc");

    private final Map<String, String> environment;
    private final PrintStream stdout;
    private final Log log;
    private final FrontProcess front;

    public Rocprof(Map<String, String> environment, PrintStream stdout, Log log, FrontProcess front) {
        this.environment = environment;
        this.stdout = stdout;
        this.log = log;
        this.front = front;
    }

    /// Runs the command.
    ///
    /// @return the exit code of the process
    /// @throws CommandException for every error that is reported in one line
    public int run(List<String> arguments) {
        RocprofOptions options = new RocprofOptions();
        CommandLine parser = commandLine(options);
        if (parsed(parser, arguments)) {
            return 0;
        }
        check(options);
        if (options.from != null) {
            return collect(options, existing(options.from), List.of()) ? 0 : CommandException.FAILED;
        }
        if (options.write != null) {
            return writeApart(existing(options.write)) ? 0 : CommandException.FAILED;
        }
        ProgramEnvironment edits = new ProgramEnvironment(environment);
        Installation installation = Installation.find();
        installation.checkTracerTool();
        RocprofVariables.of(options).forEach(edits::set);
        edits.traceWithTool(
                installation,
                Preloads.of(
                        installation,
                        UntraceableReason.of(options.program.getFirst(), environment),
                        library -> front.launcher().loads(library)));
        List<String> without = RocprofEquivalent.without(options);
        log.result("the same with rocprofv3"
                + (without.isEmpty() ? "" : ", which has no " + String.join(", ", without)) + ": "
                + RocprofEquivalent.of(options));
        return trace(options, edits);
    }

    /// Returns the command line, for its manual page and completion.
    public static CommandLine commandLine() {
        return commandLine(new RocprofOptions());
    }

    private static CommandLine commandLine(RocprofOptions options) {
        return new CommandLine(options).setStopAtPositional(true).setUsageHelpAutoWidth(true);
    }

    private boolean parsed(CommandLine parser, List<String> arguments) {
        try {
            parser.parseArgs(arguments.toArray(new String[0]));
        } catch (UnmatchedArgumentException e) {
            throw usage(String.join(" ", e.getUnmatched())
                    + " is not an option here; rocprofv3 may have it; see rocprof --help");
        } catch (ParameterException e) {
            throw usage(String.valueOf(e.getMessage()).lines().findFirst().orElse("") + "; see rocprof --help");
        }
        if (parser.isUsageHelpRequested() || parser.isVersionHelpRequested()) {
            log.show();
        }
        if (parser.isUsageHelpRequested()) {
            parser.usage(stdout);
        } else if (parser.isVersionHelpRequested()) {
            parser.printVersionHelp(stdout);
        }
        return parser.isUsageHelpRequested() || parser.isVersionHelpRequested();
    }

    private static Path existing(String folder) {
        Path data = Path.of(folder);
        if (!Files.isDirectory(data)) {
            throw new CommandException(CommandException.NOT_FOUND, "no folder " + folder);
        }
        return data;
    }

    private static void check(RocprofOptions options) {
        if (options.from != null && options.write != null) {
            throw usage("--from and --write make different files of the same: one of them");
        }
        if (options.from != null || options.write != null) {
            if (!options.program.isEmpty()) {
                throw usage((options.from != null ? "--from " + options.from : "--write " + options.write)
                        + " runs no program: " + options.program.getFirst());
            }
            return;
        }
        if (options.program.isEmpty()) {
            throw usage("no program to run: rocprof --hip-trace program arguments");
        }
        if (options.input != null && !options.input.endsWith(".xml")) {
            throw usage("input file '" + options.input
                    + "' is no .xml file: which functions to trace is all that can be said; counters are not read");
        }
        if (!options.traces()) {
            throw usage("no tracing option: --hip-trace, --hsa-trace, --sys-trace or --roctx-trace");
        }
    }

    private int trace(RocprofOptions options, ProgramEnvironment edits) {
        Path data = dataDirectory(options);
        edits.set(DATA, data.toString());
        edits.set(LATER, "1");
        Launcher launcher = front.launcher();
        Launcher.End end = launcher.run(ProgramArguments.of(options.program), edits.edits());
        if (end instanceof Launcher.End.NotStarted) {
            discard(data);
        }
        boolean complete =
                end instanceof Launcher.End.NotStarted || collect(options, data, LiveProcess.with(DATA, data, PROC));
        return TracedRun.end(launcher, options.program.getFirst(), end, complete);
    }

    private static Path dataDirectory(RocprofOptions options) {
        try {
            if (options.data == null) {
                return Files.createTempDirectory("rpl_data_");
            }
            Path kept = NewFile.directories(Path.of(options.data)).toAbsolutePath();
            return Files.createTempDirectory(kept, "rpl_data_");
        } catch (IOException e) {
            throw CommandException.failed("no directory for the data: " + IoErrorText.of(e));
        }
    }

    private static void discard(Path data) {
        try {
            Files.delete(data);
        } catch (IOException _) {
            // An empty folder stays.
        }
    }

    /// Collects the files. Whatever fails here, the command still ends as the program ended.
    ///
    /// @param running processes that write into the directory
    private boolean collect(RocprofOptions options, Path data, List<LiveProcess> running) {
        Path wanted = Path.of(RocprofFiles.prefix(options.output));
        try (Output output = new Output(wanted, Writer.of(environment), FrontProcess.commandPid())) {
            RocprofFiles files = new RocprofFiles(data, output.draft().path());
            RocprofFiles.Collected collected = files.collect();
            List<Path> written = collected.files();
            collected.missing().forEach(log::warning);
            if (options.stats) {
                written.addAll(RocprofStatistics.write(files));
            }
            output.publish();
            RocprofFiles.deleteOthers(output.path(), written);
            Path named = output.path();
            report(
                    written.stream()
                            .map(file -> named.resolveSibling(file.getFileName()))
                            .toList(),
                    options.from != null ? data : null);
            if (!running.isEmpty()) {
                log.result("still running: " + LiveProcess.describe(running)
                        + "; what they record from now on is read by: rocprof --from " + data);
            } else if (!collected.whole()) {
                log.result("what the processes left is in " + data);
            } else if (options.data == null && options.from == null) {
                files.deleteData();
            }
            return collected.whole();
        } catch (IOException e) {
            log.error("cannot write " + wanted + ".*: " + IoErrorText.of(e));
            return false;
        }
    }

    /// Writes the files of each process beside its journal.
    private boolean writeApart(Path data) {
        Journals journals = new Journals(data);
        try {
            List<Path> written = new ArrayList<>(journals.writeApart());
            written.addAll(journals.writeStatistics(data::resolve));
            journals.missing().forEach(log::warning);
            report(written, data);
            return journals.missing().isEmpty();
        } catch (IOException e) {
            log.error("cannot write into " + data + ": " + IoErrorText.of(e));
            return false;
        }
    }

    /// @param from the directory that the user named, null for that of a run
    private void report(List<Path> written, @Nullable Path from) {
        if (!written.isEmpty()) {
            log.wrote(written);
        } else if (from != null) {
            log.warning("nothing was recorded in " + from);
        } else {
            log.warning(
                    "nothing was recorded: no process that its environment reached used a ROCm runtime that can be traced, or a line above says why not");
        }
    }
}
