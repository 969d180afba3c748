package io.rocprofiler.cli.journal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.rocprofiler.abi.ActivityRecord;
import io.rocprofiler.abi.internal.JournalEntry;
import java.lang.foreign.MemorySegment;

/// An entry of a journal: `roctracer_record_t`, and the data of its kind. One object stands for all, one after the
/// other.
final class Entry {

    private static final int RECORD = JournalEntry.SIZEOF;
    private static final int DATA = RECORD + ActivityRecord.SIZEOF;

    /// The least that an entry has.
    static final int LEAST_BYTES = DATA;

    /// Whether an address may be one: invalid arguments are most often small numbers.
    private static final long PAGE_BYTES = 4096;

    final MemorySegment journal;
    private int kind;
    private long chunk;
    private long chunkAddress;
    private long chunkBytes;
    private long at;
    private long bytes;

    /// @param journal all of it
    Entry(MemorySegment journal) {
        this.journal = journal;
    }

    /// Places it in a chunk.
    ///
    /// @param address where the process had the chunk
    void in(int chunkKind, long place, long address, long count) {
        kind = chunkKind;
        chunk = place;
        chunkAddress = address;
        chunkBytes = count;
    }

    void at(long place, long count) {
        at = place;
        bytes = count;
    }

    /// One of the kinds of `spec/journal.json`.
    int kind() {
        return kind;
    }

    int domain() {
        return u32(RECORD + ActivityRecord.DOMAIN);
    }

    int operation() {
        return u32(RECORD + ActivityRecord.OP);
    }

    int workKind() {
        return u32(RECORD + ActivityRecord.KIND);
    }

    long correlation() {
        return u64(RECORD + ActivityRecord.CORRELATION_ID);
    }

    long begin() {
        return u64(RECORD + ActivityRecord.BEGIN_NS);
    }

    long end() {
        return u64(RECORD + ActivityRecord.END_NS);
    }

    long process() {
        return Integer.toUnsignedLong(u32(RECORD + ActivityRecord.PROCESS_ID));
    }

    long thread() {
        return Integer.toUnsignedLong(u32(RECORD + ActivityRecord.THREAD_ID));
    }

    int device() {
        return u32(RECORD + ActivityRecord.DEVICE_ID);
    }

    long queue() {
        return u64(RECORD + ActivityRecord.QUEUE_ID);
    }

    long sampleEngine() {
        return Integer.toUnsignedLong(u32(RECORD + ActivityRecord.PC_SAMPLE_SE));
    }

    long sampleCycle() {
        return u64(RECORD + ActivityRecord.PC_SAMPLE_CYCLE);
    }

    long sampleCounter() {
        return u64(RECORD + ActivityRecord.PC_SAMPLE_PC);
    }

    /// The place of its kernel's name, or -1.
    long kernel() {
        return string(u64(RECORD + ActivityRecord.KERNEL_NAME));
    }

    /// The place of its data.
    long data() {
        return at + DATA;
    }

    long dataBytes() {
        return bytes - DATA;
    }

    private int u32(int offset) {
        return journal.get(JAVA_INT_UNALIGNED, at + offset);
    }

    private long u64(int offset) {
        return journal.get(JAVA_LONG_UNALIGNED, at + offset);
    }

    static boolean isPlausible(long pointer) {
        return Long.compareUnsigned(pointer, PAGE_BYTES) >= 0;
    }

    /// Returns the place of the string that a pointer of the process leads to; -1 if it leads out of the chunk, or to
    /// no string.
    long string(long pointer) {
        long offset = pointer - chunkAddress;
        if (Long.compareUnsigned(offset, chunkBytes) >= 0) {
            return -1;
        }
        long place = chunk + offset;
        return length(place, chunk + chunkBytes) < 0 ? -1 : place;
    }

    /// Returns the length of a string.
    long length(long place) {
        return length(place, chunk + chunkBytes);
    }

    private long length(long place, long end) {
        for (long i = place; i < end; i++) {
            if (journal.get(JAVA_BYTE, i) == 0) {
                return i - place;
            }
        }
        return -1;
    }

    byte[] bytes(long place, long count) {
        return journal.asSlice(place, count).toArray(JAVA_BYTE);
    }
}
