package io.rocprofiler.cli.run;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The directory for the segments of a run's processes: `<output directory>/<pid of the command>.segments/`.
/// Creating it before the program starts also proves that the output directory is writable.
final class SegmentsDirectory {

    private SegmentsDirectory() {}

    /// @throws CommandException if the output directory cannot be created or written
    static Path create(Path output) {
        try {
            NewFile.directories(output);
            return createFresh(output.toAbsolutePath());
        } catch (IOException e) {
            throw CommandException.failed("cannot write to output directory " + output + ": " + IoErrorText.of(e));
        }
    }

    private static Path createFresh(Path output) throws IOException {
        long pid = FrontProcess.commandPid();
        for (int attempt = 1; ; attempt++) {
            String name = pid + (attempt == 1 ? "" : "-" + attempt) + ".segments";
            try {
                return NewFile.directory(output.resolve(name));
            } catch (FileAlreadyExistsException _) {
                // Belongs to an earlier run with the same process id.
            }
        }
    }

    /// Finds the directory after the program has run, in case the program renamed it or one of its parents.
    /// Processes that started later may have created it again under its old name: moves their directories to
    /// the others.
    ///
    /// @param place the path according to the kernel, empty if it was removed, null if unknown
    static Path follow(Path segments, @Nullable String place, Log log) {
        if (place == null || place.equals(real(segments))) {
            return segments;
        }
        if (place.isEmpty()) {
            if (Files.isDirectory(segments)) {
                log.error(
                        segments + " was removed while the program ran, and made again by it: what was recorded before"
                                + " is lost");
            }
            return segments;
        }
        Path now = Path.of(place);
        log.result(segments + " is " + now + " now: it was moved, or another took its place, while the program ran");
        try (DirectoryStream<Path> later = Files.newDirectoryStream(segments, "[0-9]*-[0-9]*")) {
            for (Path process : later) {
                Files.move(process, now.resolve(process.getFileName()));
            }
            Files.deleteIfExists(segments);
        } catch (NoSuchFileException | NotDirectoryException | DirectoryNotEmptyException _) {
            // Not created again, or not ours.
        } catch (IOException | DirectoryIteratorException e) {
            log.warning(segments + ": what was recorded there later stays there (" + e.getMessage()
                    + "); rocprofv3 convert reads it");
        }
        return now;
    }

    private static String real(Path segments) {
        try {
            return segments.toRealPath().toString();
        } catch (IOException _) {
            return "";
        }
    }

    /// Deletes the directory if no process wrote anything and no running process can.
    ///
    /// @param named its path when the program began
    static void removeIfEmpty(Path segments, Path named) {
        try {
            if (isEmpty(segments, named)) {
                Files.deleteIfExists(segments.resolve(Manifest.FILE_NAME));
                RecorderPlans.remove(segments);
            }
            Files.deleteIfExists(segments);
        } catch (DirectoryNotEmptyException _) {
            // Kept for `rocprofv3 convert`.
        } catch (IOException _) {
            // An empty directory left behind is harmless.
        }
    }

    private static boolean isEmpty(Path segments, Path named) throws IOException {
        if (!LiveProcess.of(named, Path.of("/proc")).isEmpty()) {
            return false;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(segments)) {
            for (Path entry : entries) {
                if (!entry.endsWith(Manifest.FILE_NAME) && !entry.endsWith(RecorderPlans.FILE_NAME)) {
                    return false;
                }
            }
            return true;
        }
    }
}
