package io.rocprofiler.export.csv;

import static io.rocprofiler.export.csv.CsvTable.Column.number;
import static io.rocprofiler.export.csv.CsvTable.Column.text;

import io.rocprofiler.export.text.KindNames;
import io.rocprofiler.export.text.Numbers;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.GraphRecord;
import io.rocprofiler.trace.KernelSymbol;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;

/// The columns and cells of AMD's trace files (`generateCSV.cpp` of rocprofiler-sdk 1.0.0).
final class TraceTable {

    private static final int LDS_GRANULE = 512; // allocation unit of local memory in bytes, as AMD shows it

    private static final CsvTable.Column[] CALLS = {
        text("Domain"),
        text("Function"),
        number("Process_Id"),
        number("Thread_Id"),
        number("Correlation_Id"),
        number("Start_Timestamp"),
        number("End_Timestamp")
    };

    private static final CsvTable.Column[] KERNELS = {
        text("Kind"),
        text("Agent_Id"),
        number("Queue_Id"),
        number("Stream_Id"),
        number("Thread_Id"),
        number("Dispatch_Id"),
        number("Kernel_Id"),
        text("Kernel_Name"),
        number("Correlation_Id"),
        number("Start_Timestamp"),
        number("End_Timestamp"),
        number("LDS_Block_Size"),
        number("Scratch_Size"),
        number("VGPR_Count"),
        number("Accum_VGPR_Count"),
        number("SGPR_Count"),
        number("Workgroup_Size_X"),
        number("Workgroup_Size_Y"),
        number("Workgroup_Size_Z"),
        number("Grid_Size_X"),
        number("Grid_Size_Y"),
        number("Grid_Size_Z")
    };

    private static final CsvTable.Column[] COPIES = {
        text("Kind"),
        text("Direction"),
        number("Stream_Id"),
        text("Source_Agent_Id"),
        text("Destination_Agent_Id"),
        number("Correlation_Id"),
        number("Start_Timestamp"),
        number("End_Timestamp")
    };

    private static final CsvTable.Column[] ALLOCATIONS = {
        text("Kind"),
        text("Operation"),
        text("Agent_Id"),
        number("Allocation_Size"),
        text("Address"),
        number("Correlation_Id"),
        number("Start_Timestamp"),
        number("End_Timestamp")
    };

    private static final CsvTable.Column[] SCRATCH = {
        text("Kind"),
        text("Operation"),
        text("Agent_Id"),
        number("Queue_Id"),
        number("Thread_Id"),
        number("Alloc_Flags"),
        number("Start_Timestamp"),
        number("End_Timestamp"),
        number("Allocation_Size")
    };

    private TraceTable() {}

    static CsvTable.Column[] columns(Domain domain) {
        return switch (domain) {
            case KERNEL_DISPATCH -> KERNELS;
            case MEMORY_COPY -> COPIES;
            case MEMORY_ALLOCATION -> ALLOCATIONS;
            case SCRATCH_MEMORY -> SCRATCH;
            case HSA_API, HIP_API, MARKER_API, RCCL_API, ROCDECODE_API, ROCJPEG_API, HIP_GRAPH -> CALLS;
        };
    }

    static String[] cells(TraceRecord record, Display display) {
        return switch (record) {
            case ApiRecord call -> cells(call);
            case DispatchRecord dispatch -> cells(dispatch, display);
            case CopyRecord copy -> cells(copy, display);
            case AllocationRecord allocation -> cells(allocation, display);
            case ScratchRecord scratch -> cells(scratch, display);
            case GraphRecord _ -> throw new IllegalArgumentException("launches of graphs have no table");
        };
    }

    private static String[] cells(ApiRecord call) {
        return new String[] {
            KindNames.shown(call.kind()),
            call.name(),
            Long.toString(call.process().pid()),
            Long.toString(call.threadId()),
            Long.toUnsignedString(call.internalId()),
            start(call),
            end(call)
        };
    }

    private static String[] cells(DispatchRecord dispatch, Display display) {
        KernelSymbol kernel = dispatch.kernel();
        return new String[] {
            KindNames.shown(dispatch.kind()),
            display.agent(dispatch.process(), dispatch.agentId()),
            Long.toUnsignedString(dispatch.queueId()),
            Long.toString(dispatch.streamId()),
            Long.toString(dispatch.threadId()),
            Long.toUnsignedString(dispatch.dispatchId()),
            Long.toUnsignedString(dispatch.kernelId()),
            display.name(dispatch),
            Long.toUnsignedString(dispatch.internalId()),
            start(dispatch),
            end(dispatch),
            Long.toString((dispatch.groupSegmentBytes() + LDS_GRANULE - 1) / LDS_GRANULE * LDS_GRANULE),
            Long.toString(dispatch.privateSegmentBytes()),
            Long.toString(kernel == null ? 0 : kernel.archVgprCount()),
            Long.toString(kernel == null ? 0 : kernel.accumVgprCount()),
            Long.toString(kernel == null ? 0 : kernel.sgprCount()),
            Long.toString(dispatch.workgroup(0)),
            Long.toString(dispatch.workgroup(1)),
            Long.toString(dispatch.workgroup(2)),
            Long.toString(dispatch.grid(0)),
            Long.toString(dispatch.grid(1)),
            Long.toString(dispatch.grid(2))
        };
    }

    private static String[] cells(CopyRecord copy, Display display) {
        return new String[] {
            KindNames.shown(copy.kind()),
            copy.name(),
            Long.toString(copy.streamId()),
            display.agent(copy.process(), copy.sourceAgentId()),
            display.agent(copy.process(), copy.destinationAgentId()),
            Long.toUnsignedString(copy.internalId()),
            start(copy),
            end(copy)
        };
    }

    private static String[] cells(AllocationRecord allocation, Display display) {
        return new String[] {
            KindNames.shown(allocation.kind()),
            allocation.name(),
            display.agent(allocation.process(), allocation.agentId()),
            Long.toUnsignedString(allocation.sizeBytes()),
            Numbers.address(allocation.address()),
            Long.toUnsignedString(allocation.internalId()),
            start(allocation),
            end(allocation)
        };
    }

    private static String[] cells(ScratchRecord scratch, Display display) {
        return new String[] {
            KindNames.shown(scratch.kind()),
            scratch.name(),
            display.agent(scratch.process(), scratch.agentId()),
            Long.toUnsignedString(scratch.queueId()),
            Long.toString(scratch.threadId()),
            Integer.toString(scratch.flags()),
            start(scratch),
            end(scratch),
            Long.toUnsignedString(scratch.sizeBytes())
        };
    }

    private static String start(TraceRecord record) {
        return record.hasTimes() ? Long.toUnsignedString(record.startNanos()) : "";
    }

    private static String end(TraceRecord record) {
        return record.hasTimes() ? Long.toUnsignedString(record.endNanos()) : "";
    }
}
