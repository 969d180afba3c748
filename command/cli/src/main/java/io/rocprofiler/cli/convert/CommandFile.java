package io.rocprofiler.cli.convert;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.options.OutputSettings;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/// A file of the command's own, named as the files of a run are.
public final class CommandFile {

    private CommandFile() {}

    /// Writes `<prefix>_<name>`.
    ///
    /// @param pid of the command, for names with that key
    /// @param name `list_avail.txt`
    /// @throws CommandException if it cannot be written
    public static Path write(
            OutputSettings settings,
            String name,
            long pid,
            Map<String, String> environment,
            Consumer<PrintStream> body) {
        OutputNames names = NameKeys.ofCommand(pid, environment);
        Path prefix = Path.of(names.resolve(settings.directory())).resolve(names.resolve(settings.file()));
        Path base = OutputNames.literal(Path.of(settings.directory()).resolve(settings.file()));
        Path file = prefix.resolveSibling(prefix.getFileName() + "_" + name).normalize();
        try {
            Path folder = file.toAbsolutePath().getParent();
            NewFile.directories(base, folder == null ? base : folder);
            try (PrintStream printed = NewFile.printer(file)) {
                body.accept(printed);
            }
            return file;
        } catch (IOException e) {
            throw CommandException.failed(file + ": " + IoErrorText.of(e));
        }
    }
}
