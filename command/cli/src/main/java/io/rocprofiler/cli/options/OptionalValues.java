package io.rocprofiler.cli.options;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Joins `--hsa-trace no` to `--hsa-trace=no`, as AMD's command reads it. Only words that mean yes or no belong to
/// the preceding option; any other word is the program, whose `--` is missing.
public final class OptionalValues {

    private OptionalValues() {}

    public static List<String> bound(CommandSpec command, List<String> arguments) {
        List<String> bound = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            boolean hasValue = takesYesOrNo(command, argument)
                    && i + 1 < arguments.size()
                    && YesNo.parse(arguments.get(i + 1)) != null;
            bound.add(hasValue ? argument + "=" + arguments.get(++i) : argument);
        }
        return bound;
    }

    private static boolean takesYesOrNo(CommandSpec command, String argument) {
        OptionSpec option = command.findOption(argument);
        return option != null && option.arity().min() == 0 && option.arity().max() == 1;
    }
}
