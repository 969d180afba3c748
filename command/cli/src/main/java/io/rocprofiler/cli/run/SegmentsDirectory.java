package io.rocprofiler.cli.run;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.trace.problem.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where the processes of one run put their segments: `<output directory>/<pid of the command>.segments/`.
/// Making it, before the program starts, is also the proof that the output directory can be written.
final class SegmentsDirectory {

    private SegmentsDirectory() {}

    /// @throws CommandException if the output directory cannot be made or written
    static Path create(Path output) {
        try {
            Files.createDirectories(output);
            return createFresh(output.toAbsolutePath());
        } catch (IOException e) {
            throw new CommandException(
                    CommandException.FAILED, "cannot write to output directory " + output + ": " + Reasons.of(e));
        }
    }

    private static Path createFresh(Path output) throws IOException {
        long pid = Front.commandPid();
        for (int attempt = 1; ; attempt++) {
            String name = pid + (attempt == 1 ? "" : "-" + attempt) + ".segments";
            try {
                return Files.createDirectory(output.resolve(name));
            } catch (FileAlreadyExistsException _) {
                // Another run had this process number.
            }
        }
    }

    /// Where the directory is after the program has run, which may have renamed it, or one above it. Processes that
    /// began later have made it again under its old name: what is there is put with the rest.
    ///
    /// @param place what the kernel knows of it: a path, empty if it was removed, null if nobody asked
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
            // Nobody has made it again, or it is somebody else's.
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

    /// Removes it with everything in it.
    static void remove(Path segments) {
        try (Stream<Path> files = Files.walk(segments)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException _) {
            // A file left behind harms nobody.
        }
    }

    /// Removes it if no process wrote anything, and none is left that could.
    ///
    /// @param named where it was when the program began
    static void removeIfEmpty(Path segments, Path named) {
        try {
            if (isEmpty(segments, named)) {
                Files.deleteIfExists(segments.resolve(Manifest.FILE_NAME));
            }
            Files.deleteIfExists(segments);
        } catch (DirectoryNotEmptyException _) {
            // Kept for `rocprofv3 convert`.
        } catch (IOException _) {
            // An empty directory left behind harms nobody.
        }
    }

    private static boolean isEmpty(Path segments, Path named) throws IOException {
        if (!LiveProcess.of(named, Path.of("/proc")).isEmpty()) {
            return false;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(segments)) {
            for (Path entry : entries) {
                if (!entry.endsWith(Manifest.FILE_NAME)) {
                    return false;
                }
            }
            return true;
        }
    }
}
