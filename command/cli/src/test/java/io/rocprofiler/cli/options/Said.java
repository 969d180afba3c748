package io.rocprofiler.cli.options;

import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/// Parses a command line without running the command.
public final class Said {

    private Said() {}

    public static ParsedOptions of(String options) {
        return of(
                Map.of(),
                options.isBlank() ? List.of() : List.of(options.strip().split(" +")));
    }

    public static ParsedOptions of(Map<String, String> environment, List<String> options) {
        return parse(CommandLines.run(), environment, options);
    }

    static ParsedOptions ofConversion(String options) {
        return parse(
                CommandLines.convert(),
                Map.of(),
                List.of(("DIR " + options).strip().split(" +")));
    }

    private static ParsedOptions parse(CommandLine parser, Map<String, String> environment, List<String> options) {
        return new ParsedOptions(CommandLines.options(CommandLines.parsed(parser, options)), environment);
    }
}
