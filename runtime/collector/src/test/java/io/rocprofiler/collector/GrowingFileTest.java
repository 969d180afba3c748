package io.rocprofiler.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrowingFileTest {
    private static final int PIECE = 100_000;

    @TempDir
    Path directory;

    private Path path;
    private GrowingFile file;

    @BeforeEach
    void create() throws IOException {
        path = Files.createDirectory(directory.resolve("1-2")).resolve("records.seg");
        file = GrowingFile.create(path, Path.of("/proc"));
    }

    @Test
    void itHasTheLengthOfAllPiecesAndTheyAreItsBytes() throws IOException {
        for (int i = 1; i <= 3; i++) file.grow(PIECE).set(ValueLayout.JAVA_BYTE, PIECE - 1, (byte) i);
        byte[] content = Files.readAllBytes(path);
        assertThat(content).hasSize(3 * PIECE);
        assertThat(file.size()).isEqualTo(3 * PIECE);
        for (int i = 1; i <= 3; i++) assertThat(content[i * PIECE - 1]).isEqualTo((byte) i);
        assertThat(content[PIECE]).isZero();
    }

    @Test
    void itIsNotMadeWhereThereIsOne() {
        assertThatThrownBy(() -> GrowingFile.create(path, Path.of("/proc")))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    /// Simulates a descriptor of another file, with a different length.
    @ParameterizedTest
    @CsvSource({"-1, somebody has cut it", "1, 'the program closed it, and another file has its name'"})
    void itIsOpenedAgainIfItsDescriptorShowsAFileOfAnotherLengthAndGivenUpIfItsNameDoesToo(int more, String why)
            throws IOException {
        MemorySegment first = file.grow(PIECE);
        first.set(ValueLayout.JAVA_BYTE, 0, (byte) 7);
        try (var other = new RandomAccessFile(path.toFile(), "rw")) {
            other.setLength(PIECE + more);
        }
        assertThatThrownBy(() -> file.grow(PIECE))
                .isInstanceOf(IOException.class)
                .hasMessage(why);
        assertThat(Files.size(path)).isEqualTo(PIECE + more);
    }

    @Test
    void whenItWasRemovedNothingIsWrittenAnyMore() throws IOException {
        file.grow(PIECE);
        Files.delete(path);
        assertThatThrownBy(() -> file.grow(PIECE))
                .isInstanceOf(IOException.class)
                .hasMessage("it was removed");
        assertThat(file.size()).isEqualTo(PIECE);
    }

    @Test
    void itGrowsUnderAnotherName() throws IOException {
        file.grow(PIECE);
        Path moved = directory.resolve("moved");
        Files.move(path.getParent(), moved);
        file.grow(PIECE);
        assertThat(Files.size(moved.resolve("records.seg"))).isEqualTo(2 * PIECE);
    }

    @Test
    void aMissingProcKeepsNothingFromBeingWritten() throws IOException {
        GrowingFile other = GrowingFile.create(path.resolveSibling("other"), directory.resolve("no-proc"));
        other.grow(PIECE);
        Files.delete(path.resolveSibling("other"));
        assertThat(other.grow(PIECE).byteSize()).isEqualTo(PIECE);
    }
}
