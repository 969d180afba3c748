package io.rocprofiler.trace;

import io.rocprofiler.abi.BufferTracingMemoryCopyRecord;
import io.rocprofiler.abi.internal.SegmentGraphNode;

/// An asynchronous copy; its direction is the operation.
public final class CopyRecord extends TraceRecord {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    CopyRecord(ProcessTrace process) {
        super(process, BufferTracingMemoryCopyRecord.START_TIMESTAMP, BufferTracingMemoryCopyRecord.THREAD_ID);
    }

    /// The `sizeof` of AMD's struct.
    @Override
    public long size() {
        return BufferTracingMemoryCopyRecord.SIZEOF;
    }

    /// The executable graph whose launch submitted this, 0 for none.
    public long graphExecId() {
        return ofGraphNode(BufferTracingMemoryCopyRecord.SIZEOF, SegmentGraphNode.EXEC_ID);
    }

    /// The place among the kernels and copies that were recorded of its graph's launch, from 0; 0 also without one.
    public long graphNodeId() {
        return ofGraphNode(BufferTracingMemoryCopyRecord.SIZEOF, SegmentGraphNode.NODE_ID);
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

    /// The rate of a copy that has times, as if it took a nanosecond at least.
    public long bytesPerSecond() {
        return (long) ((double) sizeBytes() * NANOS_PER_SECOND / Math.max(1, durationNanos()));
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
