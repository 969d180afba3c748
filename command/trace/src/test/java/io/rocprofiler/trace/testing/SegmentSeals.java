package io.rocprofiler.trace.testing;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.abi.internal.SegmentWork;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// Computes checksums as the recorder does, from their description alone, for what writes segments without it: tests,
/// and the benchmark's synthetic runs.
public final class SegmentSeals {

    private static final int PARTS = 4;
    private static final long MADE = 2L << 62;

    private SegmentSeals() {}

    /// Seals the stretch at a place.
    ///
    /// @param covered the number of bytes that its records have
    public static void stretch(ByteBuffer bytes, int place, int covered) {
        bytes.putInt(place + SegmentStretch.SEALED_SUBMITTED, (int) bytes.getLong(place + SegmentStretch.SUBMITTED));
        bytes.putInt(place + SegmentStretch.SEALED_DROPPED, (int) bytes.getLong(place + SegmentStretch.DROPPED));
        int part = covered / PARTS / Long.BYTES * Long.BYTES;
        int first = place + SegmentStretch.SIZEOF;
        ByteBuffer parts = ByteBuffer.allocate(PARTS * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < PARTS; i++) {
            int end = i < PARTS - 1 ? first + (i + 1) * part : first + covered;
            parts.putInt((int) crc(bytes, first + i * part, end).getValue());
        }
        CRC32C all = crc(
                bytes,
                place + SegmentStretch.TID,
                place + SegmentStretch.TID + Long.BYTES,
                place + SegmentStretch.STARTED_NS,
                place + SegmentStretch.STARTED_NS + Long.BYTES,
                place + SegmentStretch.SEALED_SUBMITTED,
                place + SegmentStretch.SEALED_SUBMITTED + Long.BYTES);
        all.update(parts.flip());
        bytes.putLong(place + SegmentStretch.SEAL, MADE | (long) covered << Integer.SIZE | all.getValue());
    }

    /// Seals the header at the beginning, after everything else in it is set.
    public static void header(ByteBuffer bytes) {
        int totals = (int) (long) SegmentConstants.TOTALS_OFFSET;
        int work = (int) (long) SegmentConstants.WORK_OFFSET;
        CRC32C end = crc(
                bytes,
                SegmentHeader.STATE,
                SegmentHeader.PROPERTIES_BYTES,
                totals,
                totals + SegmentTotals.SIZEOF,
                work,
                work + 16 * SegmentWork.SIZEOF);
        bytes.putLong(
                SegmentHeader.START_SEAL,
                MADE | crc(bytes, SegmentHeader.MAGIC, SegmentHeader.CHUNKS).getValue());
        bytes.putLong(SegmentHeader.END_SEAL, MADE | end.getValue());
    }

    /// Returns the checksum of several parts, given as pairs of from and to.
    private static CRC32C crc(ByteBuffer bytes, int... places) {
        CRC32C crc = new CRC32C();
        for (int i = 0; i < places.length; i += 2) {
            crc.update(bytes.slice(places[i], places[i + 1] - places[i]));
        }
        return crc;
    }
}
