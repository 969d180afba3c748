package io.rocprofiler.cli;

import io.rocprofiler.cli.compare.Compare;
import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.console.ReadingLine;
import io.rocprofiler.cli.convert.CommandFile;
import io.rocprofiler.cli.convert.Conversion;
import io.rocprofiler.cli.options.CommandLines;
import io.rocprofiler.cli.options.FilterSettings;
import io.rocprofiler.cli.options.Option;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.cli.options.Parsing;
import io.rocprofiler.cli.options.Passes;
import io.rocprofiler.cli.options.QuestionLines;
import io.rocprofiler.cli.options.TableSettings;
import io.rocprofiler.cli.query.FittedRows;
import io.rocprofiler.cli.query.Query;
import io.rocprofiler.cli.query.Ranks;
import io.rocprofiler.cli.query.RowFormat;
import io.rocprofiler.cli.query.Rows;
import io.rocprofiler.cli.rocpd.DatabaseCsv;
import io.rocprofiler.cli.rocpd.RocpdRun;
import io.rocprofiler.cli.run.FrontProcess;
import io.rocprofiler.cli.run.Jobs;
import io.rocprofiler.cli.run.Manifest;
import io.rocprofiler.cli.run.TemporaryDirectory;
import io.rocprofiler.cli.run.UnfinishedProcesses;
import io.rocprofiler.cli.run.UnmadeAgents;
import io.rocprofiler.export.text.Printable;
import io.rocprofiler.questions.NamedQuery;
import io.rocprofiler.trace.Ending;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Run;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/// The commands `rocprofv3 [options] -- program …`, `rocprofv3 convert DIR …`, `rocprofv3 query`, `rocprofv3 ranks`,
/// `rocprofv3 compare` and `rocprofv3 doctor`.
final class RocprofV3 {

    private static final String SEPARATOR = "--";

    private final Map<String, String> environment;
    private final PrintStream stdout;
    private final Log log;
    private final FrontProcess front;

    RocprofV3(Map<String, String> environment, PrintStream stdout, Log log, FrontProcess front) {
        this.environment = environment;
        this.stdout = stdout;
        this.log = log;
        this.front = front;
    }

    /// @return the exit code of the process
    /// @throws CommandException for every error that is reported in one line
    int run(List<String> arguments) {
        if (!arguments.isEmpty() && arguments.getFirst().equals("convert")) {
            return convert(arguments.subList(1, arguments.size()));
        }
        if (!arguments.isEmpty() && arguments.getFirst().equals("doctor")) {
            return new DoctorCommands(environment, stdout, log).examine(arguments.subList(1, arguments.size()));
        }
        if (!arguments.isEmpty() && arguments.getFirst().equals("query")) {
            return query(arguments.subList(1, arguments.size()));
        }
        if (!arguments.isEmpty() && arguments.getFirst().equals("ranks")) {
            return ranks(arguments.subList(1, arguments.size()));
        }
        if (!arguments.isEmpty() && arguments.getFirst().equals("compare")) {
            return compare(arguments.subList(1, arguments.size()));
        }
        int separator = arguments.indexOf(SEPARATOR);
        List<String> options = separator < 0 ? arguments : arguments.subList(0, separator);
        List<String> program = separator < 0 ? List.of() : arguments.subList(separator + 1, arguments.size());
        int doctor = options.indexOf(Option.DOCTOR.longName());
        if (doctor >= 0) {
            return new DoctorCommands(environment, stdout, log).check(options.subList(doctor + 1, options.size()));
        }
        ParseResult parsed = parsed(CommandLines.run(), arguments.isEmpty() ? List.of("--help") : options);
        if (parsed == null) {
            return 0;
        }
        ParsedOptions commandLine = new ParsedOptions(CommandLines.options(parsed), environment);
        if (commandLine.flag(Option.DOCTOR)) { // as --doctor=yes
            return new DoctorCommands(environment, stdout, log).check(List.of());
        }
        refuse(options, CommandLines.strays(parsed));
        List<String> warnings = new ArrayList<>();
        Passes passes = Passes.of(commandLine, warnings::add);
        useLogLevel(passes.all().getFirst().options());
        warnings.forEach(log::warning);
        return run(passes, program);
    }

