package io.rocprofiler.cli;

import io.rocprofiler.trace.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

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
        long pid = ProcessHandle.current().pid();
        for (int attempt = 1; ; attempt++) {
            String name = pid + (attempt == 1 ? "" : "-" + attempt) + ".segments";
            try {
                return Files.createDirectory(output.resolve(name));
            } catch (FileAlreadyExistsException _) {
                // Another run had this process number.
            }
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
    static void removeIfEmpty(Path segments) {
        try {
            if (isEmpty(segments)) {
                Files.deleteIfExists(segments.resolve(Manifest.FILE_NAME));
            }
            Files.deleteIfExists(segments);
        } catch (DirectoryNotEmptyException _) {
            // Kept for `rocprofv3 convert`.
        } catch (IOException _) {
            // An empty directory left behind harms nobody.
        }
    }

    private static boolean isEmpty(Path segments) throws IOException {
        if (!LiveProcess.of(segments, Path.of("/proc")).isEmpty()) {
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
