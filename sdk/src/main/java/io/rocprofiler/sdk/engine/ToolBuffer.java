package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A buffer as a tool in Java sees it.
final class ToolBuffer implements Buffer {
    /// Size, kind, operation: what every record begins with.
    private static final int HEADER_BYTES = 16;

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
    public boolean append(MemorySegment record) {
        return append(record, 0, 0);
    }

    @Override
    public boolean append(MemorySegment record, ApiValue text) {
        int length = text.stringLengthBytes();
        return append(record, length == 0 ? 0 : text.asAddress(), length);
    }

    @Override
    public long dropCount() {
        return records.dropCount();
    }

    private boolean append(MemorySegment record, long text, int textBytes) {
        int headBytes = (int) record.byteSize();
        int sizeBytes = (headBytes + textBytes + 7) & -8;
        if (headBytes < HEADER_BYTES) return false;
        long thread = registration.host().threadBlock();
        long address = records.claimNote(thread, sizeBytes);
        if (address == 0) return false;
        // The padding first: at most the last word is not fully covered by what follows. The first word is
        // committed last.
        if (sizeBytes > headBytes + textBytes) Memory.putLong(address + sizeBytes - 8, 0);
        fill(address, record, headBytes);
        if (textBytes > 0) Memory.copy(text, address + headBytes, textBytes);
        records.commit(address, sizeBytes);
        return true;
    }

    /// Copies all but the first word. By words where possible: copying segments costs a young JVM milliseconds once.
    private static void fill(long address, MemorySegment record, int bytes) {
        if (record.maxByteAlignment() < Long.BYTES || bytes % Long.BYTES != 0) {
            MemorySegment.copy(record, 8, Memory.all(), address + 8, bytes - 8L);
            return;
        }
        for (int at = 8; at < bytes; at += Long.BYTES) {
            Memory.putLong(address + at, record.get(ValueLayout.JAVA_LONG, at));
        }
    }
}
