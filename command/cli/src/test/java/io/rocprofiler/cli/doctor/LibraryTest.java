package io.rocprofiler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is found in the files of libraries.
class LibraryTest {

    private static final String NAME = "rocprofiler_register";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {-20, -19, -1, 0, 1, Library.PIECE - 20, 2 * Library.PIECE})
    void aNameIsFoundWhereverThePiecesOfAFileMeet(int fromTheFirstBorder) throws IOException {
        Path file = folder.resolve("large.so");
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            out.write(
                    ByteBuffer.wrap(NAME.getBytes(StandardCharsets.US_ASCII)),
                    (long) Library.PIECE + fromTheFirstBorder);
        }
        assertThat(new Library(file).contains(NAME)).isTrue();
        assertThat(new Library(file).contains(NAME + "s")).isFalse();
    }
}
