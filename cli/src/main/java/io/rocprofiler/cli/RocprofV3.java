package io.rocprofiler.cli;

import io.rocprofiler.trace.Ending;
import io.rocprofiler.trace.Reasons;
import io.rocprofiler.trace.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The command itself: `rocprofv3 [options] -- program …` and `rocprofv3 convert DIR …`.
final class RocprofV3 {

    private static final String SEPARATOR = "--";

    private final Map<String, String> environment;
    private final PrintStream stdout;
    private final Log log;

    RocprofV3(Map<String, String> environment, PrintStream stdout, Log log) {
        this.environment = environment;
        this.stdout = stdout;
        this.log = log;
    }

    /// @return the exit code of the process
    /// @throws CommandException for everything that has one line to say
    int run(List<String> arguments) {
        if (!arguments.isEmpty() && arguments.getFirst().equals("convert")) {
            return convert(arguments.subList(1, arguments.size()));
        }
        int separator = arguments.indexOf(SEPARATOR);
        List<String> options = separator < 0 ? arguments : arguments.subList(0, separator);
        List<String> program = separator < 0 ? List.of() : arguments.subList(separator + 1, arguments.size());
        RunCommand command = new RunCommand();
        CommandLine parser = new CommandLine(command).setStopAtPositional(true);
        if (parsed(parser, options)) {
            return 0;
        }
        useLogLevel(command.output.logLevel);
        if (!command.strays.isEmpty()) {
            throw usage("put -- before the program: rocprofv3 "
                    + Stream.concat(
                                    options.subList(0, options.size() - command.strays.size()).stream(),
                                    Stream.concat(Stream.of(SEPARATOR), command.strays.stream()))
                            .collect(Collectors.joining(" ")));
        }
        if (program.isEmpty()) {
            throw usage("no program to run: rocprofv3 --sys-trace -- program arguments");
        }
        OutputSettings settings = OutputSettings.of(command.output, command.display, environment);
        Map<Trace, Boolean> traces = command.trace.resolve();
        boolean tracing = checkTraces(traces, settings);
        TracedRun run = new TracedRun(Installation.find(), environment, log);
        return run.run(program, traces, tracing, settings, new Conversion(settings, environment, log, stdout));
    }

    private int convert(List<String> arguments) {
        ConvertCommand command = new ConvertCommand();
        CommandLine parser = new CommandLine(command);
        if (parsed(parser, arguments)) {
            return 0;
        }
        useLogLevel(command.output.logLevel);
        OutputSettings settings = OutputSettings.of(command.output, command.display, environment);
        try (Run run = open(Path.of(command.segments), command.pack)) {
            if (run.processes().isEmpty()) {
                throw new CommandException(CommandException.FAILED, command.segments + ": holds no segments");
            }
            Manifest.reportMissing(Path.of(command.segments), log);
            Endings.report(run, log);
            boolean complete = new Conversion(settings, environment, log, stdout).run(run);
            return complete ? 0 : CommandException.FAILED;
        } catch (IOException e) {
            throw new CommandException(CommandException.FAILED, command.segments + ": " + Reasons.of(e));
        }
    }

    private Run open(Path segments, boolean pack) throws IOException {
        Path temporary = TemporaryDirectory.of(environment);
        return pack ? Run.pack(segments, temporary, Ending::hasEnded) : Run.open(segments, temporary);
    }

    /// @return true if help or version was asked for, and has been given
    private boolean parsed(CommandLine parser, List<String> options) {
        parser.setCaseInsensitiveEnumValuesAllowed(true);
        parser.setUsageHelpAutoWidth(true);
        try {
            List<String> bound = OptionalValues.bound(parser.getCommandSpec(), options);
            parser.parseArgs(bound.toArray(new String[0]));
        } catch (UnmatchedArgumentException e) {
            throw usage("unknown option " + String.join(" ", e.getUnmatched()) + suggestions(e));
        } catch (ParameterException e) {
            throw usage(String.valueOf(e.getMessage()).lines().findFirst().orElse("") + "; see rocprofv3 --help");
        }
        if (parser.isUsageHelpRequested()) {
            parser.usage(stdout);
        } else if (parser.isVersionHelpRequested()) {
            parser.printVersionHelp(stdout);
        }
        return parser.isUsageHelpRequested() || parser.isVersionHelpRequested();
    }

    private static String suggestions(UnmatchedArgumentException e) {
        List<String> near = e.getSuggestions();
        return near.isEmpty() ? "; see rocprofv3 --help" : "; did you mean " + String.join(" or ", near) + "?";
    }

    private void useLogLevel(@Nullable String name) {
        String level = name == null ? environment.getOrDefault("ROCPROF_LOG_LEVEL", "warning") : name;
        try {
            log.level(Log.Level.of(level));
        } catch (IllegalArgumentException _) {
            throw usage("log level '" + level.toLowerCase(Locale.ROOT)
                    + "' is not one of fatal, error, warning, info, trace, env, config");
        }
    }

    private boolean checkTraces(Map<Trace, Boolean> traces, OutputSettings settings) {
        boolean tracing = Stream.of(Trace.values()).anyMatch(trace -> isOn(trace, traces));
        if (tracing) {
            return true;
        }
        log.warning("No tracing options were enabled.");
        if (settings.needsStatistics()) {
            throw new CommandException(
                    CommandException.FAILED,
                    "statistics and summaries need a tracing option, --sys-trace for instance");
        }
        if (Boolean.TRUE.equals(YesNo.parse(environment.getOrDefault("ROCPROFILER_CI", "")))) {
            throw new CommandException(CommandException.FAILED, "no tracing option, and ROCPROFILER_CI is set");
        }
        return false;
    }

    /// Options win over the environment, in which every option can be given, too.
    private boolean isOn(Trace trace, Map<Trace, Boolean> traces) {
        Boolean said = traces.get(trace);
        return said != null ? said : Boolean.TRUE.equals(YesNo.parse(environment.getOrDefault(trace.variable(), "")));
    }

    private static CommandException usage(String line) {
        return new CommandException(CommandException.USAGE, line);
    }
}
