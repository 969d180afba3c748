package io.rocprofiler.cli.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A directory with all that is in it.
public final class FileTree {

    private FileTree() {}

    /// Deletes a directory that nobody needs any more, as far as that is possible: what stays is harmless.
    ///
    /// @param directory may be missing; nothing happens for null
    public static void remove(@Nullable Path directory) {
        if (directory == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException _) {
            // Somebody else may write there.
        }
    }
}
