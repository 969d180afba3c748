package io.rocprofiler.export.parquet;

import static io.rocprofiler.export.parquet.Column.signed;
import static io.rocprofiler.export.parquet.Column.text;
import static io.rocprofiler.export.parquet.Column.time;

import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.export.text.KindNames;
import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.KernelSymbol;
import io.rocprofiler.trace.Named;
import io.rocprofiler.trace.ObjectNames;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.display.Display;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/// The columns of a dataset's tables for one process, with the names that the views of rocpd have. All numbers are
/// signed: Spark makes decimals of unsigned ones. `docs/dataset.md` lists them.
final class DatasetColumns {

    private static final long NO_AGENT = -1;

    private final ProcessTrace process;
    private final Display display;
    private final Map<Long, AgentInfo> agents = new HashMap<>();
    private long lastRange;
    private String lastRangeName = "";

    DatasetColumns(ProcessTrace process, Display display) {
        this.process = process;
        this.display = display;
        process.agents().forEach(agent -> agents.putIfAbsent(agent.id(), agent));
    }

    List<Column<DispatchRecord>> kernels() {
        List<Column<DispatchRecord>> columns = new ArrayList<>();
        columns.add(text("name", display.kernels()::formatted));
        columns.add(text("region", dispatch -> range(dispatch.externalId())));
        columns.addAll(common());
        columns.addAll(List.of(
                signed("agent_abs_index", dispatch -> agent(dispatch.agentId())),
                signed("queue_id", DispatchRecord::queueId),
                signed("stream_id", DispatchRecord::streamId),
                signed("graph_exec_id", DispatchRecord::graphExecId),
                signed("graph_node_id", DispatchRecord::graphNodeId),
                signed("dispatch_id", DispatchRecord::dispatchId),
                signed("kernel_id", DispatchRecord::kernelId),
                signed("grid_x", dispatch -> dispatch.grid(0)),
                signed("grid_y", dispatch -> dispatch.grid(1)),
                signed("grid_z", dispatch -> dispatch.grid(2)),
                signed("workgroup_x", dispatch -> dispatch.workgroup(0)),
                signed("workgroup_y", dispatch -> dispatch.workgroup(1)),
                signed("workgroup_z", dispatch -> dispatch.workgroup(2)),
                signed("lds_size", DispatchRecord::groupSegmentBytes),
                signed("scratch_size", DispatchRecord::privateSegmentBytes),
                signed("vgpr_count", ofKernel(KernelSymbol::archVgprCount)),
                signed("accum_vgpr_count", ofKernel(KernelSymbol::accumVgprCount)),
                signed("sgpr_count", ofKernel(KernelSymbol::sgprCount))));
        return columns;
    }

    private static ToLongFunction<DispatchRecord> ofKernel(ToLongFunction<KernelSymbol> value) {
        return dispatch -> {
            KernelSymbol kernel = dispatch.kernel();
            return kernel == null ? 0 : value.applyAsLong(kernel);
        };
    }

    List<Column<CopyRecord>> copies() {
        List<Column<CopyRecord>> columns = new ArrayList<>();
        columns.add(text("name", CopyRecord::name));
        columns.add(text("region_name", copy -> range(copy.externalId())));
        columns.addAll(common());
        columns.addAll(List.of(
                signed("size", CopyRecord::sizeBytes),
                text("src_device", copy -> device(copy.sourceAgentId())),
                text("dst_device", copy -> device(copy.destinationAgentId())),
                signed("src_agent_abs_index", copy -> agent(copy.sourceAgentId())),
                signed("dst_agent_abs_index", copy -> agent(copy.destinationAgentId())),
                signed("stream_id", CopyRecord::streamId),
                signed("graph_exec_id", CopyRecord::graphExecId),
                signed("graph_node_id", CopyRecord::graphNodeId)));
        return columns;
    }

    /// Allocations, and those of scratch memory, as rocpd has them in one table.
    List<Column<TraceRecord>> memory() {
        List<Column<TraceRecord>> columns = new ArrayList<>();
        columns.add(text("type", DatasetColumns::type));
        columns.add(text("level", DatasetColumns::level));
        columns.addAll(common());
        columns.addAll(List.of(
                signed("size", entry -> switch (entry) {
                    case AllocationRecord allocation -> allocation.sizeBytes();
                    case ScratchRecord scratch -> scratch.sizeBytes();
                    default -> 0;
                }),
                signed("address", entry -> entry instanceof AllocationRecord allocation ? allocation.address() : 0),
                signed(
                        "agent_abs_index",
                        entry -> agent(
                                switch (entry) {
                                    case AllocationRecord allocation -> isFree(allocation) ? 0 : allocation.agentId();
                                    case ScratchRecord scratch -> scratch.agentId();
                                    default -> 0;
                                })),
                signed("queue_id", entry -> entry instanceof ScratchRecord scratch ? scratch.queueId() : 0),
                signed("stream_id", TraceRecord::streamId)));
        return columns;
    }

