package io.rocprofiler.trace;

import io.rocprofiler.abi.BufferTracingMemoryCopyRecord;

/// An asynchronous copy; its direction is the operation.
public final class CopyRecord extends TraceRecord {

    CopyRecord(ProcessTrace process) {
        super(process, BufferTracingMemoryCopyRecord.START_TIMESTAMP, BufferTracingMemoryCopyRecord.THREAD_ID);
    }

    public long destinationAgentId() {
        return u64(BufferTracingMemoryCopyRecord.DST_AGENT_ID);
    }

    public long sourceAgentId() {
        return u64(BufferTracingMemoryCopyRecord.SRC_AGENT_ID);
    }

    public long sizeBytes() {
        return u64(BufferTracingMemoryCopyRecord.BYTES);
    }

    /// The destination address, 0 if unknown.
    public long destinationAddress() {
        return u64(BufferTracingMemoryCopyRecord.DST_ADDRESS);
    }

    /// The source address, 0 if unknown.
    public long sourceAddress() {
        return u64(BufferTracingMemoryCopyRecord.SRC_ADDRESS);
    }
}
