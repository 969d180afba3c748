package io.rocprofiler.bench.synthetic;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.trace.testing.SegmentSeals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The segment file of one process. Stretches get their positions in the order in which they begin, and are written
/// when they are full.
final class SegmentOutput implements AutoCloseable {

    /// The step by which the collector's file grows.
    private static final int CHUNK_SIZE = 1 << 20;

    private final FileChannel channel;
    private final ByteBuffer header =
            ByteBuffer.allocate(SegmentConstants.HEADER_SIZE).order(ByteOrder.LITTLE_ENDIAN);
    private long end = SegmentConstants.HEADER_SIZE;
    private long stretches;

    SegmentOutput(Path file, long pid, long startNanos) {
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        header.putLong(SegmentHeader.MAGIC, SegmentConstants.MAGIC);
        header.putInt(SegmentHeader.VERSION, SegmentConstants.VERSION);
        header.putInt(SegmentHeader.HEADER_SIZE, SegmentConstants.HEADER_SIZE);
        header(SegmentHeader.PID, pid);
        header(SegmentHeader.CHUNK_SIZE, CHUNK_SIZE);
        header(SegmentHeader.STRETCH_SIZE, SegmentConstants.DEFAULT_STRETCH_SIZE);
        header(SegmentHeader.BOOTTIME_NS, startNanos);
        header(SegmentHeader.MONOTONIC_NS, startNanos);
        header(SegmentHeader.REALTIME_NS, SyntheticRun.BOOT_REALTIME_NANOS + startNanos);
        header(SegmentHeader.STATE, SegmentConstants.STATE_CLOSED);
    }

    void header(int field, long value) {
        header.putLong(field, value);
    }

    /// Returns the position of the next stretch.
    long take() {
        long place = end;
        end += SegmentConstants.DEFAULT_STRETCH_SIZE;
        stretches++;
        return place;
    }

    void write(ByteBuffer bytes, long place) {
        try {
            long at = place;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Writes the header. The last chunk is complete, as the collector's is.
    @Override
    public void close() {
        long chunks = (end - SegmentConstants.HEADER_SIZE + CHUNK_SIZE - 1) / CHUNK_SIZE;
        header(SegmentHeader.CHUNKS, chunks);
        header(SegmentConstants.TOTALS_OFFSET + SegmentTotals.STRETCHES, stretches);
        SegmentSeals.header(header);
        write(header, 0);
        write(ByteBuffer.allocate(1), SegmentConstants.HEADER_SIZE + chunks * CHUNK_SIZE - 1);
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
