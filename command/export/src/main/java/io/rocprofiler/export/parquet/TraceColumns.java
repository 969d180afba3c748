package io.rocprofiler.export.parquet;

import static io.rocprofiler.export.parquet.Column.signed;
import static io.rocprofiler.export.parquet.Column.text;
import static io.rocprofiler.export.parquet.Column.time;
import static io.rocprofiler.export.parquet.Column.unsigned;

import io.rocprofiler.export.text.KindNames;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.KernelSymbol;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.display.Display;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.ToLongFunction;

/// The columns of each record type: AMD's CSV columns (`generateCSV.cpp` of rocprofiler-sdk 1.0.0) with AMD's
/// names, sizes and addresses as numbers, and the process and thread in every file.
final class TraceColumns {

    /// The column by which rows are sorted.
    static final String SORTED_BY = "Start_Timestamp";

    private static final int LDS_GRANULE = 512; // allocation unit of local memory in bytes, as AMD shows it

    private final Display display;

    TraceColumns(Display display) {
        this.display = display;
    }

    List<Column<ApiRecord>> calls() {
        return List.of(
                text("Domain", call -> KindNames.shown(call.kind())),
                text("Function", ApiRecord::name),
                signed("Process_Id", new Pid<>()),
                signed("Thread_Id", ApiRecord::threadId),
                unsigned("Correlation_Id", ApiRecord::internalId),
                time(SORTED_BY, ApiRecord::startNanos),
                time("End_Timestamp", ApiRecord::endNanos),
                signed("Stream_Id", ApiRecord::streamId));
    }

    List<Column<DispatchRecord>> kernels() {
        AgentNames agents = new AgentNames(display);
        return List.of(
                text("Kind", dispatch -> KindNames.shown(dispatch.kind())),
                text("Agent_Id", dispatch -> agents.of(dispatch.process(), dispatch.agentId())),
                unsigned("Queue_Id", DispatchRecord::queueId),
                signed("Stream_Id", DispatchRecord::streamId),
                signed("Process_Id", new Pid<>()),
                signed("Thread_Id", DispatchRecord::threadId),
                unsigned("Dispatch_Id", DispatchRecord::dispatchId),
                unsigned("Kernel_Id", DispatchRecord::kernelId),
                text("Kernel_Name", display::name),
                unsigned("Correlation_Id", DispatchRecord::internalId),
                time(SORTED_BY, DispatchRecord::startNanos),
                time("End_Timestamp", DispatchRecord::endNanos),
                signed("LDS_Block_Size", dispatch -> granules(dispatch.groupSegmentBytes())),
                signed("Scratch_Size", DispatchRecord::privateSegmentBytes),
                signed("VGPR_Count", ofKernel(KernelSymbol::archVgprCount)),
                signed("Accum_VGPR_Count", ofKernel(KernelSymbol::accumVgprCount)),
                signed("SGPR_Count", ofKernel(KernelSymbol::sgprCount)),
                signed("Workgroup_Size_X", dispatch -> dispatch.workgroup(0)),
                signed("Workgroup_Size_Y", dispatch -> dispatch.workgroup(1)),
                signed("Workgroup_Size_Z", dispatch -> dispatch.workgroup(2)),
                signed("Grid_Size_X", dispatch -> dispatch.grid(0)),
                signed("Grid_Size_Y", dispatch -> dispatch.grid(1)),
                signed("Grid_Size_Z", dispatch -> dispatch.grid(2)));
    }

    private static long granules(long bytes) {
        return (bytes + LDS_GRANULE - 1) / LDS_GRANULE * LDS_GRANULE;
    }

    private static ToLongFunction<DispatchRecord> ofKernel(ToLongFunction<KernelSymbol> value) {
        return dispatch -> {
            KernelSymbol kernel = dispatch.kernel();
            return kernel == null ? 0 : value.applyAsLong(kernel);
        };
    }

    List<Column<CopyRecord>> copies() {
        AgentNames sources = new AgentNames(display);
        AgentNames destinations = new AgentNames(display);
        return List.of(
                text("Kind", copy -> KindNames.shown(copy.kind())),
                text("Direction", CopyRecord::name),
                signed("Stream_Id", CopyRecord::streamId),
                signed("Process_Id", new Pid<>()),
                signed("Thread_Id", CopyRecord::threadId),
                text("Source_Agent_Id", copy -> sources.of(copy.process(), copy.sourceAgentId())),
                text("Destination_Agent_Id", copy -> destinations.of(copy.process(), copy.destinationAgentId())),
                unsigned("Copy_Size", CopyRecord::sizeBytes),
                unsigned("Correlation_Id", CopyRecord::internalId),
                time(SORTED_BY, CopyRecord::startNanos),
                time("End_Timestamp", CopyRecord::endNanos));
    }

    List<Column<AllocationRecord>> allocations() {
        AgentNames agents = new AgentNames(display);
        return List.of(
                text("Kind", allocation -> KindNames.shown(allocation.kind())),
                text("Operation", AllocationRecord::name),
                text("Agent_Id", allocation -> agents.of(allocation.process(), allocation.agentId())),
                signed("Process_Id", new Pid<>()),
                signed("Thread_Id", AllocationRecord::threadId),
                unsigned("Allocation_Size", AllocationRecord::sizeBytes),
                unsigned("Address", AllocationRecord::address),
                unsigned("Correlation_Id", AllocationRecord::internalId),
                time(SORTED_BY, AllocationRecord::startNanos),
                time("End_Timestamp", AllocationRecord::endNanos));
    }

    List<Column<ScratchRecord>> scratch() {
        AgentNames agents = new AgentNames(display);
        return List.of(
                text("Kind", scratch -> KindNames.shown(scratch.kind())),
                text("Operation", ScratchRecord::name),
                text("Agent_Id", scratch -> agents.of(scratch.process(), scratch.agentId())),
                unsigned("Queue_Id", ScratchRecord::queueId),
                signed("Process_Id", new Pid<>()),
                signed("Thread_Id", ScratchRecord::threadId),
                signed("Alloc_Flags", ScratchRecord::flags),
                time(SORTED_BY, ScratchRecord::startNanos),
                time("End_Timestamp", ScratchRecord::endNanos),
                unsigned("Allocation_Size", ScratchRecord::sizeBytes));
    }

    /// The process id, computed once per process.
    private static final class Pid<R extends TraceRecord> implements ToLongFunction<R> {
        private final IdentityHashMap<ProcessTrace, Long> known = new IdentityHashMap<>();

        @Override
        public long applyAsLong(R record) {
            return known.computeIfAbsent(record.process(), ProcessTrace::pid);
        }
    }
}
