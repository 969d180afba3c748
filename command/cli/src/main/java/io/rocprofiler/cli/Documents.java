package io.rocprofiler.cli;

import io.rocprofiler.cli.options.CommandLines;
import io.rocprofiler.cli.options.ManualPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;

/// Generates the distribution's manual pages and shell completion from the table of options. The build calls it.
public final class Documents {

    private Documents() {}

    /// Writes the files into the `share` folder.
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("arguments=" + List.of(arguments) + ", not one folder");
        }
        Path share = Path.of(arguments[0]);
        Path manual = Files.createDirectories(share.resolve("man/man1"));
        Files.writeString(manual.resolve("rocprofv3.1"), ManualPage.of(CommandLines.run(), "rocprofv3-convert"));
        Files.writeString(manual.resolve("rocprofv3-convert.1"), ManualPage.of(CommandLines.convert(), "rocprofv3"));
        Path completions = Files.createDirectories(share.resolve("bash-completion/completions"));
        Files.writeString(completions.resolve("rocprofv3"), completion());
    }

    /// Returns the completion script for bash, and for zsh with `bashcompinit`.
    static String completion() {
        CommandLine command = CommandLines.run().addSubcommand("convert", CommandLines.convert());
        return AutoComplete.bash("rocprofv3", command);
    }
}
