package io.rocprofiler.trace;

import io.rocprofiler.abi.BufferTracingScratchMemoryRecord;

/// An allocation or release of a queue's scratch memory.
public final class ScratchRecord extends TraceRecord {

    ScratchRecord(ProcessTrace process) {
        super(process, BufferTracingScratchMemoryRecord.START_TIMESTAMP, BufferTracingScratchMemoryRecord.THREAD_ID);
    }

    public long ancestorId() {
        return u64(CORRELATION + 16);
    }

    public long agentId() {
        return u64(BufferTracingScratchMemoryRecord.AGENT_ID);
    }

    public long queueId() {
        return u64(BufferTracingScratchMemoryRecord.QUEUE_ID);
    }

    /// The bits of `ScratchAllocFlag`.
    public int flags() {
        return i32(BufferTracingScratchMemoryRecord.FLAGS);
    }

    public long sizeBytes() {
        return u64(BufferTracingScratchMemoryRecord.ALLOCATION_SIZE);
    }
}
