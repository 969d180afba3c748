package io.rocprofiler.cli.options;

import io.rocprofiler.cli.options.OptionForm.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/// The two command lines, generated from the table of [options][Option].
public final class CommandLines {

    private static final String STRAYS = "PROGRAM";
    private static final String DIRECTORY = "DIR";
    private static final int WIDEST_OPTION = 26; // columns; what is wider has its description on the next line

    private CommandLines() {}

    /// Returns the command line before the `--` of `rocprofv3 [options] -- program [arguments]`.
    public static CommandLine run() {
        CommandSpec spec = spec("rocprofv3", false);
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .paramLabel(STRAYS)
                .hidden(true)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build());
        spec.usageMessage()
                .customSynopsis(
                        "rocprofv3 [options] -- program [arguments]",
                        "rocprofv3 convert DIR [output options]     (see rocprofv3 convert --help)",
                        "rocprofv3 query SOURCE QUESTION            (see rocprofv3 query --help)",
                        "rocprofv3 ranks SOURCE                     (see rocprofv3 ranks --help)",
                        "rocprofv3 compare BEFORE AFTER             (see rocprofv3 compare --help)",
                        "rocprofv3 doctor [--selftest]              (what can be traced here)",
                        "rocprofv3 --doctor [options]               (the same as a list of checks, as AMD's)")
                .description(
                        "%nRuns a program and records its calls to HIP, HSA, ROC-TX and other ROCm libraries, and its"
                                + " work on GPUs. Without a tracing option nothing is traced: --sys-trace records everything.%n")
                .footerHeading("%nExamples:%n")
                .footer(
                        "  rocprofv3 --sys-trace -f html -- ./program     everything, as a page",
                        "  rocprofv3 --kernel-trace -S -- python train.py     where the time goes",
                        "  rocprofv3 convert out/*.segments -f csv --stats     other files of a run")
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(exitCodes());
        return commandLine(spec).setStopAtPositional(true);
    }

    private static Map<String, String> exitCodes() {
        Map<String, String> codes = new java.util.LinkedHashMap<>();
        codes.put("the program's", "the program ran; a signal that ended it ends the command, too");
        codes.put("1", "the output could not be written");
        codes.put("2", "the command line was not understood");
        codes.put("126", "the program could not be executed");
        codes.put("127", "the program was not found");
        return codes;
    }

    /// Returns the command line of `rocprofv3 convert DIR …`.
    public static CommandLine convert() {
        CommandSpec spec = spec("rocprofv3 convert", true);
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("1")
                .required(true)
                .paramLabel(DIRECTORY)
                .type(String.class)
                .description("A run's segments, those of one process, or an output directory with several runs in it.")
                .build());
        spec.usageMessage()
                .description(
                        "%nWrites the output files again from the segments that a run left"
                                + " (<output directory>/*.segments): in other formats, with other names, or only a part of it.%n");
        return commandLine(spec);
    }

    static void addHelp(CommandSpec spec) {
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this and end.")
                .build());
        spec.addOption(OptionSpec.builder("-v", "--version")
                .versionHelp(true)
                .description("Show the version and end.")
                .build());
    }

    /// Adds an option with one value.
    static void text(CommandSpec spec, String label, String description, String... names) {
        spec.addOption(OptionSpec.builder(names)
                .paramLabel(label)
                .type(String.class)
                .arity("1")
                .description(description)
                .build());
    }

    /// Adds an option with several values.
    static void texts(CommandSpec spec, String label, String description, String... names) {
        spec.addOption(OptionSpec.builder(names)
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1..*")
                .description(description)
                .build());
    }

    /// Adds an option without a value.
    static void flag(CommandSpec spec, String description, String... names) {
        spec.addOption(OptionSpec.builder(names).description(description).build());
    }

    /// Returns the options of conversions, for another command.
    static CommandSpec converting(String name) {
        return spec(name, true);
    }

    private static CommandSpec spec(String name, boolean converting) {
        CommandSpec spec = CommandSpec.create().name(name).versionProvider(new Version());
        spec.usageMessage().sortOptions(false);
        for (Option option : Option.values()) {
            if (converting ? option.form().convert() : option.form().run()) {
                spec.addOption(option(option));
            }
        }
        addHelp(spec);
        spec.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, CommandLines::groups);
        return spec;
    }

    static OptionSpec option(Option option) {
        OptionForm form = option.form();
        String[] names = Stream.of(form.letter(), option.longName(), form.alias())
                .filter(name -> !name.isEmpty())
                .toArray(String[]::new);
        OptionSpec.Builder builder = OptionSpec.builder(names)
                .userObject(form.kind())
                .paramLabel(form.label())
                .description(option.description().replace("%", "%%"))
                .hidden(form.hidden());
        if (!form.words().isEmpty()) {
            builder.completionCandidates(form.words());
        }
        return switch (form.kind()) {
            case FLAG ->
                builder.type(Boolean.class)
                        .arity("0..1")
                        .fallbackValue("true")
                        .converters(new YesNo())
                        .build();
            case TEXT -> builder.type(String.class).arity("1").build();
            case LIST, GROUPS ->
                builder.type(List.class)
                        .auxiliaryTypes(String.class)
                        .arity("1..*")
                        .build();
            case WORDS ->
                builder.type(List.class)
                        .auxiliaryTypes(String.class)
                        .arity("0..*")
                        .fallbackValue(OptionWords.WITHIN)
                        .build();
        };
    }

    static CommandLine commandLine(CommandSpec spec) {
        return new CommandLine(spec)
                .setUsageHelpAutoWidth(true)
                .setUsageHelpLongOptionsMaxWidth(WIDEST_OPTION)
                .setOverwrittenOptionsAllowed(true);
    }

    /// Formats the options in AMD's groups, each under its heading.
    private static String groups(Help help) {
        StringBuilder text = new StringBuilder();
        CommandSpec spec = help.commandSpec();
        for (OptionGroup group : OptionGroup.values()) {
            section(text, help, group.heading(), of(spec, group));
        }
        section(text, help, "More", others(spec));
        section(text, help, "Help", List.of(spec.findOption("--help"), spec.findOption("--version")));
        return text.toString();
    }

    /// Returns the listed options of a group.
    static List<OptionSpec> of(CommandSpec spec, OptionGroup group) {
        List<OptionSpec> options = new ArrayList<>();
        for (Option option : Option.values()) {
            OptionSpec found = spec.findOption(option.longName());
            if (option.group() == group && found != null && !found.hidden()) {
                options.add(found);
            }
        }
        return options;
    }

    /// Returns the listed options that are no [Option], and not those for help.
    static List<OptionSpec> others(CommandSpec spec) {
        List<OptionSpec> others = new ArrayList<>(spec.options());
        others.removeIf(option -> option.hidden() || option.usageHelp() || option.versionHelp());
        for (OptionGroup group : OptionGroup.values()) {
            others.removeAll(of(spec, group));
        }
        return others;
    }

    private static void section(StringBuilder text, Help help, String heading, List<OptionSpec> options) {
        if (options.isEmpty()) {
            return;
        }
        // One column for all groups.
        List<OptionSpec> all = new ArrayList<>(help.commandSpec().options());
        all.removeIf(OptionSpec::hidden);
        Help.Layout layout = help.createDefaultLayout(all, List.of(), help.colorScheme());
        layout.addAllOptions(options, help.parameterLabelRenderer());
        text.append(System.lineSeparator())
                .append(heading)
                .append(':')
                .append(System.lineSeparator())
                .append(layout);
    }

    /// Reads a command line.
    ///
    /// @throws CommandLine.ParameterException if it is not understood
    public static ParseResult parsed(CommandLine parser, List<String> arguments) {
        return parser.parseArgs(OptionWords.joined(parser, arguments).toArray(new String[0]));
    }

    /// Returns the options that were given.
    public static Map<Option, Object> options(ParseResult result) {
        Map<Option, Object> options = new EnumMap<>(Option.class);
        for (Option option : Option.values()) {
            if (result.hasMatchedOption(option.longName())) {
                Object value = result.matchedOptionValue(option.longName(), null);
                if (value != null) {
                    options.put(option, value(option.form().kind(), value));
                }
            }
        }
        return options;
    }

    private static Object value(Kind kind, Object matched) {
        return switch (kind) {
            case FLAG, TEXT -> matched;
            case LIST -> List.copyOf((List<?>) matched);
            case WORDS ->
                ((List<?>) matched)
                        .stream()
                                .filter(word -> !word.equals(OptionWords.WITHIN))
                                .toList();
            case GROUPS ->
                ((List<?>) matched)
                        .stream()
                                .map(group -> List.of(group.toString().split(OptionWords.WITHIN, -1)))
                                .toList();
        };
    }

    /// Returns the words before the `--` that belong to no option: the program, whose `--` is missing.
    public static List<String> strays(ParseResult result) {
        // The positional parameter occurs once for each of its words.
        return result.matchedPositionals().isEmpty()
                ? List.of()
                : result.matchedPositionals().getFirst().originalStringValues();
    }
}
