package io.rocprofiler.export.pftrace;

import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.KernelSymbol;
import io.rocprofiler.trace.ScratchRecord;

/// Writes the annotations of GPU work.
final class GpuAnnotations {

    private static final int LDS_GRANULE = 512; // allocation unit of local memory in bytes, as AMD shows it

    private final EventBody body;
    private final Agents agents;

    GpuAnnotations(EventBody body, Agents agents) {
        this.body = body;
        this.agents = agents;
    }

    void dispatch(DispatchRecord dispatch) {
        Agents.Agent agent = agents.of(dispatch.agentId());
        body.add(Annotation.AGENT, agent.label);
        body.add(Annotation.AGENT_TYPE, agent.type());
        body.add(Annotation.QUEUE, dispatch.queueId() - 1);
        body.add(Annotation.KERNEL_ID, dispatch.kernelId());
        body.add(Annotation.DISPATCH_ID, dispatch.dispatchId());
        body.add(Annotation.SCRATCH_SIZE, dispatch.privateSegmentBytes());
        long lds = dispatch.groupSegmentBytes();
        body.add(Annotation.LDS_BLOCK_SIZE, (lds + LDS_GRANULE - 1) / LDS_GRANULE * LDS_GRANULE);
        KernelSymbol kernel = dispatch.kernel();
        body.add(Annotation.VGPR_COUNT, kernel == null ? 0 : kernel.archVgprCount());
        body.add(Annotation.ACCUM_VGPR_COUNT, kernel == null ? 0 : kernel.accumVgprCount());
        body.add(Annotation.SGPR_COUNT, kernel == null ? 0 : kernel.sgprCount());
        body.add(Annotation.WORKGROUP_SIZE, dispatch.workgroup(0) * dispatch.workgroup(1) * dispatch.workgroup(2));
        body.add(Annotation.GRID_SIZE, dispatch.grid(0) * dispatch.grid(1) * dispatch.grid(2));
        body.add(Annotation.STREAM_ID, dispatch.streamId());
    }

    void copy(CopyRecord copy) {
        body.add(Annotation.SRC_AGENT, agents.of(copy.sourceAgentId()).label);
        body.add(Annotation.DST_AGENT, agents.of(copy.destinationAgentId()).label);
        body.add(Annotation.COPY_BYTES, copy.sizeBytes());
        body.add(Annotation.STREAM_ID, copy.streamId());
    }

    void allocation(AllocationRecord allocation) {
        body.add(Annotation.ANCESTOR_ID, allocation.ancestorId());
        if (allocation.agentId() != 0) {
            body.add(Annotation.AGENT, agents.of(allocation.agentId()).label);
        }
        body.pointer(Annotation.ADDRESS.number(), allocation.address());
        body.add(Annotation.ALLOCATION_SIZE, allocation.sizeBytes());
        body.add(Annotation.STREAM_ID, allocation.streamId());
    }

    void scratch(ScratchRecord scratch) {
        body.add(Annotation.ANCESTOR_ID, scratch.ancestorId());
        body.add(Annotation.AGENT, agents.of(scratch.agentId()).label);
        body.add(Annotation.QUEUE, scratch.queueId() - 1);
        body.add(Annotation.ALLOCATION_SIZE, scratch.sizeBytes());
        body.add(Annotation.FLAGS, scratch.flags());
        body.add(Annotation.STREAM_ID, scratch.streamId());
    }
}
