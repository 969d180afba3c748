package io.rocprofiler.cli.options;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/// The command lines of `rocprofv3-avail`, with the words of AMD's.
public final class AvailLines {

    private AvailLines() {}

    /// Returns the command line before a verb; the verb and what follows it are its words.
    public static CommandLine main() {
        CommandSpec spec = CommandSpec.create().name("rocprofv3-avail").versionProvider(new Version());
        CommandLines.text(spec, "NUMBER", "Only this GPU, counted from 0.", "-d", "--device");
        words(spec, "VERB");
        CommandLines.addHelp(spec);
        spec.usageMessage()
                .customSynopsis(
                        "rocprofv3-avail [-d NUMBER] list [--agent] [--pmc] [--pc-sampling]",
                        "rocprofv3-avail [-d NUMBER] info [--agent] [--pmc] [--pc-sampling]",
                        "rocprofv3-avail pmc-check COUNTER...")
                .description(
                        "%nSays which GPUs the machine has. There are no counters, and no PC sampling: it says so.%n");
        return new CommandLine(spec).setUsageHelpAutoWidth(true).setStopAtPositional(true);
    }

    /// Returns the command lines of all verbs, by verb.
    public static Map<String, CommandLine> verbs() {
        Map<String, CommandLine> verbs = new LinkedHashMap<>();
        verbs.put("list", listing("list", "Names the GPUs."));
        verbs.put("info", listing("info", "Describes the GPUs, as the kernel driver does."));
        CommandSpec check = spec("pmc-check", "Says whether counters can be collected together: here none can.");
        words(check, "COUNTER");
        verbs.put("pmc-check", new CommandLine(check).setUsageHelpAutoWidth(true));
        return verbs;
    }

    private static CommandLine listing(String verb, String description) {
        CommandSpec spec = spec(verb, description);
        CommandLines.flag(spec, "The GPUs.", "--agent");
        CommandLines.flag(spec, "Counters, or those that follow.", "--pmc");
        CommandLines.flag(spec, "Ways to sample.", "--pc-sampling");
        words(spec, "COUNTER");
        return new CommandLine(spec).setUsageHelpAutoWidth(true);
    }

    private static CommandSpec spec(String verb, String description) {
        CommandSpec spec = CommandSpec.create().name("rocprofv3-avail " + verb).versionProvider(new Version());
        CommandLines.addHelp(spec);
        spec.usageMessage()
                .description("%n" + description + "%n")
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(new TreeMap<>(Map.of("0", "said", "1", "there is no such counter or GPU")));
        return spec;
    }

    private static void words(CommandSpec spec, String label) {
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .paramLabel(label)
                .hidden(true)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build());
    }

    /// Returns the words that belong to no option.
    public static List<String> words(ParseResult result) {
        return QuestionLines.words(result);
    }
}
