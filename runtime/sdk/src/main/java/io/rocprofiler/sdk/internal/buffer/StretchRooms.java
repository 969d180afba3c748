package io.rocprofiler.sdk.internal.buffer;

import java.util.Arrays;

/// How many bytes each stretch of a half has room for.
///
/// The first [#upToWatermark] of them together have room for somewhat less than the watermark: when a thread needs a
/// further one, and not before they are full if there is one thread, it is time to deliver. The others have the rest of
/// the capacity.
final class StretchRooms {
    /// The start of each stretch's records is in a cache line of its own.
    private static final int LINE = 64;

    private final int[] bytes;
    private final int upToWatermark;

    private StretchRooms(int[] bytes, int upToWatermark) {
        this.bytes = bytes;
        this.upToWatermark = upToWatermark;
    }

    /// @param watermark above the capacity: none
    static StretchRooms of(long capacity, long watermark, int stretchSize) {
        // The record that reaches the watermark is the one that does not fit any more.
        long first = watermark > capacity ? capacity : Math.max(LINE, (watermark - 1) & -LINE);
        int[] rooms = new int[2 + (int) (capacity / stretchSize)];
        int count = 0;
        for (long left = first; left > 0; left -= stretchSize) rooms[count++] = (int) Math.min(left, stretchSize);
        int upToWatermark = count;
        // Less than half a stretch is not worth the exchange of halves that it delays.
        for (long left = (capacity - first) & -LINE; left >= stretchSize / 2; left -= stretchSize)
            rooms[count++] = (int) Math.min(left, stretchSize);
        return new StretchRooms(Arrays.copyOf(rooms, count), upToWatermark);
    }

    int stretches() {
        return bytes.length;
    }

    int upToWatermark() {
        return upToWatermark;
    }

    int bytes(int stretch) {
        return bytes[stretch];
    }

    int[] all() {
        return bytes.clone();
    }
}
