package io.rocprofiler.cli.options;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/// The command lines of questions to runs that are already recorded.
public final class QuestionLines {

    private static final String SOURCES =
            "A run's segments, a directory with several runs, a dataset, or a rocpd database, also of AMD's rocprofv3.";

    private static final List<Option> OF_TABLES = List.of(Option.SUMMARY_UNITS, Option.TOP);

    private QuestionLines() {}

    /// Returns the command line of `rocprofv3 query`.
    public static CommandLine query() {
        CommandSpec spec = spec("rocprofv3 query", "SOURCE [QUESTION]");
        CommandLines.flag(spec, "Show the questions that have a name, and their parameters.", "--list");
        spec.usageMessage()
                .customSynopsis(
                        "rocprofv3 query SOURCE NAME [PARAMETER=VALUE ...]",
                        "rocprofv3 query SOURCE 'SELECT ...'",
                        "rocprofv3 query --list")
                .description(
                        "%nAnswers a question in SQL, over the views of rocpd (in SQLite's): kernels, regions, memory_copies,"
                                + " memory_allocations, processes, threads and others; or over the tables of a dataset"
                                + " (in DuckDB's), which has ranks and machines, too. Questions that begin with"
                                + " ranks compare the ranks of a job.%n");
        return new CommandLine(spec).setUsageHelpAutoWidth(true);
    }

    /// Returns the command line of `rocprofv3 ranks`.
    public static CommandLine ranks() {
        CommandSpec spec =
                bare("rocprofv3 ranks", "SOURCE", "A directory with the runs of a job's ranks, or a dataset.");
        CommandLines.text(
                spec,
                "FORMAT",
                "table (default), md or json, printed; csv, a file for each table; html, a page with a line for each"
                        + " rank, and pages of processes.",
                "-f",
                "--format");
        CommandLines.text(
                spec,
                "NAME",
                "ROC-TX ranges that are barriers, with %% for any characters. Default: %%barrier%%.",
                "--align");
        CommandLines.text(
                spec,
                "DIR",
                "Write files into DIR, also of what is printed otherwise. Default: ranks.",
                "-d",
                "--output-directory");
        CommandLines.text(
                spec,
                "NAME",
                "Write files whose names begin with NAME. Default: ranks, and index of a page.",
                "-o",
                "--output-file");
        spec.addOption(CommandLines.option(Option.SUMMARY_PER));
        tables(spec);
        CommandLines.addHelp(spec);
        spec.usageMessage()
                .customSynopsis("rocprofv3 ranks SOURCE [--align NAME] [-f FORMAT] [-d DIR] [-o NAME]")
                .description(
                        "%nCompares the ranks of a parallel job: computing and communication, how much of that is hidden behind kernels, for which rank the others wait,"
                                + " kernels and ranges that are out of balance, and how the machines' clocks differ. The page has a"
                                + " line for each rank, which leads to the page of its process.%n");
        return new CommandLine(spec).setUsageHelpAutoWidth(true);
    }

    /// Returns the command line of `rocprofv3 compare`.
    public static CommandLine compare() {
        CommandSpec spec = spec("rocprofv3 compare", "BEFORE AFTER");
        CommandLines.flag(spec, "Also show what did not change.", "--all");
        CommandLines.text(
                spec,
                "PERCENT",
                "End with 1 if a kernel, copy or call is slower by more than that, significantly.",
                "--fail-over");
        spec.usageMessage()
                .customSynopsis("rocprofv3 compare BEFORE AFTER [--fail-over 5%%]")
                .description(
                        "%nSays which kernels, copies, ranges and calls became slower, faster, more or fewer. Each of the two is a"
                                + " directory of several runs of the same program, whose noise is taken into account.%n")
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(
                        new TreeMap<>(Map.of("0", "compared", "1", "something is slower than --fail-over allows")));
        return new CommandLine(spec).setUsageHelpAutoWidth(true);
    }

    private static CommandSpec spec(String name, String label) {
        CommandSpec spec = bare(name, label, SOURCES);
        CommandLines.text(spec, "FORMAT", "table (default), csv, json, md or html.", "-f", "--format");
        tables(spec);
        CommandLines.addHelp(spec);
        return spec;
    }

    private static void tables(CommandSpec spec) {
        OF_TABLES.forEach(option -> spec.addOption(CommandLines.option(option)));
    }

    private static CommandSpec bare(String name, String label, String description) {
        CommandSpec spec = CommandSpec.create().name(name).versionProvider(new Version());
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(description)
                .build());
        return spec;
    }

    /// Returns the words that belong to no option.
    public static List<String> words(ParseResult result) {
        return result.matchedPositionals().isEmpty()
                ? List.of()
                : result.matchedPositionals().getFirst().originalStringValues();
    }
}
