package io.rocprofiler.cli.rocpd;

import static io.rocprofiler.cli.console.CommandException.failed;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.convert.Conversion;
import io.rocprofiler.cli.options.CommandLines;
import io.rocprofiler.cli.options.FilterSettings;
import io.rocprofiler.cli.options.Option;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.cli.options.Parsing;
import io.rocprofiler.cli.options.RocpdLines;
import io.rocprofiler.cli.output.FileTree;
import io.rocprofiler.cli.query.Database;
import io.rocprofiler.cli.query.Query;
import io.rocprofiler.cli.query.Rows;
import io.rocprofiler.cli.run.TemporaryDirectory;
import io.rocprofiler.trace.Run;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/// The command `rocpd`, with AMD's verbs (package `rocpd` of rocprofiler-sdk 1.0.0).
public final class Rocpd {

    private static final String CONSOLE = "console";
    private static final String DIRECTORY = "rocpd-output-data";

    private final Map<String, String> environment;
    private final PrintStream stdout;
    private final Log log;

    public Rocpd(Map<String, String> environment, PrintStream stdout, Log log) {
        this.environment = environment;
        this.stdout = stdout;
        this.log = log;
    }

    /// Runs a verb.
    ///
    /// @return the exit code of the process
    /// @throws CommandException for every error that is reported in one line
    public int run(List<String> arguments) {
        String verb = arguments.isEmpty() ? "--help" : arguments.getFirst();
        CommandLine line = RocpdLines.verbs().get(verb);
        if (line == null) {
            if (!verb.matches("--?[a-z].*")
                    || new Parsing("rocpd", stdout, log).parse(RocpdLines.main(), List.of(verb)) != null) {
                throw ParsedOptions.usage("rocpd has no verb '" + verb + "'; there are "
                        + String.join(", ", RocpdLines.verbs().keySet()));
            }
            return 0;
        }
        Parsing parsing = new Parsing("rocpd " + verb, stdout, log);
        ParseResult parsed = parsing.parse(line, arguments.subList(1, arguments.size()));
        if (parsed == null) {
            return 0;
        }
        List<String> words = RocpdLines.words(parsed, "--input");
        if (words.isEmpty()) {
            throw ParsedOptions.usage(
                    "name the databases: rocpd " + verb + " -i out_results.db; see rocpd " + verb + " --help");
        }
        List<Path> files = RocpdFiles.of(words);
        return switch (verb) {
            case "query" -> query(files, parsed);
            case "summary" -> summary(files, parsed);
            case "convert" -> convert(files, parsed);
            case "merge" -> merge(files, parsed);
            default -> pack(files, parsed);
        };
    }

    private int query(List<Path> files, ParseResult parsed) {
        String sql = parsed.matchedOptionValue("--query", "");
        if (sql.isBlank()) {
            throw ParsedOptions.usage(
                    "--query is missing: rocpd query -i out_results.db --query 'SELECT * FROM top_kernels'");
        }
        String format = parsed.matchedOptionValue("--format", CONSOLE);
        Rows rows = rows(format);
        log.show();
        try (SourceDatabase source = SourceDatabase.of(files, environment, log);
                Database database = Database.open(source.file(), environment)) {
            database.showTimed(log);
            script(database, parsed.matchedOptionValue("--script", ""));
            TimeWindow.of(parsed).apply(database.connection());
            Path file = isConsole(format) ? null : file(parsed, "out", "", rows);
            print(file, out -> Query.run(database, sql, List.of(), rows, out));
            return 0;
        } catch (SQLException e) {
            throw failed("the query failed: " + Database.reason(e));
        }
    }

    private static void script(Database database, String name) throws SQLException {
        if (name.isEmpty()) {
            return;
        }
        try (Statement statement = database.connection().createStatement()) {
            statement.executeUpdate(Files.readString(Path.of(name)));
        } catch (IOException e) {
            throw failed(name + ": " + IoErrorText.of(e));
        }
    }

    private int summary(List<Path> files, ParseResult parsed) {
        String format = parsed.matchedOptionValue("--format", CONSOLE);
        Rows rows = rows(format);
        log.show();
        try (SourceDatabase source = SourceDatabase.of(files, environment, log);
                Database database = Database.open(source.file(), environment)) {
            database.showTimed(log);
            TimeWindow.of(parsed).apply(database.connection());
            List<String> categories = new ArrayList<>();
            RocpdLines.words(parsed, "--region-categories")
                    .forEach(word -> categories.addAll(List.of(word.split(","))));
            List<RocpdSummary.Table> tables = new RocpdSummary(database.connection(), categories)
                    .tables(parsed.hasMatchedOption("--domain-summary"), parsed.hasMatchedOption("--summary-by-rank"));
            for (RocpdSummary.Table table : tables) {
                if (isConsole(format)) {
                    stdout.println(table.name().toUpperCase(Locale.ROOT).replace('_', ' ') + ":");
                }
                Path file = isConsole(format) ? null : file(parsed, "", table.name(), rows);
                print(file, out -> Query.run(database, table.sql(), List.of(), rows, out));
                if (isConsole(format)) {
                    stdout.println();
                }
            }
            if (tables.isEmpty()) {
                log.result("nothing is recorded there");
            }
            return 0;
        } catch (SQLException e) {
            throw failed("the summary failed: " + Database.reason(e));
        }
    }

