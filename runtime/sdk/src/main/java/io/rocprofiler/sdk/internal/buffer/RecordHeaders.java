package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.Arrays;

/// The array of `rocprofiler_record_header_t*` for a delivery, and those headers that no writer has made
/// ([ReadyHeaders]). It grows as needed and is reused for the next delivery.
///
/// ```
/// pointers: | p0 | p1 | ...            headers: | header of one record | of the next | ...
/// ```
/// Thread rule: the delivering thread.
final class RecordHeaders {
    private static final int NONE = Integer.MAX_VALUE;

    private Block pointers = Block.allocate(0);
    private Block headers = Block.allocate(0);
    private int capacity;
    private int count;

    /// The index of the first retirement of a correlation id, or [#NONE].
    private int firstRetirement = NONE;

    private long[] retirements = {};

    void clear() {
        count = 0;
        firstRetirement = NONE;
    }

    int count() {
        return count;
    }

    long pointers() {
        return pointers.address();
    }

    void add(long record) {
        if (count == capacity) grow(count + 1);
        long header = headers.address() + (long) count * RecordHeader.SIZEOF;
        if (RecordHeader.write(header, record) && firstRetirement == NONE) firstRetirement = count;
        point(count++, header);
    }

    /// Adds `added` headers in a row, none of them a retirement's. They stay where they are.
    void addReady(long header, int added) {
        if (added > capacity - count) grow(count + added);
        long at = pointers.address() + (long) count * Long.BYTES;
        for (int i = 0; i < added; i++)
            Memory.putLong(at + (long) i * Long.BYTES, header + (long) i * RecordHeader.SIZEOF);
        count += added;
    }

    /// Moves the retirements of correlation ids behind all other records, and keeps the order among each: where
    /// threads have separate memory, a thread may retire an id and be collected before the one with its records.
    void retirementsLast() {
        if (firstRetirement == NONE) return;
        int kept = firstRetirement;
        int moved = 0;
        for (int i = kept; i < count; i++) {
            long header = Memory.getLong(pointers.address() + (long) i * Long.BYTES);
            if (!RecordHeader.isRetirement(header)) {
                point(kept++, header);
                continue;
            }
            if (moved == retirements.length) retirements = Arrays.copyOf(retirements, Math.max(64, 2 * moved));
            retirements[moved++] = header;
        }
        for (int i = 0; i < moved; i++) point(kept + i, retirements[i]);
        firstRetirement = kept;
    }

    private void point(int index, long header) {
        Memory.putLong(pointers.address() + (long) index * Long.BYTES, header);
    }

    void free() {
        pointers.free();
        headers.free();
    }

    /// Moves the headers, to which the pointers are changed.
    private void grow(int needed) {
        int wanted = Math.max(Math.max(64, needed), capacity * 2);
        Block newPointers = Block.allocate((long) wanted * Long.BYTES);
        Block newHeaders = Block.allocate((long) wanted * RecordHeader.SIZEOF);
        Memory.copy(headers.address(), newHeaders.address(), (long) count * RecordHeader.SIZEOF);
        for (int i = 0; i < count; i++) {
            long offset = Memory.getLong(pointers.address() + (long) i * Long.BYTES) - headers.address();
            boolean own = offset >= 0 && offset < headers.size();
            Memory.putLong(
                    newPointers.address() + (long) i * Long.BYTES, (own ? newHeaders : headers).address() + offset);
        }
        free();
        pointers = newPointers;
        headers = newHeaders;
        capacity = wanted;
    }
}
