package io.rocprofiler.trace;

import io.rocprofiler.abi.BufferTracingHipGraphRecord;

/// A launch of a HIP graph, as long as HIP's function took.
public final class GraphRecord extends TraceRecord {

    GraphRecord(ProcessTrace process) {
        super(process, BufferTracingHipGraphRecord.START_TIMESTAMP, BufferTracingHipGraphRecord.THREAD_ID);
    }

    /// What all launches are called: AMD's record has no operation (`rocpd`'s views of rocprofiler-sdk 1.3.5).
    @Override
    public String name() {
        return "Graph Execution";
    }

    public long ancestorId() {
        return u64(CORRELATION + 16);
    }

    /// The agent of the launch's first kernel, 0 without one.
    public long agentId() {
        return u64(BufferTracingHipGraphRecord.AGENT_ID);
    }

    /// Always 0.
    public long queueId() {
        return u64(BufferTracingHipGraphRecord.QUEUE_ID);
    }

    /// The executable graph: from 1, in the order in which the process made them.
    public long graphExecId() {
        return u64(BufferTracingHipGraphRecord.GRAPH_EXEC_ID);
    }

    /// The number of kernels that it submitted.
    public long kernels() {
        return u64(BufferTracingHipGraphRecord.KERNEL_DISPATCH_COUNT);
    }
}
