package io.rocprofiler.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where the files of an output go: `<directory>/<file>_<name>.<extension>`.
///
/// @param path directory and file part together, `out/host/4711`
public record Prefix(Path path) {

    public Path file(String name, String extension) {
        return path.resolveSibling(path.getFileName() + "_" + name + "." + extension);
    }

    /// Makes the directory that the files are in.
    /// So that files can be created.
    public void createDirectories() throws IOException {
        Path directory = path.getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
    }
}
