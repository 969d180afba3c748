package io.rocprofiler.trace;

import static io.rocprofiler.abi.BufferTracingKind.HSA_CORE_API;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.trace.file.Reading;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Segments that are large because of their holes. What is read is counted, since it is what takes the time.
class HoleTest {
    private static final int STRETCH = SegmentWriter.STRETCH;
    private static final long HUGE = 16L << 30;
    private static final long LITTLE = 64 << 20;

    private final byte[] three = new SegmentWriter(1)
            .stretch(7)
            .api(HSA_CORE_API, 0, 1, 100, 110)
            .stretch(8)
            .api(HSA_CORE_API, 0, 2, 200, 210)
            .stretch(9)
            .api(HSA_CORE_API, 0, 3, 300, 310)
            .toBytes();

    @TempDir
    Path run;

    private Path directory;

    @BeforeEach
    void properties() throws IOException {
        directory = Files.createDirectories(run.resolve("1-1"));
        Files.writeString(directory.resolve(SegmentConstants.PROPERTIES_FILE), "format=1\npid=1\n");
    }

    @Test
    void whatIsBeforeBetweenAndBehindHolesIsFoundWithoutReadingThem() throws IOException {
        try (RandomAccessFile file = create(SegmentConstants.SEGMENT_FILE, HUGE + 2 * STRETCH)) {
            put(file, 1, HUGE / 2 / STRETCH + 1); // not at the beginning of a page
            put(file, 2, HUGE / STRETCH);
        }
        isFoundByLittleReading();
    }

    @Test
    void whatIsInAnnexesBehindHolesIsFoundWithoutReadingThem() throws IOException {
        create(SegmentConstants.SEGMENT_FILE, HUGE).close();
        try (RandomAccessFile file = create("records-1.seg", HUGE)) {
            put(file, 1, 0);
        }
        try (RandomAccessFile file = create("records-2.seg", HUGE)) {
            put(file, 2, HUGE / 2 / STRETCH);
            file.seek(SegmentWriter.HEADER);
            file.write(new byte[STRETCH]);
        }
        isFoundByLittleReading();
    }

    private void isFoundByLittleReading() throws IOException {
        long before = bytesRead();
        List<Long> places = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        Reading reading = (step, done, all) -> {
            if (step == Reading.Step.SCAN) {
                places.add(done);
                ends.add(all);
            }
        };
        try (ProcessTrace process = ProcessTrace.open(directory, run, false, reading)) {
            assertThat(process.problems()).isEmpty();
            assertThat(process.records()).isEqualTo(3);
            List<Long> starts = new ArrayList<>();
            process.forEach(record -> starts.add(record.startNanos()));
            assertThat(starts).containsExactly(100L, 200L, 300L);
        }
        assertThat(bytesRead() - before).isLessThan(LITTLE);
        assertThat(places).isSorted().endsWith(ends.getLast()).hasSizeGreaterThan(1);
        assertThat(ends).containsOnly(ends.getLast()).allMatch(end -> end >= HUGE);
    }

    private RandomAccessFile create(String name, long size) throws IOException {
        RandomAccessFile file = new RandomAccessFile(directory.resolve(name).toFile(), "rw");
        file.write(three, 0, SegmentWriter.HEADER);
        put(file, 0, 0);
        file.setLength(SegmentWriter.HEADER + size);
        return file;
    }

    /// Writes one of the three stretches as another one of the file.
    private void put(RandomAccessFile file, int stretch, long as) throws IOException {
        file.seek(SegmentWriter.HEADER + as * STRETCH);
        file.write(three, SegmentWriter.HEADER + stretch * STRETCH, STRETCH);
    }

    private static long bytesRead() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/io")).stream()
                .filter(line -> line.startsWith("rchar: "))
                .mapToLong(line -> Long.parseLong(line.substring("rchar: ".length())))
                .sum();
    }
}
