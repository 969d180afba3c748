package io.rocprofiler.export.rocpd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.GraphRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Writes the tables with a row per record, of one process, and collects the references of the rows.
final class RecordTables implements AutoCloseable {

    private static final byte[] ALLOC = "ALLOC".getBytes(US_ASCII);
    private static final byte[] FREE = "FREE".getBytes(US_ASCII);
    private static final byte[] RECLAIM = "RECLAIM".getBytes(US_ASCII);
    private static final byte[] REAL = "REAL".getBytes(US_ASCII);
    private static final byte[] VIRTUAL = "VIRTUAL".getBytes(US_ASCII);
    private static final byte[] SCRATCH = "SCRATCH".getBytes(US_ASCII);

    private final ProcessTrace process;
    private final long node;
    private final long pid;
    private final Strings strings;
    private final NameNumbers names;
    private final Agents agents;
    private final FirstSeenIndex threads = new FirstSeenIndex();
    private final FirstSeenIndex queues = new FirstSeenIndex();
    private final FirstSeenIndex streams = new FirstSeenIndex();
    private final FirstSeenIndex kernels = new FirstSeenIndex();
    private final Tracks tracks = new Tracks();
    private final Regions regions;

    private final TableTree events;
    private final TableTree copies;
    private final TableTree allocations;
    private final @Nullable TableTree launches; // null before 3.0.2
    private final NumberedTable calls;
    private final NumberedTable samples;
    private final NumberedTable dispatches;
    private final LateRows[] late;
    private final ArgumentRows arguments;
    private final Row event = new Row();
    private final Row row = new Row();
    private final Utf8 text = new Utf8();

    /// @param roots the root page of each table, by its name without the suffix
    /// @param spare returns names for temporary files
    RecordTables(
            PageFile file,
            Map<String, Integer> roots,
            Guid guid,
            SchemaVersion version,
            ProcessTrace process,
            long node,
            Strings strings,
            UnaryOperator<String> spare) {
        this.process = process;
        this.node = node;
        this.pid = process.pid();
        this.strings = strings;
        this.names = new NameNumbers(strings);
        this.agents = new Agents(process.agents());
        this.regions = new Regions(process, strings);
        Tree trees = name -> new TableTree(file, Objects.requireNonNull(roots.get(name + guid.suffix())));
        this.late = new LateRows[] {late(spare, "1"), late(spare, "2"), late(spare, "3")};
        this.events = trees.of("rocpd_event");
        this.copies = trees.of("rocpd_memory_copy");
        this.allocations = trees.of("rocpd_memory_allocate");
        this.launches = version.has(SchemaVersion.V3_0_2) ? trees.of("rocpd_graph_launch") : null;
        this.calls = new NumberedTable(trees.of("rocpd_region"), late[0]);
        this.samples = new NumberedTable(trees.of("rocpd_sample"), late[1]);
        this.dispatches = new NumberedTable(trees.of("rocpd_kernel_dispatch"), late[2]);
        this.arguments = new ArgumentRows(trees.of("rocpd_arg"));
        queues.place(0);
        streams.place(0);
    }

    @FunctionalInterface
    private interface Tree {
        TableTree of(String name);
    }

    private static LateRows late(UnaryOperator<String> spare, String name) {
        return new LateRows(Path.of(spare.apply(name)));
    }

    void add(TraceRecord entry) throws IOException {
        threads.place(entry.threadId());
        switch (entry) {
            case ApiRecord call -> call(call);
            case DispatchRecord dispatch -> dispatch(dispatch);
            case CopyRecord copy -> copy(copy);
            case AllocationRecord allocation -> allocation(allocation);
            case ScratchRecord scratch -> scratch(scratch);
            case GraphRecord graph -> graph(graph);
        }
    }

    /// Adds the event of a record and returns its number.
    private long event(TraceRecord entry, long parent) throws IOException {
        event.begin()
                .integer(names.kind(entry.kind()))
                .integer(entry.internalId())
                .integer(parent)
                .integer(entry.externalId());
        if (entry instanceof ApiRecord call && call.isMarkerRange()) {
            message(call);
        }
        long number = events.rows() + 1;
        events.append(number, event);
        return number;
    }

    private void message(ApiRecord call) {
        String message = call.message();
        if (message != null) {
            strings.message(message);
            text.clear().add("{\"message\":\"").json(message).add("\"}");
            event.text(Utf8.EMPTY_OBJECT).text(Utf8.EMPTY_OBJECT).text(text.bytes(), 0, text.length());
        }
    }

    private void call(ApiRecord call) throws IOException {
        long event = event(call, call.ancestorId());
        long id = call.internalId();
        long start = call.startNanos();
        long end = call.endNanos();
        if (start == end) {
            int track = tracks.number(call.threadId(), names.kind(call.kind()));
            samples.add(id, row.begin().integer(track).integer(start).integer(event));
        } else {
            owner(call).integer(start).integer(end).integer(names.operation(call.kind(), call.operation()));
            calls.add(id, row.integer(event));
        }
        if (call.hasArguments()) {
            streams.place(call.streamId());
            arguments.add(call, event);
        }
    }

    private Row owner(TraceRecord entry) {
        return row.begin().integer(node).integer(pid).integer(entry.threadId());
    }

