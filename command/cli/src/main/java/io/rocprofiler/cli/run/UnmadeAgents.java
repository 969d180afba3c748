package io.rocprofiler.cli.run;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.sdk.internal.image.AnsweredAgents;
import io.rocprofiler.trace.Ending;
import io.rocprofiler.trace.Run;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Makes the files about agents of processes whose recorder wrote down what their HSA runtime answered, before they are
/// read: once, while the machine is still there.
public final class UnmadeAgents {

    /// Names the folder below which a stand-in for hardware describes itself.
    private static final String ROOT = "ROCPROFILER_MACHINE_ROOT";

    private static final String LAST_LINE = "complete=1\n";

    private final Map<String, String> environment;
    private final Consumer<String> warnings;

    private UnmadeAgents(Map<String, String> environment, Consumer<String> warnings) {
        this.environment = environment;
        this.warnings = warnings;
    }

    /// Makes those that are missing. Never throws: what cannot be listed, opening it reports.
    ///
    /// @param run a directory that [Run#open] takes
    /// @param environment of this process
    /// @param warnings receives a line if files cannot be written
    public static void make(Path run, Map<String, String> environment, Consumer<String> warnings) {
        UnmadeAgents unmade = new UnmadeAgents(environment, warnings);
        try {
            for (Path process : Run.directories(run)) {
                if (!unmade.make(process)) {
                    return; // one line is enough
                }
            }
        } catch (IOException _) {
            return;
        }
    }

    /// @return false if the file cannot be written
    private boolean make(Path process) {
        Path file = process.resolve(SegmentConstants.AGENTS_FILE);
        String answers = answers(process.resolve(SegmentConstants.ANSWERS_FILE));
        if (answers == null || Files.exists(file)) {
            return true;
        }
        if (!answers.endsWith(LAST_LINE) && !Ending.hasEnded(process)) {
            return true; // there may be more the next time
        }
        byte[] lines = AnsweredAgents.describe(answers, Ending.ranHere(process) ? root() : null);
        return lines.length == 0 || write(file, lines);
    }

    private static @Nullable String answers(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException _) {
            return null; // opening the process reports it, if there is one
        }
    }

    private Path root() {
        String named = environment.getOrDefault(ROOT, "");
        return Path.of(named.isEmpty() ? "/" : named);
    }

    /// Writes the file as a whole: another command may read it at once.
    private boolean write(Path file, byte[] lines) {
        Path part = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid());
        try {
            NewFile.write(part, lines);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            warnings.accept("cannot write " + file + ": " + IoErrorText.of(e)
                    + "; agents are known by their numbers only, unless a copy of the directory is read");
            remove(part);
            return false;
        }
    }

    private static void remove(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException _) {
            return; // a few kilobytes that nobody reads
        }
    }
}
