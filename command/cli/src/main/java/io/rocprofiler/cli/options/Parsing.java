package io.rocprofiler.cli.options;

import io.rocprofiler.cli.console.Log;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// Reads command lines, and answers `--help` and `--version`.
///
/// @param command whose help mistakes are referred to
public record Parsing(String command, PrintStream stdout, Log log) {

    /// Reads a command line.
    ///
    /// @return null if help or version was requested and has been printed
    /// @throws io.rocprofiler.cli.console.CommandException if it is not understood
    public @Nullable ParseResult parse(CommandLine parser, List<String> words) {
        ParseResult result;
        try {
            result = CommandLines.parsed(parser, words);
        } catch (UnmatchedArgumentException e) {
            throw ParsedOptions.usage("unknown option " + String.join(" ", e.getUnmatched())
                    + suggestion(parser, e.getUnmatched().getFirst()));
        } catch (ParameterException e) {
            String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw ParsedOptions.usage(line + "; see " + command + " --help");
        }
        boolean isHelp = result.isUsageHelpRequested();
        if (!isHelp && !result.isVersionHelpRequested()) {
            return result;
        }
        log.show();
        if (isHelp) {
            parser.usage(stdout);
        } else {
            parser.printVersionHelp(stdout);
        }
        return null;
    }

    private String suggestion(CommandLine parser, String unknown) {
        KnownNames known = new KnownNames(parser.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .toList());
        return known.nearest(unknown.split("=", 2)[0])
                .map(name -> "; did you mean " + name + "?")
                .orElse("; see " + command + " --help");
    }
}
