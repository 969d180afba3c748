package io.rocprofiler.trace.segment;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.trace.kind.RecordKinds;
import io.rocprofiler.trace.primitive.Bytes;
import java.lang.foreign.MemorySegment;

/// The frame of a segment file: the values of its header, or the defaults where those are not credible.
///
/// ```
/// 0            headerSize                headerSize + chunkSize
/// | header     | chunk                    | chunk …
///              | stretch | stretch | …    |
/// stretch = used, tid, submitted, dropped, started_ns, … (64 bytes), records back to back
/// ```
record SegmentLayout(long headerSize, long chunkSize, long stretchSize) {

    private static final SegmentLayout DEFAULT = new SegmentLayout(
            SegmentConstants.HEADER_SIZE, SegmentConstants.DEFAULT_CHUNK_SIZE, SegmentConstants.DEFAULT_STRETCH_SIZE);
    private static final long LARGEST_CHUNK = 1L << 40;
    private static final long LARGEST_STRETCH = 1L << 26; // a stretch is read in one piece

    /// @param bytes a file at least as long as the header
    static SegmentLayout read(MemorySegment bytes) {
        SegmentLayout stated = new SegmentLayout(
                Bytes.u32(bytes, SegmentHeader.HEADER_SIZE),
                Bytes.u64(bytes, SegmentHeader.CHUNK_SIZE),
                Bytes.u64(bytes, SegmentHeader.STRETCH_SIZE));
        return stated.plausible() ? stated : DEFAULT;
    }

    boolean statedBy(MemorySegment bytes) {
        return headerSize == Bytes.u32(bytes, SegmentHeader.HEADER_SIZE)
                && chunkSize == Bytes.u64(bytes, SegmentHeader.CHUNK_SIZE)
                && stretchSize == Bytes.u64(bytes, SegmentHeader.STRETCH_SIZE);
    }

    /// Returns the size of a file with that many chunks.
    long fileSize(long chunks) {
        return headerSize + chunks * chunkSize;
    }

    /// Returns the place of the first stretch that begins at or behind a place.
    long firstStretchFrom(long place) {
        long stretches = Math.max(0, place - headerSize + stretchSize - 1) / stretchSize;
        return headerSize + stretches * stretchSize;
    }

    /// Returns the place of the stretch that has a place.
    long stretchOf(long place) {
        return place - (place - headerSize) % stretchSize;
    }

    private boolean plausible() {
        return headerSize >= SegmentConstants.HEADER_SIZE
                && headerSize % Long.BYTES == 0
                && chunkSize > 0
                && chunkSize <= LARGEST_CHUNK
                && stretchSize >= SegmentStretch.SIZEOF + RecordKinds.SHORTEST
                && stretchSize <= LARGEST_STRETCH
                && stretchSize % Long.BYTES == 0
                && chunkSize % stretchSize == 0;
    }
}
