package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.Arrays;

/// The array of `rocprofiler_record_header_t*` for a delivery. It grows as needed and is reused for the
/// next delivery.
///
/// ```
/// pointers: | p0 | p1 | ...            headers: | u32 category, u32 kind | void* payload | ...   (16 bytes each)
/// ```
/// Thread rule: the delivering thread.
final class RecordHeaders {
    private static final int HEADER_SIZEOF = 16;
    private static final int PAYLOAD = 8;
    private static final int RECORD_KIND = 8;
    private static final int NONE = Integer.MAX_VALUE;
    private static final long CATEGORY_TRACING = 1;
    private static final long RETIREMENT =
            CATEGORY_TRACING | (long) BufferTracingKind.CORRELATION_ID_RETIREMENT.value() << 32;

    private Block pointers = Block.allocate(0);
    private Block headers = Block.allocate(0);
    private int capacity;
    private int count;

    /// The index of the first retirement, or [#NONE].
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
        if (count == capacity) grow();
        long categoryAndKind = CATEGORY_TRACING | (long) Memory.getInt(record + RECORD_KIND) << 32;
        if (categoryAndKind == RETIREMENT && firstRetirement == NONE) firstRetirement = count;
        put(count++, categoryAndKind, record);
    }

    /// Moves the retirements of correlation ids behind all other records, and keeps the order among each: where
    /// threads have separate memory, a thread may retire an id and be collected before the one with its records.
    void retirementsLast() {
        if (firstRetirement == NONE) return;
        int kept = firstRetirement;
        int moved = 0;
        for (int i = kept; i < count; i++) {
            long header = headers.address() + (long) i * HEADER_SIZEOF;
            if (Memory.getLong(header) != RETIREMENT) {
                put(kept++, Memory.getLong(header), Memory.getLong(header + PAYLOAD));
                continue;
            }
            if (moved == retirements.length) retirements = Arrays.copyOf(retirements, Math.max(64, 2 * moved));
            retirements[moved++] = Memory.getLong(header + PAYLOAD);
        }
        for (int i = 0; i < moved; i++) put(kept + i, RETIREMENT, retirements[i]);
        firstRetirement = kept;
    }

    private void put(int index, long categoryAndKind, long record) {
        long header = headers.address() + (long) index * HEADER_SIZEOF;
        Memory.putLong(header, categoryAndKind);
        Memory.putLong(header + PAYLOAD, record);
    }

    void free() {
        pointers.free();
        headers.free();
    }

    private void grow() {
        int wanted = Math.max(64, capacity * 2);
        Block newPointers = Block.allocate((long) wanted * Long.BYTES);
        Block newHeaders = Block.allocate((long) wanted * HEADER_SIZEOF);
        Memory.copy(headers.address(), newHeaders.address(), (long) count * HEADER_SIZEOF);
        for (int i = 0; i < wanted; i++) {
            Memory.putLong(
                    newPointers.address() + (long) i * Long.BYTES, newHeaders.address() + (long) i * HEADER_SIZEOF);
        }
        free();
        pointers = newPointers;
        headers = newHeaders;
        capacity = wanted;
    }
}
