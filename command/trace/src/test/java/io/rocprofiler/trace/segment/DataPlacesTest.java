package io.rocprofiler.trace.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataPlacesTest {
    private static final long BEHIND_A_HOLE = 1L << 30;

    @TempDir
    Path directory;

    @Test
    void aHoleIsSkippedAndTheLastOneHasNothingBehindIt() throws IOException {
        Path path = directory.resolve("größe"); // a name that is not ASCII
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.write(1);
            file.seek(BEHIND_A_HOLE);
            file.write(1);
            file.setLength(2 * BEHIND_A_HOLE);
        }
        assertThat(DataPlaces.next(path, 0)).isZero();
        assertThat(DataPlaces.next(path, BEHIND_A_HOLE / 2)).isEqualTo(BEHIND_A_HOLE);
        assertThat(DataPlaces.next(path, BEHIND_A_HOLE + BEHIND_A_HOLE / 2)).isEqualTo(DataPlaces.NONE);
        assertThat(DataPlaces.next(path, 3 * BEHIND_A_HOLE)).isEqualTo(DataPlaces.NONE);
    }

    @Test
    void whereTheFileSystemCannotTellEverythingIsData() {
        assertThat(DataPlaces.next(Path.of("/proc/self/maps"), 5)).isEqualTo(5); // EINVAL
        assertThat(DataPlaces.next(directory.resolve("missing"), 5)).isEqualTo(5);
    }
}