    private int run(Passes passes, List<String> program) {
        List<Passes.Pass> listed = passes.all().stream()
                .filter(pass -> pass.options().flag(Option.LIST_AVAIL))
                .toList();
        if (!listed.isEmpty()) {
            list(listed);
            if (program.isEmpty()) {
                return 0;
            }
        }
        if (passes.all().stream().anyMatch(pass -> pass.options().flag(Option.ECHO))) {
            log.show();
            stdout.println("command: "
                    + program.stream()
                            .map(word -> "'" + Printable.escaped(word) + "'")
                            .collect(Collectors.joining(", ", "[", "]")));
            return 0;
        }
        if (program.isEmpty()) {
            boolean isAttached =
                    passes.all().stream().anyMatch(pass -> pass.options().isGiven(Option.PID));
            throw CommandException.failed(
                    isAttached
                            ? "--pid: no attachment to a program that runs; start it with rocprofv3 -- program"
                            : "No application provided: rocprofv3 --sys-trace -- program arguments");
        }
        return new Jobs(environment, stdout, log, front).run(passes, program);
    }

    /// Lists the agents: on stdout, or for each pass in a file of its own where the user says something about files.
    private void list(List<Passes.Pass> passes) {
        AgentList agents = new AgentList(AgentList.DRIVER);
        List<Path> files = new ArrayList<>();
        for (Passes.Pass pass : passes) {
            ParsedOptions options = pass.options();
            if (options.isGiven(Option.OUTPUT_FILE) || options.isGiven(Option.OUTPUT_DIRECTORY)) {
                OutputSettings settings = OutputSettings.of(options, pass.folder());
                long pid = FrontProcess.commandPid();
                files.add(CommandFile.write(settings, "list_avail.txt", pid, environment, agents::print));
            }
        }
        log.show();
        if (files.isEmpty()) {
            agents.print(stdout);
        } else {
            log.wrote(files);
        }
    }

    private static void refuse(List<String> options, List<String> strays) {
        if (!strays.isEmpty()) {
            throw ParsedOptions.usage("put -- before the program: rocprofv3 "
                    + Stream.concat(
                                    options.subList(0, options.size() - strays.size()).stream(),
                                    Stream.concat(Stream.of(SEPARATOR), strays.stream()))
                            .collect(Collectors.joining(" ")));
        }
    }

    private int query(List<String> arguments) {
        ParseResult parsed = parsed(QuestionLines.query(), arguments);
        if (parsed == null) {
            return 0;
        }
        List<String> words = QuestionLines.words(parsed);
        log.show();
        if (parsed.hasMatchedOption("--list")) {
            Query.list(stdout);
            return 0;
        }
        if (words.size() < 2) {
            throw ParsedOptions.usage("name a run or a file and a question: rocprofv3 query out/results.db kernels;"
                    + " rocprofv3 query --list shows the named ones");
        }
        Path source = Path.of(words.getFirst());
        String question = words.get(1);
        List<String> said = words.subList(2, words.size());
        List<String> parameters = NamedQuery.named(question)
                .map(named -> tables(parsed).limited(named, said))
                .orElse(said);
        Query.run(source, question, parameters, rows(parsed), environment, stdout, log);
        return 0;
    }

    private int ranks(List<String> arguments) {
        ParseResult parsed = parsed(QuestionLines.ranks(), arguments);
        if (parsed == null) {
            return 0;
        }
        List<String> words = QuestionLines.words(parsed);
        if (words.size() != 1) {
            throw ParsedOptions.usage("name a directory with runs, or a dataset: rocprofv3 ranks out");
        }
        Rows format = Rows.of(parsed.matchedOptionValue("--format", "table"));
        String align = parsed.matchedOptionValue("--align", "");
        ParsedOptions options = new ParsedOptions(CommandLines.options(parsed), environment);
        Ranks ranks = new Ranks(
                Path.of(words.getFirst()),
                align,
                OutputSettings.lanes(options),
                TableSettings.of(options),
                environment,
                log);
        String folder = parsed.matchedOptionValue("--output-directory", "");
        String name = parsed.matchedOptionValue("--output-file", "");
        log.show();
        boolean isOneText = format != Rows.CSV && format != Rows.HTML;
        if (isOneText && folder.isEmpty() && name.isEmpty()) {
            ranks.print(format, stdout);
        } else {
            log.wrote(ranks.write(format, Path.of(folder.isEmpty() ? "ranks" : folder), name));
        }
        return 0;
    }

