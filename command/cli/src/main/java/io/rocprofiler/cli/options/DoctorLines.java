package io.rocprofiler.cli.options;

import io.rocprofiler.cli.options.OptionForm.Kind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// The command lines of `rocprofv3 doctor` and of `rocprofv3 --doctor`, whose options are AMD's.
public final class DoctorLines {

    private DoctorLines() {}

    /// Returns the command line of `rocprofv3 doctor`.
    public static CommandLine doctor() {
        CommandSpec spec = CommandSpec.create().name("rocprofv3 doctor").versionProvider(new Version());
        spec.addOption(OptionSpec.builder("--selftest")
                .description(
                        "Also run the examples, untraced and traced, and compare: on the GPU, on AMD's runtimes over the"
                                + " software driver, or on the software GPU, whichever is there.")
                .build());
        spec.addOption(OptionSpec.builder("--report")
                .paramLabel("FILE")
                .type(String.class)
                .arity("1")
                .description("Write the report to FILE, too. Default with --selftest: rocprofiler-doctor.txt.")
                .build());
        CommandLines.addHelp(spec);
        spec.usageMessage()
                .description(
                        "%nSays what can be traced on this machine and by which way, and what to do about the rest.%n")
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(new TreeMap<>(
                        Map.of("0", "nothing is to be mended", "1", "something is, or the self test failed")));
        return CommandLines.commandLine(spec);
    }

    /// Returns the command line of `rocprofv3 --doctor`.
    public static CommandLine checkup() {
        CommandSpec spec = CommandSpec.create().name("rocprofv3 --doctor").versionProvider(new Version());
        spec.usageMessage().sortOptions(false);
        spec.addOption(OptionSpec.builder("--format")
                .paramLabel("FORM")
                .type(String.class)
                .arity("1")
                .completionCandidates(List.of("text", "json"))
                .description("text (default) or json.")
                .build());
        repeated(spec, "--only", "Only these checks or groups, and what they need: driver, 'install.*'.");
        repeated(spec, "--skip", "Leave these checks or groups out.");
        CommandLines.flag(spec, "List the checks and end.", "--list-checks");
        CommandLines.flag(spec, "With details and data of all checks.", "-v", "--verbose");
        CommandLines.flag(spec, "Only what has failed, and warnings.", "-q", "--quiet");
        CommandLines.flag(spec, "Without colors, as where NO_COLOR is set.", "--no-color");
        CommandLines.text(spec, "DIR", "The ROCm to look at. Default: ROCM_PATH, or where it is found.", "--rocm-root");
        CommandLines.flag(spec, "Also run rocprofv3 and rocprofv3-avail.", "--run-smoke-test");
        CommandLines.text(spec, "FILE", "Write the report to FILE, too.", "--output");
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this and end.")
                .build());
        spec.addOption(OptionSpec.builder("--version")
                .versionHelp(true)
                .description("Show the version and end.")
                .build());
        spec.usageMessage()
                .description(
                        "%nChecks this machine, its ROCm and this product, one thing after the other, and says what"
                                + " to do about the rest. Nothing is changed.%n")
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(new TreeMap<>(Map.of(
                        "0",
                        "no check failed, but there may be warnings",
                        "1",
                        "a check failed",
                        "2",
                        "a check broke and none failed, or the command line was not understood")));
        return CommandLines.commandLine(spec);
    }

    /// Adds an option of which each occurrence counts.
    private static void repeated(CommandSpec spec, String name, String description) {
        spec.addOption(OptionSpec.builder(name)
                .userObject(Kind.GROUPS)
                .paramLabel("GLOB")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description(description)
                .build());
    }

    /// Returns the values of an option of which each occurrence counts.
    public static List<String> repeated(ParseResult result, String name) {
        List<?> values = result.matchedOptionValue(name, List.of());
        return values.stream().map(String::valueOf).toList();
    }
}
