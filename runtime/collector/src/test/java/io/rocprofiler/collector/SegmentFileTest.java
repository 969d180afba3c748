package io.rocprofiler.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.abi.internal.SegmentWork;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SegmentFileTest {
    private static final int HEADER = SegmentConstants.HEADER_SIZE;

    @TempDir
    Path directory;

    @Test
    void theHeaderSaysHowToReadTheFile() throws IOException {
        SegmentFile segment = create(Long.MAX_VALUE);
        segment.next();
        ByteBuffer header = content();
        assertThat(header.getLong(SegmentHeader.MAGIC)).isEqualTo(SegmentConstants.MAGIC);
        assertThat(header.getInt(SegmentHeader.VERSION)).isEqualTo(SegmentConstants.VERSION);
        assertThat(header.getInt(SegmentHeader.HEADER_SIZE)).isEqualTo(HEADER);
        assertThat(header.getLong(SegmentHeader.PID)).isEqualTo(42);
        assertThat(header.getLong(SegmentHeader.CHUNK_SIZE)).isEqualTo(ChunkMaker.CHUNK_SIZE);
        assertThat(header.getLong(SegmentHeader.STRETCH_SIZE)).isEqualTo(SegmentConstants.DEFAULT_STRETCH_SIZE);
        assertThat(header.getLong(SegmentHeader.BOOTTIME_NS)).isEqualTo(1_010);
        assertThat(header.getLong(SegmentHeader.MONOTONIC_NS)).isEqualTo(7);
        assertThat(header.getLong(SegmentHeader.REALTIME_NS)).isEqualTo(8);
        assertThat(header.getLong(SegmentHeader.STATE)).isEqualTo(SegmentConstants.STATE_OPEN);
    }

    @Test
    void piecesFollowEachOtherInTheFileAndAreWrittenThere() throws IOException {
        SegmentFile segment = create(Long.MAX_VALUE);
        long place = HEADER;
        for (int i = 1; i <= 5; i++) {
            MemorySegment piece = Objects.requireNonNull(segment.next());
            piece.set(ValueLayout.JAVA_LONG, 0, i);
            piece.set(ValueLayout.JAVA_LONG, piece.byteSize() - 8, -i);
            ByteBuffer content = content();
            assertThat(content.getLong((int) place)).isEqualTo(i);
            place += piece.byteSize();
            assertThat(content.getLong((int) place - 8)).isEqualTo(-i);
            long chunks = content.getLong(SegmentHeader.CHUNKS);
            assertThat(HEADER + chunks * ChunkMaker.CHUNK_SIZE).isBetween(place, (long) content.capacity());
        }
    }

    @Test
    void aShortProgramLeavesASmallFile() throws IOException {
        create(Long.MAX_VALUE).next();
        assertThat(Files.size(file())).isLessThanOrEqualTo(HEADER + 2L * ChunkMaker.CHUNK_SIZE);
    }

    @Test
    void whereTheFileCannotGrowThereIsNoMemory() throws IOException {
        SegmentFile segment = create(HEADER + ChunkMaker.CHUNK_SIZE);
        assertThat(segment.next()).isNotNull();
        assertThat(segment.next()).isNull();
    }

    @Test
    void whatConcernsAllThreadsIsCountedInTheHeader() throws IOException {
        SegmentFile segment = create(Long.MAX_VALUE);
        segment.totals().set(ValueLayout.JAVA_LONG, SegmentTotals.DROPPED, 7);
        assertThat(content().getLong(SegmentConstants.TOTALS_OFFSET + SegmentTotals.DROPPED))
                .isEqualTo(7);
    }

    @Test
    void recordsGetTheirChecksumsAtTheEnd() throws IOException {
        SegmentFile segment = create(Long.MAX_VALUE);
        FakeSetup.FakeBuffer buffer = new FakeSetup().new FakeBuffer();
        segment.seal(buffer);
        int before = buffer.flushes.get();
        segment.close(99, new FakeCallCounts(2, 3, 4));
        assertThat(buffer.flushes.get()).isGreaterThan(before);
    }

    @Test
    void theHeaderHasAChecksumOfItsBeginningAndAtTheEndOneOfItsCounters() throws IOException {
        SegmentFile segment = create(Long.MAX_VALUE);
        assertThat(content().getLong(SegmentHeader.START_SEAL))
                .isEqualTo(seal(SegmentHeader.MAGIC, SegmentHeader.CHUNKS));
        assertThat(content().getLong(SegmentHeader.END_SEAL)).isZero();
        segment.close(99, new FakeCallCounts(2, 3, 4));
        long end = seal(
                SegmentHeader.STATE,
                SegmentHeader.PROPERTIES_BYTES,
                SegmentConstants.TOTALS_OFFSET,
                SegmentConstants.TOTALS_OFFSET + SegmentTotals.SIZEOF,
                SegmentConstants.WORK_OFFSET,
                SegmentConstants.WORK_OFFSET + SegmentConstants.WORK_STRIPES * SegmentWork.SIZEOF);
        assertThat(content().getLong(SegmentHeader.END_SEAL)).isEqualTo(end);
    }

    @Test
    void whatIsCountedAfterTheEndIsNotChecked() throws IOException {
        SegmentFile segment = create(Long.MAX_VALUE);
        segment.work().stripe().add(SegmentWork.COPIES, 1);
        segment.close(99, new FakeCallCounts(2, 3, 4));
        assertThat(content().getLong(SegmentHeader.END_SEAL)).isNotZero();
        segment.work().stripe().add(SegmentWork.COPIES, 1);
        assertThat(content().getLong(SegmentHeader.END_SEAL)).isZero();
    }

    /// Returns the seal of several parts of the header, given as pairs of from and to.
    private long seal(int... parts) throws IOException {
        CRC32C checksum = new CRC32C();
        for (int i = 0; i < parts.length; i += 2) {
            checksum.update(content().limit(parts[i + 1]).position(parts[i]));
        }
        return (long) SegmentConstants.SEAL_MADE << SegmentConstants.SEAL_STATE_SHIFT | checksum.getValue();
    }

    @Test
    void aThreadThatIsInterruptedStillGetsMemoryAndStaysInterrupted() throws IOException {
        SegmentFile segment = create(Long.MAX_VALUE);
        Thread.currentThread().interrupt();
        MemorySegment first = segment.next();
        MemorySegment second = segment.next();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(first).isNotNull();
        assertThat(second).isNotNull();
    }

    @Test
    void closingSaysSoAndWhen() throws IOException {
        SegmentFile segment = create(Long.MAX_VALUE);
        segment.close(99, new FakeCallCounts(2, 3, 4));
        assertThat(content().getLong(SegmentHeader.STATE)).isEqualTo(SegmentConstants.STATE_CLOSED);
        assertThat(content().getLong(SegmentHeader.END_BOOTTIME_NS)).isEqualTo(99);
        assertThat(content().getLong(SegmentHeader.ABANDONED)).isEqualTo(3);
        assertThat(content().getLong(SegmentHeader.OPEN_CALLS)).isEqualTo(2);
        assertThat(content().getLong(SegmentHeader.PASSED_THROUGH)).isEqualTo(4);
    }

    @Test
    void threadsThatOutrunTheFileContinueInFurtherFiles() throws IOException {
        SegmentFile segment = create(Long.MAX_VALUE, 8);
        Set<Long> written = new TreeSet<>();
        for (long i = 1; !Files.exists(annex(3)); i++) {
            written.add(i);
            Objects.requireNonNull(segment.next()).set(ValueLayout.JAVA_LONG, 0, i);
        }
        Set<Long> found = new TreeSet<>();
        for (Path file : List.of(file(), annex(1), annex(2), annex(3))) {
            ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            assertThat(content.getLong(SegmentHeader.MAGIC)).isEqualTo(SegmentConstants.MAGIC);
            assertThat(content.getLong(SegmentHeader.PID)).isEqualTo(42);
            for (int at = HEADER; at < content.capacity(); at += SegmentConstants.DEFAULT_STRETCH_SIZE) {
                if (content.getLong(at) != 0) found.add(content.getLong(at));
            }
        }
        assertThat(found).isEqualTo(written);
        assertThat(annex(4)).doesNotExist();
    }

    @Test
    void withFewProcessorsAllIsInOneFile() throws IOException {
        SegmentFile segment = create(Long.MAX_VALUE, 3);
        for (int i = 0; i < 32; i++) assertThat(segment.next()).isNotNull();
        assertThat(annex(1)).doesNotExist();
    }

    @Test
    void anAnnexComputesChecksumsUntilTheSegmentIsClosed() throws IOException {
        SegmentFile segment = create(Long.MAX_VALUE, 4);
        FakeSetup.FakeBuffer buffer = new FakeSetup().new FakeBuffer();
        segment.seal(buffer);
        while (buffer.seals.get() == 0) assertThat(segment.next()).isNotNull();
        segment.close(99, new FakeCallCounts(2, 3, 4));
        int before = buffer.seals.get();
        for (int i = 0; i < 16; i++) assertThat(segment.next()).isNotNull();
        assertThat(buffer.seals).hasValue(before);
    }

    @Test
    void whereNoFurtherFileCanBeMadeThreadsWaitForTheFirst() throws IOException {
        SegmentFile segment = create(Long.MAX_VALUE, 12);
        Files.createFile(annex(1));
        for (int i = 0; i < 32; i++) assertThat(segment.next()).isNotNull();
        assertThat(annex(2)).doesNotExist();
    }

    private SegmentFile create(long maxFileSize) throws IOException {
        return create(maxFileSize, 2);
    }

    private SegmentFile create(long maxFileSize, int processors) throws IOException {
        Path proc = Files.createDirectories(directory.resolve("proc"));
        Files.createDirectories(proc.resolve("self"));
        String limit = maxFileSize == Long.MAX_VALUE ? "unlimited" : Long.toString(maxFileSize);
        Files.writeString(
                proc.resolve("self/limits"), "Max file size             " + limit + "            unlimited  bytes\n");
        ProcessInfo process = new ProcessInfo(42, 41, 42, 42, 7, "", "", "", "", "");
        return SegmentFile.create(file(), process, new FakeClock(), proc, processors);
    }

    private ByteBuffer content() throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file())).order(ByteOrder.LITTLE_ENDIAN);
    }

    private Path annex(int number) {
        return directory.resolve("records-" + number + ".seg");
    }

    private Path file() {
        return directory.resolve("records.seg");
    }
}
