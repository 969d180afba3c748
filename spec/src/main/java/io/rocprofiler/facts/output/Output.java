package io.rocprofiler.facts.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The folder for generated files. A file whose text is unchanged keeps its timestamp, so nothing is rebuilt
/// for it.
public final class Output {
    private final Path directory;

    public Output(Path directory) {
        this.directory = directory;
    }

    /// Removes a file that an earlier release of the generator wrote, if there is one.
    public void remove(String name) {
        Path file = directory.resolve(name);
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot remove " + file, failure);
        }
    }

    public void write(String name, String text) {
        Path file = directory.resolve(name);
        try {
            if (Files.exists(file) && Files.readString(file).equals(text)) {
                return;
            }
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write " + file, failure);
        }
    }
}
