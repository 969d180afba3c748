package io.rocprofiler.cli.run;

import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/// Chooses the directory for sorting data that does not fit into memory: AMD's `ROCPROF_TMPDIR`, else the system's,
/// else one with free space.
public final class TemporaryDirectory {

    /// The size of the test write: on a full disk, creating a file succeeds but writing fails.
    private static final int PROBE_BYTES = 1 << 16;

    private TemporaryDirectory() {}

    /// Returns the first of the usual directories that is writable.
    ///
    /// @param last the fallback if no other is writable
    public static Path of(Map<String, String> environment, Path last) {
        return Stream.of(
                        environment.getOrDefault("ROCPROF_TMPDIR", ""),
                        environment.getOrDefault("TMPDIR", ""),
                        "/tmp",
                        "/var/tmp")
                .filter(name -> !name.isEmpty() && isUsable(name))
                .findFirst()
                .map(Path::of)
                .orElse(last);
    }

    private static boolean isUsable(String name) {
        try {
            Path probe = Files.createTempFile(Path.of(name), "rocprofv3-", ".probe");
            try {
                NewFile.write(probe, new byte[PROBE_BYTES]);
            } finally {
                Files.deleteIfExists(probe);
            }
            return true;
        } catch (IOException | InvalidPathException | SecurityException _) {
            return false;
        }
    }
}