    private int compare(List<String> arguments) {
        ParseResult parsed = parsed(QuestionLines.compare(), arguments);
        if (parsed == null) {
            return 0;
        }
        List<String> words = QuestionLines.words(parsed);
        if (words.size() != 2) {
            throw ParsedOptions.usage("name two runs, files, or directories of runs: rocprofv3 compare before after");
        }
        String limit = parsed.matchedOptionValue("--fail-over", "0").replaceFirst("\\s*%$", "");
        if (!limit.matches("\\d{1,6}(\\.\\d{1,6})?")) {
            throw ParsedOptions.usage("--fail-over '" + limit + "' is no percentage: --fail-over 5%");
        }
        log.show();
        boolean good = new Compare(environment, stdout, log)
                .run(
                        Path.of(words.getFirst()),
                        Path.of(words.getLast()),
                        rows(parsed),
                        parsed.hasMatchedOption("--all"),
                        Double.parseDouble(limit));
        return good ? 0 : CommandException.FAILED;
    }

    private RowFormat rows(ParseResult parsed) {
        return FittedRows.of(Rows.of(parsed.matchedOptionValue("--format", "table")), tables(parsed));
    }

    private TableSettings tables(ParseResult parsed) {
        return TableSettings.of(new ParsedOptions(CommandLines.options(parsed), environment));
    }

    private int convert(List<String> arguments) {
        ParseResult parsed = parsed(CommandLines.convert(), arguments);
        if (parsed == null) {
            return 0;
        }
        ParsedOptions parsedOptions = new ParsedOptions(CommandLines.options(parsed), environment);
        useLogLevel(parsedOptions);
        OutputSettings settings = OutputSettings.ofConversion(parsedOptions);
        FilterSettings filter = FilterSettings.of(parsedOptions);
        String segments = parsed.matchedPositionalValue(0, "");
        if (Files.isRegularFile(Path.of(segments))) {
            settings = DatabaseCsv.write(List.of(Path.of(segments)), settings, filter, environment, log);
            if (settings.isNothing()) {
                return 0;
            }
        }
        try (Run run = open(Path.of(segments), parsedOptions.flag(Option.PACK))) {
            if (run.processes().isEmpty()) {
                throw CommandException.failed(segments
                        + ": holds no segments; name the directory *.segments of a run, which is beside its output");
            }
            Manifest.reportMissing(Path.of(segments), log);
            UnfinishedProcesses.report(run, log);
            boolean complete = new Conversion(settings, filter, environment, log, stdout).run(run);
            return complete && !recoveredNothing(run) ? 0 : CommandException.FAILED;
        } catch (IOException e) {
            throw CommandException.failed(segments + ": " + IoErrorText.of(e));
        }
    }

    /// Whether damage, already reported, left no readable record.
    private static boolean recoveredNothing(Run run) {
        return !run.problems().isEmpty()
                && run.processes().stream().mapToLong(ProcessTrace::records).sum() == 0;
    }

    private Run open(Path segments, boolean pack) throws IOException {
        Path temporary = TemporaryDirectory.of(environment, segments);
        if (Files.isRegularFile(segments) && !pack) {
            return RocpdRun.open(List.of(segments), environment, temporary, log);
        }
        UnmadeAgents.make(segments, environment, log::warning);
        ReadingLine reading = new ReadingLine();
        return pack ? Run.pack(segments, temporary, Ending::hasEnded, reading) : Run.open(segments, temporary, reading);
    }

    /// @return null if help or version was requested and has been printed
    private @Nullable ParseResult parsed(CommandLine parser, List<String> options) {
        return new Parsing("rocprofv3", stdout, log).parse(parser, options);
    }

    private void useLogLevel(ParsedOptions parsedOptions) {
        Log.Level level = Log.Level.of(parsedOptions.text(Option.LOG_LEVEL, "warning"));
        log.level(level);
        if (parsedOptions.flag(Option.QUIET)) {
            log.quiet();
        }
        List<String> lines = new ArrayList<>();
        if (level == Log.Level.ENV) {
            environment.forEach((name, value) -> lines.add(name + "=" + value));
        } else if (level == Log.Level.CONFIG) {
            parsedOptions.asMap().forEach((name, value) -> lines.add(name + ": " + value));
        }
        lines.stream().sorted().forEach(log::info);
    }
}
