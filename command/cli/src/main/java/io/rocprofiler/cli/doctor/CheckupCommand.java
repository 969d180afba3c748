package io.rocprofiler.cli.doctor;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The command `rocprofv3 --doctor`: examines the machine check by check, and changes nothing on it.
///
/// @param root of the installation
/// @param machine `/`, or a folder that stands in for it
/// @param environment of the command
/// @param here the folder that the command runs in
public record CheckupCommand(Path root, Path machine, Map<String, String> environment, Path here, PrintStream out) {

    /// The exit code if the report could not be written.
    private static final int NOT_DONE = 2;

    /// What the user asks for.
    ///
    /// @param isJson the form of the report
    /// @param isVerbose with details and data of all checks
    /// @param isQuiet only with what there is to mend
    /// @param isColored whether what is printed has colors
    /// @param isSmoked whether the commands are run, too
    /// @param only patterns for ids or groups, none for all
    /// @param skip patterns for what is left out
    /// @param rocm the folder of ROCm, empty to look for it
    /// @param file receives the report, too; null for none
    public record Wishes(
            boolean isJson,
            boolean isVerbose,
            boolean isQuiet,
            boolean isColored,
            boolean isSmoked,
            List<String> only,
            List<String> skip,
            String rocm,
            @Nullable Path file) {}

    /// Prints the table of all checks.
    public static void list(PrintStream out) {
        out.print(CheckupText.list());
    }

    /// Examines the machine and reports.
    ///
    /// @return the exit code: 0 if no check failed, 1 if one did, 2 if one broke
    /// @throws CommandException if a pattern fits no check, or the file cannot be written
    public int run(Wishes wishes) {
        Selection selection = Selection.of(wishes.only(), wishes.skip(), wishes.isSmoked());
        Machine examined = new Machine(machine, environment);
        Rocm rocm = Rocm.find(examined, wishes.rocm(), new LibraryPath(examined, here));
        Checkup checkup = Checkup.of(new Site(examined, root, rocm, here), selection, Instant.now());
        CheckupText text = new CheckupText(checkup, wishes.isVerbose(), wishes.isQuiet());
        out.print(wishes.isJson() ? CheckupJson.text(checkup) : text.text(wishes.isColored()));
        out.flush();
        if (wishes.file() != null) {
            write(wishes.file(), wishes.isJson() ? CheckupJson.text(checkup) : text.text(false));
        }
        return checkup.exitCode();
    }

    private static void write(Path file, String text) {
        try (PrintStream printed = NewFile.printerAsNamed(file)) {
            printed.print(text);
        } catch (IOException e) {
            throw new CommandException(NOT_DONE, file + ": " + IoErrorText.of(e));
        }
    }
}
