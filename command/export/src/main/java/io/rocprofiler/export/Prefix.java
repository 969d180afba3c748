package io.rocprofiler.export;

import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.file.Path;

/// The common path of an output's files: `<directory>/<file>_<name>.<extension>`.
///
/// @param path the directory and the file part, `out/host/4711`
public record Prefix(Path path) {

    public Path file(String name, String extension) {
        return path.resolveSibling(path.getFileName() + "_" + name + "." + extension);
    }

    /// Creates the directory of the files.
    public void createDirectories() throws IOException {
        Path directory = path.getParent();
        if (directory != null) {
            NewFile.directories(directory);
        }
    }
}
