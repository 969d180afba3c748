package io.rocprofiler.trace;

import io.rocprofiler.abi.BufferTracingMemoryAllocationRecord;

/// An allocation or release of memory through HSA.
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

    /// The agent of the allocation, 0 for a release.
    public long agentId() {
        return u64(BufferTracingMemoryAllocationRecord.AGENT_ID);
    }

    public long address() {
        return u64(BufferTracingMemoryAllocationRecord.ADDRESS);
    }

    /// The size of the allocation, 0 for a release.
    public long sizeBytes() {
        return u64(BufferTracingMemoryAllocationRecord.ALLOCATION_SIZE);
    }
}
