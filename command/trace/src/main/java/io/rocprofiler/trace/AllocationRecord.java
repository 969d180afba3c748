package io.rocprofiler.trace;

import io.rocprofiler.abi.BufferTracingMemoryAllocationRecord;

/// Memory that was allocated or freed through HSA.
public final class AllocationRecord extends TraceRecord {

    AllocationRecord(ProcessTrace process) {
        super(
                process,
                BufferTracingMemoryAllocationRecord.START_TIMESTAMP,
                BufferTracingMemoryAllocationRecord.THREAD_ID);
    }

    public long ancestorId() {
        return u64(CORRELATION + 16);
    }

    /// 0 when memory was freed.
    public long agentId() {
        return u64(BufferTracingMemoryAllocationRecord.AGENT_ID);
    }

    public long address() {
        return u64(BufferTracingMemoryAllocationRecord.ADDRESS);
    }

    /// 0 when memory was freed.
    public long sizeBytes() {
        return u64(BufferTracingMemoryAllocationRecord.ALLOCATION_SIZE);
    }
}
