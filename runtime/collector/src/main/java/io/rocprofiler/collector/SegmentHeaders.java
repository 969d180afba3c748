package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.abi.internal.SegmentWork;
import io.rocprofiler.sdk.internal.description.Checksum;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// Headers of trace segments, and their seals.
final class SegmentHeaders {
    private SegmentHeaders() {}

    /// A file of records with nothing but its header.
    ///
    /// @param page the header, mapped
    /// @param header the same
    record Begun(GrowingFile file, MemorySegment page, ByteBuffer header) {}

    /// Creates a file whose header says how to read it.
    ///
    /// @param proc `/proc`
    /// @throws IOException if that is not possible
    static Begun create(Path path, ProcessInfo process, Clock clock, Path proc) throws IOException {
        ProcessInfo.checkFileSize(proc, SegmentConstants.HEADER_SIZE);
        GrowingFile file = GrowingFile.create(path, proc);
        MemorySegment page = file.grow(SegmentConstants.HEADER_SIZE);
        ByteBuffer header = fill(page, process, clock);
        file.mark();
        return new Begun(file, page, header);
    }

    private static ByteBuffer fill(MemorySegment page, ProcessInfo process, Clock clock) {
        ByteBuffer header = page.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(SegmentHeader.PID, process.pid());
        header.putInt(SegmentHeader.VERSION, SegmentConstants.VERSION);
        header.putInt(SegmentHeader.HEADER_SIZE, SegmentConstants.HEADER_SIZE);
        header.putLong(SegmentHeader.CHUNK_SIZE, ChunkMaker.CHUNK_SIZE);
        header.putLong(SegmentHeader.STRETCH_SIZE, SegmentConstants.DEFAULT_STRETCH_SIZE);
        Moment moment = Moment.read(clock);
        header.putLong(SegmentHeader.BOOTTIME_NS, moment.boottimeNanos());
        header.putLong(SegmentHeader.MONOTONIC_NS, moment.monotonicNanos());
        header.putLong(SegmentHeader.REALTIME_NS, moment.realtimeNanos());
        header.putLong(SegmentHeader.MAGIC, SegmentConstants.MAGIC);
        header.putLong(SegmentHeader.START_SEAL, startSeal(header));
        return header;
    }

    private static long startSeal(ByteBuffer header) {
        Checksum checksum = new Checksum();
        checksum.add(header, SegmentHeader.MAGIC, SegmentHeader.CHUNKS);
        return made(checksum);
    }

    /// Returns the seal of the counters.
    static long endSeal(ByteBuffer header) {
        Checksum checksum = new Checksum();
        checksum.add(header, SegmentHeader.STATE, SegmentHeader.PROPERTIES_BYTES);
        checksum.add(header, SegmentConstants.TOTALS_OFFSET, SegmentConstants.TOTALS_OFFSET + SegmentTotals.SIZEOF);
        int work = SegmentConstants.WORK_STRIPES * SegmentWork.SIZEOF;
        checksum.add(header, SegmentConstants.WORK_OFFSET, SegmentConstants.WORK_OFFSET + work);
        return made(checksum);
    }

    /// Returns the seal, never 0, which stands for none.
    private static long made(Checksum checksum) {
        return (long) SegmentConstants.SEAL_MADE << SegmentConstants.SEAL_STATE_SHIFT
                | Integer.toUnsignedLong(checksum.value());
    }
}
