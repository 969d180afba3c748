package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.abi.internal.SegmentWork;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.ChunkFile;
import io.rocprofiler.sdk.ChunkSource;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The mapped file with the records: written data survives the process, however it ends.
///
/// ```
/// | header (4 KiB) | chunk | chunk | ...
/// ```
/// [ChunkMaker] prepares memory in the background, one piece ahead of need. Thread rule: any thread.
final class SegmentFile implements ChunkSource {
    private final Path file;
    private final MemorySegment page;
    private final ByteBuffer header;
    private final ChunkMaker maker;
    private final WorkCounts work;
    private @Nullable Buffer records;

    private SegmentFile(Path file, MemorySegment page, ByteBuffer header, ChunkMaker maker) {
        this.file = file;
        this.page = page;
        this.header = header;
        this.maker = maker;
        this.work = new WorkCounts(header);
    }

    /// @param proc `/proc`
    /// @throws IOException if the file cannot be created
    static SegmentFile create(Path file, ProcessInfo process, Clock clock, Path proc) throws IOException {
        ProcessInfo.checkFileSize(proc, SegmentConstants.HEADER_SIZE);
        GrowingFile growing = GrowingFile.create(file, proc);
        MemorySegment page = growing.grow(SegmentConstants.HEADER_SIZE);
        ByteBuffer header = page.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(SegmentHeader.PID, process.pid());
        header.putInt(SegmentHeader.VERSION, SegmentConstants.VERSION);
        header.putInt(SegmentHeader.HEADER_SIZE, SegmentConstants.HEADER_SIZE);
        header.putLong(SegmentHeader.CHUNK_SIZE, ChunkMaker.CHUNK_SIZE);
        header.putLong(SegmentHeader.STRETCH_SIZE, SegmentConstants.DEFAULT_STRETCH_SIZE);
        header.putLong(SegmentHeader.BOOTTIME_NS, clock.boottimeNanos());
        header.putLong(SegmentHeader.MONOTONIC_NS, clock.monotonicNanos());
        header.putLong(SegmentHeader.REALTIME_NS, clock.realtimeNanos());
        header.putLong(SegmentHeader.MAGIC, SegmentConstants.MAGIC);
        header.putLong(SegmentHeader.START_SEAL, seal(header, SegmentHeader.MAGIC, SegmentHeader.CHUNKS));
        growing.mark();
        ChunkMaker maker = new ChunkMaker(file, growing, header, proc);
        maker.start();
        return new SegmentFile(file.toAbsolutePath(), page, header, maker);
    }

    /// Adds checksums and the names of threads to the records of this buffer. Call before the first record.
    void seal(Buffer buffer) {
        records = buffer;
        maker.meanwhile(() -> buffer.noteThreadNames(false));
        maker.betweenPieces(buffer::flush);
    }

    /// Notes the current length of a file beside the segment, so that readers detect its truncation.
    ///
    /// @param field an offset of [SegmentHeader]
    void beside(int field, long bytes) {
        header.putLong(field, bytes);
    }

    /// The counters of submitted work.
    WorkCounts work() {
        return work;
    }

    @Override
    public @Nullable MemorySegment next() {
        return maker.take();
    }

    @Override
    public MemorySegment totals() {
        return page.asSlice(SegmentConstants.TOTALS_OFFSET, SegmentTotals.SIZEOF);
    }

    @Override
    public ChunkFile file() {
        return new ChunkFile(file, page);
    }

    /// Marks the segment as complete. Later records of other threads are kept, without a checksum.
    void close(long endNanos, CallCounts counts) {
        Buffer buffer = records;
        if (buffer != null) buffer.noteThreadNames(true);
        maker.close();
        if (buffer != null) buffer.flush();
        header.putLong(SegmentHeader.OPEN_CALLS, counts.open());
        header.putLong(SegmentHeader.ABANDONED, counts.abandoned());
        header.putLong(SegmentHeader.PASSED_THROUGH, counts.passedThrough());
        header.putLong(SegmentHeader.END_BOOTTIME_NS, endNanos);
        header.putLong(SegmentHeader.STATE, SegmentConstants.STATE_CLOSED);
        long seal = endSeal(header);
        header.putLong(SegmentHeader.END_SEAL, seal);
        // Threads that still record may count work meanwhile; they break a seal that they see.
        VarHandle.fullFence();
        if (endSeal(header) != seal) header.putLong(SegmentHeader.END_SEAL, 0);
    }

    private static long endSeal(ByteBuffer header) {
        Checksum checksum = new Checksum();
        checksum.add(header, SegmentHeader.STATE, SegmentHeader.PROPERTIES_BYTES);
        checksum.add(header, SegmentConstants.TOTALS_OFFSET, SegmentConstants.TOTALS_OFFSET + SegmentTotals.SIZEOF);
        int work = SegmentConstants.WORK_STRIPES * SegmentWork.SIZEOF;
        checksum.add(header, SegmentConstants.WORK_OFFSET, SegmentConstants.WORK_OFFSET + work);
        return made(checksum);
    }

    private static long seal(ByteBuffer header, int from, int to) {
        Checksum checksum = new Checksum();
        checksum.add(header, from, to);
        return made(checksum);
    }

    /// Returns the seal, never 0, which stands for none.
    private static long made(Checksum checksum) {
        return (long) SegmentConstants.SEAL_MADE << SegmentConstants.SEAL_STATE_SHIFT
                | Integer.toUnsignedLong(checksum.value());
    }
}
