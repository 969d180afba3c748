package io.rocprofiler.trace.foreign;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.rocprofiler.abi.BufferTracingHipApiRecord;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The bytes of one record, which is written in AMD's layout. Begins with zeros.
public final class RecordWords {

    private static final int FIRST = 64;

    private long[] words = new long[FIRST];
    private MemorySegment bytes = MemorySegment.ofArray(words);

    RecordWords() {}

    void clear() {
        Arrays.fill(words, 0);
    }

    /// Sets the record's size, and makes room for it.
    void size(long sizeBytes) {
        int needed = Math.toIntExact((sizeBytes + Long.BYTES - 1) / Long.BYTES);
        if (needed > words.length) {
            words = Arrays.copyOf(words, needed);
            bytes = MemorySegment.ofArray(words);
        }
        u64(BufferTracingHipApiRecord.SIZE, (long) needed * Long.BYTES);
    }

    void u64(int offset, long value) {
        bytes.set(JAVA_LONG, offset, value);
    }

    void u32(int offset, long value) {
        bytes.set(JAVA_INT, offset, (int) value);
    }

    void text(int offset, byte[] utf8) {
        MemorySegment.copy(utf8, 0, bytes, JAVA_BYTE, offset, utf8.length);
    }

    MemorySegment bytes() {
        return bytes;
    }
}
