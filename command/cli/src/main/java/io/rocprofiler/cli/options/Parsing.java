package io.rocprofiler.cli.options;

import io.rocprofiler.cli.console.Log;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
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
            throw ParsedOptions.usage("unknown option " + String.join(" ", e.getUnmatched()) + suggestions(e));
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

    private String suggestions(UnmatchedArgumentException e) {
        List<String> near = e.getSuggestions();
        return near.isEmpty() ? "; see " + command + " --help" : "; did you mean " + String.join(" or ", near) + "?";
    }
}
