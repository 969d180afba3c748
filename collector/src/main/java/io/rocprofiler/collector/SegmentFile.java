package io.rocprofiler.collector;

import io.rocprofiler.abi.SegmentConstants;
import io.rocprofiler.abi.SegmentHeader;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.ChunkFile;
import io.rocprofiler.sdk.ChunkSource;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The file with the records, mapped: what is written into it survives the process, however it ends.
///
/// ```
/// | header (4 KiB) | chunk | chunk | ...
/// ```
/// Memory is made ready in the background, one piece ahead of need, by [ChunkMaker]. Thread rule: any thread.
final class SegmentFile implements ChunkSource {
    private final Path file;
    private final MemorySegment mappedHeader;
    private final ByteBuffer header;
    private final ChunkMaker maker;
    private final WorkCounts work;
    private @Nullable Buffer records;
    private volatile boolean closed;

    private SegmentFile(Path file, MemorySegment mappedHeader, ByteBuffer header, ChunkMaker maker) {
        this.file = file;
        this.mappedHeader = mappedHeader;
        this.header = header;
        this.maker = maker;
        this.work = new WorkCounts(header);
    }

    /// @param proc `/proc`
    /// @throws IOException if the file cannot be made
    static SegmentFile create(Path file, ProcessInfo process, Clock clock, Path proc) throws IOException {
        ProcessInfo.checkFileSize(proc, SegmentConstants.HEADER_SIZE);
        GrowingFile growing = GrowingFile.create(file, proc);
        MemorySegment mappedHeader = growing.grow(SegmentConstants.HEADER_SIZE);
        ByteBuffer header = mappedHeader.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(SegmentHeader.PID, process.pid());
        header.putInt(SegmentHeader.VERSION, SegmentConstants.VERSION);
        header.putInt(SegmentHeader.HEADER_SIZE, SegmentConstants.HEADER_SIZE);
        header.putLong(SegmentHeader.CHUNK_SIZE, ChunkMaker.CHUNK_SIZE);
        header.putLong(SegmentHeader.STRETCH_SIZE, SegmentConstants.DEFAULT_STRETCH_SIZE);
        header.putLong(SegmentHeader.BOOTTIME_NS, clock.boottimeNanos());
        header.putLong(SegmentHeader.MONOTONIC_NS, clock.monotonicNanos());
        header.putLong(SegmentHeader.REALTIME_NS, clock.realtimeNanos());
        header.putLong(SegmentHeader.MAGIC, SegmentConstants.MAGIC);
        ChunkMaker maker = new ChunkMaker(file, growing, header, proc);
        maker.start();
        return new SegmentFile(file.toAbsolutePath(), mappedHeader, header, maker);
    }

    /// Has the header tell how many records this buffer dropped. Before the first record.
    void countDropsOf(Buffer buffer) {
        records = buffer;
    }

    /// Where submitted work is counted.
    WorkCounts work() {
        return work;
    }

    @Override
    public @Nullable MemorySegment next() {
        MemorySegment chunk = maker.take();
        // The record that asks is dropped, and counted by its buffer in a moment.
        if (chunk == null && !closed) writeDrops(1);
        return chunk;
    }

    @Override
    public ChunkFile file() {
        return new ChunkFile(file, mappedHeader);
    }

    /// Marks the segment as complete. What threads still write is kept as well.
    void close(long endNanos, CallCounts counts) {
        maker.close();
        writeDrops(0);
        closed = true; // from now on C counts
        header.putLong(SegmentHeader.ABANDONED, counts.abandoned());
        header.putLong(SegmentHeader.PASSED_THROUGH, counts.passedThrough());
        header.putLong(SegmentHeader.END_BOOTTIME_NS, endNanos);
        header.putLong(SegmentHeader.STATE, SegmentConstants.STATE_CLOSED);
    }

    private void writeDrops(int more) {
        Buffer buffer = records;
        if (buffer != null) header.putLong(SegmentHeader.DROPPED, buffer.dropCount() + more);
    }
}
