package io.rocprofiler.export.json;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.text.Numbers;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.GraphRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.kind.Domain;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Writes `callback_records` and `buffer_records`: all of AMD's arrays, in AMD's order.
final class JsonRecords {

    /// An array of `buffer_records`; arrays without a domain are not recorded yet.
    private record Array(String name, @Nullable Domain domain) {}

    private static final List<Array> ARRAYS = List.of(
            new Array("kernel_dispatch", Domain.KERNEL_DISPATCH),
            new Array("hip_api", Domain.HIP_API),
            new Array("hsa_api", Domain.HSA_API),
            new Array("marker_api", Domain.MARKER_API),
            new Array("rccl_api", Domain.RCCL_API),
            new Array("memory_copy", Domain.MEMORY_COPY),
            new Array("memory_allocation", Domain.MEMORY_ALLOCATION),
            new Array("scratch_memory", Domain.SCRATCH_MEMORY),
            new Array("rocdecode_api", Domain.ROCDECODE_API),
            new Array("rocjpeg_api", Domain.ROCJPEG_API),
            new Array("pc_sample_host_trap", null),
            new Array("pc_sample_stochastic", null),
            new Array("hip_graph", Domain.HIP_GRAPH));

    private final JsonGenerator json;
    private final JsonArguments arguments = new JsonArguments();

    private JsonRecords(JsonGenerator json) {
        this.json = json;
    }

    static void write(JsonGenerator json, ProcessTrace process, Export export) {
        json.writeObjectPropertyStart("callback_records");
        JsonExporter.emptyArray(json, "counter_collection");
        json.writeEndObject();
        json.writeObjectPropertyStart("buffer_records");
        JsonRecords writer = new JsonRecords(json);
        for (Array array : ARRAYS) {
            json.writeArrayPropertyStart(array.name());
            if (array.domain() != null) {
                export.forEach(process, Set.of(array.domain()), writer::record);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private void record(TraceRecord record) {
        json.writeStartObject();
        json.writeNumberProperty("size", record.size());
        json.writeNumberProperty("kind", record.kind());
        json.writeNumberProperty("operation", record.operation());
        switch (record) {
            case ApiRecord call -> call(call);
            case DispatchRecord dispatch -> dispatch(dispatch);
            case CopyRecord copy -> copy(copy);
            case AllocationRecord allocation -> allocation(allocation);
            case ScratchRecord scratch -> scratch(scratch);
            case GraphRecord graph -> graph(graph);
        }
        json.writeEndObject();
    }

    private void call(ApiRecord call) {
        correlation(call, call.ancestorId());
        times(call);
        unsigned(json, "thread_id", call.threadId());
        if (call.hasArguments()) {
            arguments.write(json, call);
        }
        if (Domain.ofKind(call.kind()) == Domain.HIP_API) {
            handle(json, "stream_id", call.streamId());
        }
    }

    private void dispatch(DispatchRecord dispatch) {
        unsigned(json, "thread_id", dispatch.threadId());
        correlation(dispatch, null);
        times(dispatch);
        json.writeObjectPropertyStart("dispatch_info");
        unsigned(json, "size", dispatch.infoSize());
        handle(json, "agent_id", dispatch.agentId());
        handle(json, "queue_id", dispatch.queueId());
        unsigned(json, "kernel_id", dispatch.kernelId());
        unsigned(json, "dispatch_id", dispatch.dispatchId());
        unsigned(json, "private_segment_size", dispatch.privateSegmentBytes());
        unsigned(json, "group_segment_size", dispatch.groupSegmentBytes());
        json.writeObjectPropertyStart("workgroup_size");
        dimensions(dispatch.workgroup(0), dispatch.workgroup(1), dispatch.workgroup(2));
        json.writeObjectPropertyStart("grid_size");
        dimensions(dispatch.grid(0), dispatch.grid(1), dispatch.grid(2));
        json.writeEndObject();
        handle(json, "stream_id", dispatch.streamId());
        handle(json, "graph_exec_id", dispatch.graphExecId());
        handle(json, "graph_node_id", dispatch.graphNodeId());
    }

    private void dimensions(long x, long y, long z) {
        json.writeNumberProperty("x", x);
        json.writeNumberProperty("y", y);
        json.writeNumberProperty("z", z);
        json.writeEndObject();
    }

    private void copy(CopyRecord copy) {
        unsigned(json, "thread_id", copy.threadId());
        correlation(copy, null);
        times(copy);
        handle(json, "dst_agent_id", copy.destinationAgentId());
        handle(json, "src_agent_id", copy.sourceAgentId());
        unsigned(json, "bytes", copy.sizeBytes());
        handle(json, "stream_id", copy.streamId());
        handle(json, "graph_exec_id", copy.graphExecId());
        handle(json, "graph_node_id", copy.graphNodeId());
    }

    private void allocation(AllocationRecord allocation) {
        unsigned(json, "thread_id", allocation.threadId());
        correlation(allocation, allocation.ancestorId());
        times(allocation);
        handle(json, "agent_id", allocation.agentId());
        json.writeStringProperty("address", Numbers.address(allocation.address()));
        unsigned(json, "allocation_size", allocation.sizeBytes());
        handle(json, "stream_id", allocation.streamId());
    }

    private void scratch(ScratchRecord scratch) {
        handle(json, "agent_id", scratch.agentId());
        handle(json, "queue_id", scratch.queueId());
        unsigned(json, "thread_id", scratch.threadId());
        times(scratch);
        correlation(scratch, scratch.ancestorId());
        json.writeNumberProperty("flags", scratch.flags());
        unsigned(json, "allocation_size", scratch.sizeBytes());
    }

    private void graph(GraphRecord graph) {
        correlation(graph, graph.ancestorId());
        unsigned(json, "thread_id", graph.threadId());
        times(graph);
        handle(json, "agent_id", graph.agentId());
        handle(json, "queue_id", graph.queueId());
        handle(json, "graph_exec_id", graph.graphExecId());
        unsigned(json, "kernel_dispatch_count", graph.kernels());
    }

    /// @param ancestor null for asynchronous work
    private void correlation(TraceRecord record, @Nullable Long ancestor) {
        json.writeObjectPropertyStart("correlation_id");
        unsigned(json, "internal", record.internalId());
        unsigned(json, "external", record.externalId());
        if (ancestor != null) {
            unsigned(json, "ancestor", ancestor);
        }
        json.writeEndObject();
    }

    private void times(TraceRecord record) {
        unsigned(json, "start_timestamp", record.startNanos());
        unsigned(json, "end_timestamp", record.endNanos());
    }

    static void handle(JsonGenerator json, String name, long value) {
        json.writeObjectPropertyStart(name);
        unsigned(json, "handle", value);
        json.writeEndObject();
    }

    static void unsigned(JsonGenerator json, String name, long value) {
        if (value >= 0) {
            json.writeNumberProperty(name, value);
        } else {
            json.writeNumberProperty(name, new BigInteger(Long.toUnsignedString(value)));
        }
    }
}
