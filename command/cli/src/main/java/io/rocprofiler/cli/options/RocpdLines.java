package io.rocprofiler.cli.options;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// The command lines of `rocpd`, with the words of AMD's (package `rocpd` of rocprofiler-sdk 1.0.0).
public final class RocpdLines {

    /// AMD's words for options that `rocprofv3 convert` has, too.
    private static final Map<Option, String> OTHER_NAMES = Map.of(
            Option.OUTPUT_DIRECTORY, "--output-path",
            Option.AGENT_INDEX, "--agent-index-value");

    private static final List<Option> OF_A_WINDOW = List.of(Option.START, Option.END, Option.INCLUSIVE);

    private RocpdLines() {}

    /// Returns the command lines of all verbs, by verb.
    public static Map<String, CommandLine> verbs() {
        Map<String, CommandLine> verbs = new LinkedHashMap<>();
        verbs.put("query", query());
        verbs.put("summary", summary());
        verbs.put("convert", convert());
        verbs.put("merge", merge());
        verbs.put("package", pack());
        return verbs;
    }

    /// Returns the command line before a verb.
    public static CommandLine main() {
        CommandSpec spec = CommandSpec.create().name("rocpd").versionProvider(new Version());
        CommandLines.addHelp(spec);
        spec.usageMessage()
                .customSynopsis(
                        "rocpd query -i FILE... --query 'SELECT ...'",
                        "rocpd summary -i FILE...",
                        "rocpd convert -i FILE... -f FORMAT...",
                        "rocpd merge -i FILE... -o NAME",
                        "rocpd package -i FILE... -d FOLDER",
                        "rocpd VERB --help")
                .description(
                        "%nReads rocpd databases, those of AMD's rocprofv3 and rocprof-sys as well as ours. FILE is a database,"
                                + " a folder with databases, or a package (index.yaml, *.rpdb).%n");
        return new CommandLine(spec).setUsageHelpAutoWidth(true);
    }

    private static CommandLine convert() {
        CommandSpec spec = CommandLines.converting("rocpd convert");
        OTHER_NAMES.forEach((option, other) -> {
            OptionSpec known = spec.findOption(option.longName());
            List<String> names = new ArrayList<>(List.of(known.names()));
            names.add(other);
            spec.remove(known);
            spec.addOption(OptionSpec.builder(known)
                    .names(names.toArray(new String[0]))
                    .build());
        });
        input(spec);
        markers(spec);
        return line(
                spec,
                "rocpd convert -i FILE... -f FORMAT... [options]",
                "Makes of databases what rocprofv3 makes of a run: HTML, Perfetto traces, OTF2, Parquet, CSV, JSON, Flight Recorder's"
                        + " files, or one database.");
    }

    private static CommandLine query() {
        CommandSpec spec = spec("rocpd query");
        CommandLines.text(
                spec,
                "SQL",
                "SQL (SQLite's), or the name of a question; rocprofv3 query --list shows those.",
                "--query");
        CommandLines.text(spec, "SCRIPT", "A file with SQL to run before, CREATE TEMP VIEW for instance.", "--script");
        CommandLines.text(spec, "FORMAT", "console (default), csv, json, md or html.", "--format");
        output(spec, "out");
        window(spec);
        return line(
                spec,
                "rocpd query -i FILE... --query 'SELECT ...' [options]",
                "Answers a question in SQL, over the views of rocpd: kernels, regions, memory_copies, memory_allocations,"
                        + " processes, threads and others.");
    }

    private static CommandLine summary() {
        CommandSpec spec = spec("rocpd summary");
        CommandLines.text(spec, "FORMAT", "console (default), csv, json, md or html.", "-f", "--format");
        CommandLines.flag(spec, "Also a table of the domains.", "--domain-summary");
        CommandLines.flag(spec, "Also tables by process and host.", "--summary-by-rank");
        CommandLines.texts(
                spec,
                "CATEGORY",
                "Of the calls only HIP, HSA, RCCL, ROCDECODE, ROCJPEG or MARKERS; NONE. Default: all.",
                "--region-categories");
        output(spec, "");
        window(spec);
        return line(
                spec,
                "rocpd summary -i FILE... [options]",
                "Sums up kernels, copies, allocations, ranges and calls: how often, how long, and what share of the time.");
    }

    private static CommandLine merge() {
        CommandSpec spec = spec("rocpd merge");
        output(spec, "merged");
        return line(
                spec,
                "rocpd merge -i FILE... [-o NAME] [-d DIR]",
                "Joins databases to one, in which the processes stay apart.");
    }

    private static CommandLine pack() {
        CommandSpec spec = spec("rocpd package");
        CommandLines.flag(spec, "Move the databases into the package's folder.", "-c", "--consolidate");
        CommandLines.flag(spec, "With -c: copy instead of moving.", "--copy");
        CommandLines.text(
                spec, "DIR", "The package's folder, whose name gets .rpdb. Default: here.", "-d", "--output-path");
        return line(
                spec,
                "rocpd package -i FILE... [-c [--copy]] [-d DIR]",
                "Writes index.yaml, which names the databases: rocpd takes it in place of them.");
    }

    private static CommandSpec spec(String name) {
        CommandSpec spec = CommandSpec.create().name(name).versionProvider(new Version());
        spec.usageMessage().sortOptions(false);
        input(spec);
        return spec;
    }

    private static void input(CommandSpec spec) {
        CommandLines.texts(spec, "FILE", "Databases, folders with databases, or packages.", "-i", "--input");
    }

    private static void output(CommandSpec spec, String name) {
        String otherwise = name.isEmpty() ? "" : " Default: " + name + ".";
        CommandLines.text(spec, "NAME", "What file names begin with." + otherwise, "-o", "--output-file");
        CommandLines.text(spec, "DIR", "Directory of the files. Default: rocpd-output-data.", "-d", "--output-path");
    }

    private static void window(CommandSpec spec) {
        OF_A_WINDOW.forEach(option -> spec.addOption(CommandLines.option(option)));
        markers(spec);
    }

    private static void markers(CommandSpec spec) {
        CommandLines.text(
                spec,
                "MARKER",
                "In place of --start: the beginning of the first marker with that text.",
                "--start-marker");
        CommandLines.text(
                spec, "MARKER", "In place of --end: the end of the last marker with that text.", "--end-marker");
    }

    private static CommandLine line(CommandSpec spec, String synopsis, String description) {
        if (spec.findOption("--help") == null) {
            CommandLines.addHelp(spec);
        }
        spec.usageMessage()
                .customSynopsis(synopsis)
                .description("%n" + description + "%n")
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(new TreeMap<>(Map.of(
                        "0",
                        "done",
                        "1",
                        "a file could not be read or written",
                        "2",
                        "the command line was not understood")));
        return new CommandLine(spec).setUsageHelpAutoWidth(true).setOverwrittenOptionsAllowed(true);
    }

    /// Returns the values of an option that may have several, empty if not given.
    public static List<String> words(ParseResult result, String option) {
        List<?> values = result.matchedOptionValue(option, List.of());
        return values.stream().map(String::valueOf).toList();
    }
}