    private static String type(TraceRecord entry) {
        return switch (entry) {
            case AllocationRecord allocation -> isFree(allocation) ? "FREE" : "ALLOC";
            case ScratchRecord scratch when scratch.operation() == ScratchMemoryOperation.FREE.value() -> "FREE";
            case ScratchRecord scratch
            when scratch.operation() == ScratchMemoryOperation.ASYNC_RECLAIM.value() -> "RECLAIM";
            default -> "ALLOC";
        };
    }

    private static String level(TraceRecord entry) {
        return entry instanceof AllocationRecord
                ? entry.operation() == MemoryAllocationOperation.VMEM_ALLOCATE.value()
                                || entry.operation() == MemoryAllocationOperation.VMEM_FREE.value()
                        ? "VIRTUAL"
                        : "REAL"
                : "SCRATCH";
    }

    private static boolean isFree(AllocationRecord allocation) {
        return allocation.operation() == MemoryAllocationOperation.FREE.value()
                || allocation.operation() == MemoryAllocationOperation.VMEM_FREE.value();
    }

    List<Column<ApiRecord>> calls() {
        List<Column<ApiRecord>> columns = new ArrayList<>(ranges());
        columns.add(signed("stack_parent_id", ApiRecord::ancestorId));
        columns.add(signed("stream_id", ApiRecord::streamId));
        return columns;
    }

    List<Column<ApiRecord>> ranges() {
        List<Column<ApiRecord>> columns = new ArrayList<>();
        columns.add(text("category", call -> KindNames.shown(call.kind())));
        columns.add(text("name", ApiRecord::name));
        columns.addAll(common());
        return columns;
    }

    /// Marks are ranges that end where they start.
    List<Column<ApiRecord>> marks() {
        return ranges().stream()
                .filter(column -> !column.name().equals("duration"))
                .toList();
    }

    private <R extends TraceRecord> List<Column<R>> common() {
        long pid = process.pid();
        return List.of(
                signed("pid", _ -> pid),
                signed("tid", TraceRecord::threadId),
                signed("corr_id", TraceRecord::internalId),
                time(DatasetPart.SORTED_BY, TraceRecord::startNanos),
                time("duration", TraceRecord::durationNanos));
    }

    /// The name of the range in which work was launched.
    private String range(long id) {
        if (id != lastRange) {
            String name = id == 0 ? null : process.rename(id);
            lastRangeName = name == null ? "" : name;
            lastRange = id;
        }
        return lastRangeName;
    }

    private long agent(long id) {
        AgentInfo agent = agents.get(id);
        return agent == null ? NO_AGENT : agent.number("node_id");
    }

    private String device(long id) {
        AgentInfo agent = agents.get(id);
        return agent == null ? "" : agent.text("name");
    }

    List<Column<AgentInfo>> agents() {
        long pid = process.pid();
        return List.of(
                signed("pid", _ -> pid),
                signed("agent_abs_index", agent -> agent.number("node_id")),
                text("type", agent -> agent.isGpu() ? "GPU" : "CPU"),
                text("name", agent -> agent.text("name")),
                text("product_name", agent -> agent.text("product_name")));
    }

    /// The names that the program gave.
    List<Column<ObjectNames.Name>> names() {
        long pid = process.pid();
        return List.of(
                signed("pid", _ -> pid),
                text("type", name -> name.of().name()),
                signed("number", name -> name.of() == Named.AGENT ? agent(name.id()) : name.id()),
                text("name", ObjectNames.Name::name));
    }

    static List<Column<ProcessTrace>> process(PartFacts facts) {
        return List.of(
                signed("pid", ProcessTrace::pid),
                signed("ppid", of -> of.properties().number("ppid", 0)),
                text("command", of -> String.join(" ", of.properties().command())),
                signed("start", ProcessTrace::startNanos),
                signed("duration", of -> of.endNanos() == 0 ? 0 : of.endNanos() - of.startNanos()),
                signed("size", of -> of.properties().number("size", 1)),
                signed("local_rank", of -> of.properties().number("local_rank", -1)),
                text("boot_id", of -> of.properties().get("boot_id", "")),
                text("clock_reference", _ -> facts.clockReference()),
                signed("clock_offset", _ -> facts.clockOffsetNanos()),
                signed("clock_error", _ -> facts.clockErrorNanos()),
                signed("clock_drift_ppb", _ -> facts.clockDriftPpb()),
                signed("recorded", of -> of.counts().recorded()),
                signed("dropped", of -> of.counts().dropped()),
                signed("in_flight", of -> of.counts().inFlight()));
    }
}
