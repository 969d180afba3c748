package io.rocprofiler.trace.segment;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.trace.primitive.Bytes;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// The checksum of a stretch, written when the stretch is full or its process ends.
///
/// ```
/// seal: | state (2 bits) | bytes of records covered (30) | CRC-32C (32) |
/// CRC-32C of: tid, started_ns, sealed counters, CRC-32C of each quarter of the records
/// ```
/// The four quarters have equal numbers of whole words; the last one also has the remainder. A stretch without a
/// seal was still being written.
record StretchSeal(State state, long coveredBytes) {

    enum State {
        MISSING,
        WRONG,
        RIGHT
    }

    private static final StretchSeal MISSING = new StretchSeal(State.MISSING, 0);
    private static final StretchSeal WRONG = new StretchSeal(State.WRONG, 0);
    private static final int PARTS = (int) (long) SegmentConstants.SEAL_PARTS;
    private static final long BYTES =
            (1L << (SegmentConstants.SEAL_STATE_SHIFT - SegmentConstants.SEAL_BYTES_SHIFT)) - 1;

    /// @param stretch the whole stretch, or what is left of it at the end of a truncated file
    static StretchSeal check(MemorySegment stretch) {
        long seal = Bytes.u64(stretch, SegmentStretch.SEAL);
        long state = seal >>> SegmentConstants.SEAL_STATE_SHIFT;
        if ((state == SegmentConstants.SEAL_OPEN && seal == 0) || state == SegmentConstants.SEAL_FULL) {
            return MISSING;
        }
        long covered = (seal >>> SegmentConstants.SEAL_BYTES_SHIFT) & BYTES;
        if (state != SegmentConstants.SEAL_MADE || covered > stretch.byteSize() - SegmentStretch.SIZEOF) {
            return WRONG;
        }
        return crc(stretch, covered) == (int) seal ? new StretchSeal(State.RIGHT, covered) : WRONG;
    }

    private static int crc(MemorySegment stretch, long covered) {
        ByteBuffer parts = ByteBuffer.allocate(PARTS * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long part = covered / PARTS / Long.BYTES * Long.BYTES;
        for (int i = 0; i < PARTS; i++) {
            CRC32C one = new CRC32C();
            long length = i < PARTS - 1 ? part : covered - i * part;
            one.update(stretch.asSlice(SegmentStretch.SIZEOF + i * part, length).asByteBuffer());
            parts.putInt((int) one.getValue());
        }
        CRC32C all = new CRC32C();
        all.update(stretch.asSlice(SegmentStretch.TID, Long.BYTES).asByteBuffer());
        all.update(stretch.asSlice(SegmentStretch.STARTED_NS, Long.BYTES).asByteBuffer());
        all.update(stretch.asSlice(SegmentStretch.SEALED_SUBMITTED, 2 * Integer.BYTES)
                .asByteBuffer());
        all.update(parts.flip());
        return (int) all.getValue();
    }
}