    private void dispatch(DispatchRecord dispatch) throws IOException {
        long event = event(dispatch, dispatch.internalId());
        queues.place(dispatch.queueId());
        streams.place(dispatch.streamId());
        kernels.place(dispatch.kernelId());
        owner(dispatch)
                .integer(agents.row(dispatch.agentId()))
                .integer(dispatch.kernelId())
                .integer(dispatch.dispatchId())
                .integer(dispatch.queueId())
                .integer(dispatch.streamId())
                .integer(dispatch.startNanos())
                .integer(dispatch.endNanos())
                .integer(dispatch.privateSegmentBytes())
                .integer(dispatch.groupSegmentBytes())
                .integer(dispatch.workgroup(0))
                .integer(dispatch.workgroup(1))
                .integer(dispatch.workgroup(2))
                .integer(dispatch.grid(0))
                .integer(dispatch.grid(1))
                .integer(dispatch.grid(2));
        graph(dispatch.graphExecId(), dispatch.graphNodeId())
                .integer(regions.name(dispatch.externalId()))
                .integer(event);
        dispatches.add(dispatch.dispatchId(), row);
    }

    private void copy(CopyRecord copy) throws IOException {
        long event = event(copy, copy.internalId());
        streams.place(copy.streamId());
        owner(copy)
                .integer(copy.startNanos())
                .integer(copy.endNanos())
                .integer(names.operation(copy.kind(), copy.operation()));
        agent(copy.destinationAgentId()).integer(copy.destinationAddress());
        agent(copy.sourceAgentId()).integer(copy.sourceAddress());
        row.integer(copy.sizeBytes()).nothing().integer(copy.streamId());
        graph(copy.graphExecId(), copy.graphNodeId())
                .integer(regions.name(copy.externalId()))
                .integer(event);
        copies.append(copies.rows() + 1, row);
    }

    /// Adds the executable graph and the node that work belongs to, where the schema has them; 0 for none.
    private Row graph(long exec, long node) {
        return launches == null ? row : row.integer(exec).integer(node);
    }

    private Row agent(long handle) {
        return handle == 0 ? row.nothing() : row.integer(agents.row(handle));
    }

    private void allocation(AllocationRecord allocation) throws IOException {
        long event = event(allocation, allocation.ancestorId());
        int operation = allocation.operation();
        boolean isVirtual = operation == MemoryAllocationOperation.VMEM_ALLOCATE.value()
                || operation == MemoryAllocationOperation.VMEM_FREE.value();
        boolean isFree = operation == MemoryAllocationOperation.FREE.value()
                || operation == MemoryAllocationOperation.VMEM_FREE.value();
        streams.place(allocation.streamId());
        owner(allocation);
        agent(isFree ? 0 : allocation.agentId())
                .text(isFree ? FREE : ALLOC)
                .text(isVirtual ? VIRTUAL : REAL)
                .integer(allocation.startNanos())
                .integer(allocation.endNanos())
                .integer(allocation.address())
                .integer(allocation.sizeBytes())
                .nothing()
                .integer(allocation.streamId())
                .integer(event);
        allocations.append(allocations.rows() + 1, row);
    }

    private void scratch(ScratchRecord scratch) throws IOException {
        long event = event(scratch, scratch.ancestorId());
        int operation = scratch.operation();
        byte[] type = operation == ScratchMemoryOperation.FREE.value()
                ? FREE
                : operation == ScratchMemoryOperation.ASYNC_RECLAIM.value() ? RECLAIM : ALLOC;
        queues.place(scratch.queueId());
        owner(scratch);
        agent(scratch.agentId())
                .text(type)
                .text(SCRATCH)
                .integer(scratch.startNanos())
                .integer(scratch.endNanos())
                .nothing()
                .integer(scratch.sizeBytes())
                .integer(scratch.queueId())
                .nothing()
                .integer(event);
        text.clear().add("{\"flags\":").decimal(scratch.flags()).add("}");
        allocations.append(allocations.rows() + 1, row.text(text.bytes(), 0, text.length()));
    }

    /// Older schemas have no place for launches.
    private void graph(GraphRecord graph) throws IOException {
        if (launches == null) {
            return;
        }
        long event = event(graph, graph.ancestorId());
        owner(graph);
        agent(graph.agentId())
                .integer(graph.queueId())
                .integer(graph.startNanos())
                .integer(graph.endNanos())
                .integer(graph.graphExecId())
                .integer(graph.kernels())
                .integer(event);
        launches.append(launches.rows() + 1, row);
    }

    void finish() throws IOException {
        events.finish();
        copies.finish();
        allocations.finish();
        if (launches != null) {
            launches.finish();
        }
        calls.finish();
        samples.finish();
        dispatches.finish();
        arguments.finish();
    }

    @Override
    public void close() throws IOException {
        for (LateRows rows : late) {
            rows.close();
        }
    }

    /// The largest id of a table, by its name without the common prefix; 0 of one that the schema does not have.
    long lastId(String table) {
        TableTree tree = switch (table) {
            case "event" -> events;
            case "arg" -> arguments.tree();
            case "region" -> calls.tree();
            case "sample" -> samples.tree();
            case "kernel_dispatch" -> dispatches.tree();
            case "memory_copy" -> copies;
            case "memory_allocate" -> allocations;
            case "graph_launch" -> launches;
            default -> throw new IllegalArgumentException("table=" + table);
        };
        return tree == null ? 0 : Math.max(0, tree.lastKey());
    }

    Agents agents() {
        return agents;
    }

    FirstSeenIndex threads() {
        return threads;
    }

    FirstSeenIndex queues() {
        return queues;
    }

    FirstSeenIndex streams() {
        return streams;
    }

    /// The kernels that ran.
    FirstSeenIndex kernels() {
        return kernels;
    }

    Tracks tracks() {
        return tracks;
    }

    ProcessTrace process() {
        return process;
    }

    Strings strings() {
        return strings;
    }
}
