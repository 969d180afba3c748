package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;

/// Simulates a traced thread: its block, and records as the engine writes them.
///
/// A test record has its writer's number and a sequence number.
final class WriterThread {
    static final int KIND = 5;
    static final int WRITER = 16;
    static final int SEQUENCE = 24;

    private static final int BLOCK_SIZE = 2048;

    final long block = Arena.global().allocate(BLOCK_SIZE, 64).address();
    final int number;

    WriterThread(int number) {
        this.number = number;
        Memory.putLong(block + NativeThread.TID, 1000 + number);
    }

    /// Records one call.
    ///
    /// @return whether the record was not dropped
    boolean write(RecordBuffer buffer, int size, long sequence) {
        return write(buffer, KIND, size, sequence);
    }

    boolean write(RecordBuffer buffer, int kind, int size, long sequence) {
        buffer.submitted(block);
        long address = buffer.claim(block, size);
        if (address == 0) return false;
        fill(address, sequence);
        Memory.putInt(address + 8, kind);
        buffer.commit(address, size);
        return true;
    }

    void fill(long address, long sequence) {
        Memory.putInt(address + 8, KIND);
        Memory.putInt(address + 12, number);
        Memory.putLong(address + WRITER, number);
        Memory.putLong(address + SEQUENCE, sequence);
    }
}
