package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.buffer.Records;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.view.CopiedValue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// The buffer of a Java tool.
final class ToolBuffer implements Buffer {
    /// The common header of records: size, kind, operation.
    private static final int HEADER_BYTES = 16;

    private static final long MAX_BYTES = 1 << 30;

    private final Registration registration;
    private final RecordBuffer records;

    ToolBuffer(Registration registration, RecordBuffer records) {
        this.registration = registration;
        this.records = records;
    }

    RecordBuffer records() {
        return records;
    }

    @Override
    public long handle() {
        return records.handle();
    }

    @Override
    public boolean flush() {
        return registration.buffers().flush(records.handle()) == Status.SUCCESS;
    }

    @Override
    public void sealFull() {
        records.sealFull();
    }

    @Override
    public boolean noteThreadNames(boolean mayWait) {
        return records.noteNames(mayWait);
    }

    @Override
    public boolean append(MemorySegment record) {
        return append(record, 0, 0, null);
    }

    @Override
    public boolean append(MemorySegment record, ApiValue text) {
        if (text instanceof CopiedValue copy) {
            byte[] bytes = copy.stringBytes();
            return append(record, 0, bytes.length, bytes);
        }
        int length = text.stringLengthBytes();
        return append(record, length == 0 ? 0 : text.asAddress(), length, null);
    }

    @Override
    public long dropCount() {
        return records.dropCount();
    }

    /// @param text address of the text, unless it is in `copy`
    private boolean append(MemorySegment record, long text, int textBytes, byte @Nullable [] copy) {
        if (!isReadable(record) || record.byteSize() > MAX_BYTES - textBytes) {
            records.drop();
            return false;
        }
        int headBytes = (int) record.byteSize();
        int sizeBytes = (headBytes + textBytes + 7) & -8;
        long thread = registration.platform().threadBlock();
        long address = records.claimNote(thread, sizeBytes);
        if (address == 0) return false;
        boolean filled = false;
        try {
            // The padding first: only the last word may extend beyond the bytes written next. The first word is
            // committed last.
            if (sizeBytes > headBytes + textBytes) Memory.putLong(address + sizeBytes - 8, 0);
            fill(address, record, headBytes);
            if (textBytes > 0) fill(address + headBytes, text, textBytes, copy);
            filled = true;
        } catch (IllegalStateException | WrongThreadException closed) {
            // Another thread closed the segment after the test above.
        } finally {
            // Every claim is committed: a gap would hide the records after it.
            if (!filled) Records.kind(address, 0);
            records.commit(address, sizeBytes);
        }
        return filled;
    }

    /// Tested before room is claimed for the record.
    private static boolean isReadable(MemorySegment record) {
        return record.byteSize() >= HEADER_BYTES
                && record.scope().isAlive()
                && record.isAccessibleBy(Thread.currentThread());
    }

    /// Copies the text, whose address may be invalid if the tool got it from a call that has ended.
    private void fill(long to, long text, int bytes, byte @Nullable [] copy) {
        if (copy == null) {
            if (!registration.platform().peek().copy(to, text, bytes)) Memory.zero(to, bytes);
        } else {
            for (int i = 0; i < bytes; i++) Memory.putByte(to + i, copy[i]);
        }
    }

    /// Copies all but the first word. By words if possible, and out of an array: the first copy of a segment costs a
    /// young JVM milliseconds, as does the first access to one.
    private static void fill(long address, MemorySegment record, int bytes) {
        boolean isWords = record.maxByteAlignment() >= Long.BYTES && bytes % Long.BYTES == 0;
        if (isWords && record.heapBase().orElse(null) instanceof long[] words) {
            int first = (int) (record.address() / Long.BYTES);
            for (int i = 1; i < bytes / Long.BYTES; i++) {
                Memory.putLong(address + (long) Long.BYTES * i, words[first + i]);
            }
            return;
        }
        if (!isWords) {
            MemorySegment.copy(record, 8, Memory.all(), address + 8, bytes - 8L);
            return;
        }
        for (int at = 8; at < bytes; at += Long.BYTES) {
            Memory.putLong(address + at, record.get(ValueLayout.JAVA_LONG, at));
        }
    }
}