    private int convert(List<Path> files, ParseResult parsed) {
        Map<Option, Object> options = new HashMap<>(CommandLines.options(parsed));
        if (options.get(Option.OUTPUT_FORMAT) instanceof List<?> formats) {
            options.put(
                    Option.OUTPUT_FORMAT,
                    formats.stream()
                            .map(name -> "perfetto".equalsIgnoreCase(name.toString()) ? "pftrace" : name.toString())
                            .toList());
        } else {
            throw ParsedOptions.usage("-f is missing: rocpd convert -i out_results.db -f html");
        }
        TimeWindow window = TimeWindow.of(parsed);
        if (window.isGiven()) {
            TimeWindow times = resolved(window, files);
            options.put(Option.START, times.start());
            options.put(Option.END, times.end());
        }
        Map<String, String> names = new HashMap<>(environment);
        names.put("ROCPROF_OUTPUT_FILE_NAME", environment.getOrDefault("ROCPD_OUTPUT_NAME", "out"));
        names.put("ROCPROF_OUTPUT_PATH", environment.getOrDefault("ROCPD_OUTPUT_PATH", DIRECTORY));
        names.remove("ROCPROF_OUTPUT_FORMAT");
        ParsedOptions settings = new ParsedOptions(options, names);
        if (settings.flag(Option.QUIET)) {
            log.quiet();
        }
        FilterSettings filter = FilterSettings.of(settings);
        OutputSettings outputs =
                DatabaseCsv.write(files, OutputSettings.ofConversion(settings), filter, environment, log);
        if (outputs.isNothing()) {
            return 0;
        }
        try (Run run = RocpdRun.open(files, environment, temporary(), log)) {
            boolean complete = new Conversion(outputs, filter, environment, log, stdout).run(run);
            return complete ? 0 : CommandException.FAILED;
        }
    }

    private TimeWindow resolved(TimeWindow window, List<Path> files) {
        try (SourceDatabase source = SourceDatabase.of(files, environment, log);
                Database database = Database.open(source.file(), environment)) {
            return window.resolved(database.connection());
        } catch (SQLException e) {
            throw failed("the markers cannot be found: " + Database.reason(e));
        }
    }

    private int merge(List<Path> files, ParseResult parsed) {
        Path file = file(parsed, "merged", "", "db");
        log.show();
        try {
            Path folder = Files.createTempDirectory(file.toAbsolutePath().getParent(), ".merging-");
            try {
                Path draft = folder.resolve(file.getFileName());
                SourceDatabase.merge(files, draft, environment, log);
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                FileTree.remove(folder);
            }
        } catch (IOException e) {
            throw failed("cannot write " + file + ": " + IoErrorText.of(e));
        }
        log.wrote(List.of(file));
        return 0;
    }

    private int pack(List<Path> files, ParseResult parsed) {
        try {
            Path index = RocpdPackage.write(
                    files,
                    parsed.matchedOptionValue("--output-path", ""),
                    parsed.hasMatchedOption("--consolidate"),
                    parsed.hasMatchedOption("--copy"));
            log.wrote(List.of(index));
            return 0;
        } catch (IOException e) {
            throw failed("cannot write the package: " + IoErrorText.of(e));
        }
    }

    private Path temporary() {
        return TemporaryDirectory.of(environment, Path.of(""));
    }

    private interface Printing {
        void to(PrintStream out) throws SQLException;
    }

    /// @param file null for the console
    private void print(@Nullable Path file, Printing printing) throws SQLException {
        if (file == null) {
            printing.to(stdout);
            return;
        }
        try (PrintStream out = NewFile.printerAsNamed(file)) {
            printing.to(out);
            if (out.checkError()) {
                throw failed("cannot write " + file);
            }
        } catch (IOException e) {
            throw failed("cannot write " + file + ": " + IoErrorText.of(e));
        }
        log.wrote(List.of(file));
    }

    private Path file(ParseResult parsed, String name, String what, Rows rows) {
        return file(parsed, name, what, rows.name().toLowerCase(Locale.ROOT));
    }

    /// Returns the path of an output, whose directory exists.
    private Path file(ParseResult parsed, String name, String what, String extension) {
        String given = parsed.matchedOptionValue("--output-file", environment.getOrDefault("ROCPD_OUTPUT_NAME", name));
        String directory =
                parsed.matchedOptionValue("--output-path", environment.getOrDefault("ROCPD_OUTPUT_PATH", DIRECTORY));
        String stem = given.isEmpty() || what.isEmpty() ? given + what : given + "_" + what;
        Path file = Path.of(directory).resolve(stem.endsWith("." + extension) ? stem : stem + "." + extension);
        try {
            NewFile.directories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        } catch (IOException e) {
            throw failed("cannot write " + file + ": " + IoErrorText.of(e));
        }
        return file;
    }

    private static boolean isConsole(String format) {
        return format.equalsIgnoreCase(CONSOLE);
    }

    private static Rows rows(String format) {
        return isConsole(format) ? Rows.TABLE : Rows.of(format);
    }
}
