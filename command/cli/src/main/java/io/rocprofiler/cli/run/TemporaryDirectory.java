package io.rocprofiler.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.stream.Stream;

/// Where what does not fit into memory is sorted: AMD's `ROCPROF_TMPDIR`, else the system's, else where there is room.
public final class TemporaryDirectory {

    /// What a directory must have room for: on a full disk a file can be made, and not be written.
    private static final int PROBE_BYTES = 1 << 16;

    private TemporaryDirectory() {}

    /// The first of the usual directories that can be written to.
    ///
    /// @param last taken where no other can be written
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
            Path probe = Path.of(name, "rocprofv3-" + ProcessHandle.current().pid() + ".probe");
            try {
                Files.write(probe, new byte[PROBE_BYTES], StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            } finally {
                Files.deleteIfExists(probe);
            }
            return true;
        } catch (IOException | InvalidPathException | SecurityException _) {
            return false;
        }
    }
}
