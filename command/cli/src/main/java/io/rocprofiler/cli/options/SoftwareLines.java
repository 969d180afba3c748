package io.rocprofiler.cli.options;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The command lines of `softgpu` and `softkfd`, for their manual pages and completions: shell scripts read them.
public final class SoftwareLines {

    private SoftwareLines() {}

    /// Returns the command lines of all.
    public static List<CommandLine> all() {
        return List.of(
                line(
                        "softgpu",
                        "softgpu COMMAND [ARGUMENT...]",
                        "Runs a command on the software GPU: its HIP and HSA come first in LD_LIBRARY_PATH, kernels are functions"
                                + " of the host. Nothing of ROCm is needed. The command may be a tracer.",
                        "  softgpu ./program",
                        "  softgpu rocprofv3 --sys-trace -f html -- ./program"),
                line(
                        "softkfd",
                        "[SOFTKFD_RUNTIME=FOLDER] softkfd COMMAND [ARGUMENT...]",
                        "Runs a command on a kernel driver in software: on the HIP and HSA that the system has, or on those that"
                                + " are unpacked below SOFTKFD_RUNTIME. Copies are real, kernels only take time.",
                        "  softkfd ./program",
                        "  SOFTKFD_RUNTIME=~/rocm-6.4 rocprofv3 --sys-trace -- softkfd ./program"));
    }

    private static CommandLine line(String name, String synopsis, String description, String... examples) {
        CommandSpec spec = CommandSpec.create().name(name).versionProvider(new Version());
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this and end.")
                .build());
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .paramLabel("COMMAND")
                .hidden(true)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build());
        spec.usageMessage()
                .customSynopsis(synopsis)
                .description("%n" + description + "%n")
                .footer(examples)
                .exitCodeList(codes());
        return new CommandLine(spec).setStopAtPositional(true);
    }

    private static Map<String, String> codes() {
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put("the command's", "the command ran");
        codes.put("2", "none is given, or the software is not installed");
        codes.put("126", "it cannot be executed");
        codes.put("127", "it is not found");
        return codes;
    }

    /// Returns the completion for bash of a command whose words are a command: that one's, where bash-completion is
    /// there, else names of commands and files.
    public static String completion(String name) {
        return """
                # Completion of %1$s for bash, and for zsh with bashcompinit.
                _complete_%1$s() {
                    local word=${COMP_WORDS[COMP_CWORD]}
                    COMPREPLY=()
                    if [ "$COMP_CWORD" -eq 1 ] && [ "${word#-}" != "$word" ]; then
                        COMPREPLY=($(compgen -W "--help" -- "$word"))
                    elif declare -F _command_offset > /dev/null; then
                        _command_offset 1
                    elif [ "$COMP_CWORD" -eq 1 ]; then
                        COMPREPLY=($(compgen -c -- "$word"))
                    fi
                }
                complete -o default -F _complete_%1$s %1$s
                """.formatted(name);
    }
}
