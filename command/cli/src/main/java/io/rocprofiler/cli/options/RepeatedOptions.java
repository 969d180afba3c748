package io.rocprofiler.cli.options;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Options that take a list of words: of several occurrences the last one counts, as in AMD's command. The parser
/// itself does so for options that take one word.
public final class RepeatedOptions {

    private RepeatedOptions() {}

    /// Returns the arguments without the earlier occurrences.
    public static List<String> lastOnly(CommandSpec command, List<String> arguments) {
        List<List<String>> parts = new ArrayList<>();
        Map<OptionSpec, List<String>> latest = new LinkedHashMap<>();
        List<String> part = new ArrayList<>();
        for (String argument : arguments) {
            OptionSpec option = option(command, argument);
            if (option != null || part.isEmpty()) {
                part = new ArrayList<>();
                parts.add(part);
            }
            part.add(argument);
            if (option != null && option.arity().max() > 1) {
                List<String> earlier = latest.put(option, part);
                if (earlier != null) {
                    earlier.clear();
                }
            }
        }
        return parts.stream().flatMap(List::stream).toList();
    }

    private static @Nullable OptionSpec option(CommandSpec command, String argument) {
        OptionSpec whole = command.findOption(argument);
        int equals = argument.indexOf('=');
        return whole != null || equals < 0 ? whole : command.findOption(argument.substring(0, equals));
    }
}
