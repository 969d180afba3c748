package io.rocprofiler.export.html;

import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.export.html.Lane.Slice;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.GraphRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.ScratchRecord;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.kind.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The data of the page: lanes of slices, their names, their shapes. Holds a limited number of slices; if there are
/// more records, it merges the shortest slices and raises the threshold for merging until the rest fits.
final class Timeline {

    private static final long FIRST_THRESHOLD_NANOS = 256;
    private static final int GRAPH_NODE_BITS = 24;
    private static final int SLICES_FOR_A_VALUE = 4; // a counter's value takes a quarter of a slice's bytes
    private static final int MARK = MarkerCoreRangeOperation.roctxMarkA.value();
    private static final int OPERATIONS = 1024; // of one kind; no runtime has as many functions

    private final int mostSlices;
    private final Display display;
    private final List<Lane> lanes = new ArrayList<>();
    private final Map<LaneKey, Integer> laneNumbers = new HashMap<>();
    private final NameTable names;
    private final Shapes shapes = new Shapes();
    private final CallArguments arguments;
    private final AgentTable agents;
    private final Counters counters;
    private int[][] operationNames = new int[0][];

    private final IdentityHashMap<ProcessTrace, Integer> processes = new IdentityHashMap<>();
    private @Nullable ProcessTrace current;
    private int process;
    private Domain domain = Domain.HSA_API;
    private long slices;
    private long thresholdNanos;
    private long records;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    Timeline(int mostSlices, NameTable names, CallArguments arguments, List<ProcessTrace> processes, Display display) {
        this.mostSlices = mostSlices;
        this.names = names;
        this.arguments = arguments;
        this.display = display;
        this.agents = new AgentTable(display);
        this.counters = new Counters(agents, mostSlices / SLICES_FOR_A_VALUE);
        processes.forEach(one -> this.processes.put(one, this.processes.size()));
    }

    /// Adds a record. Records of a process must arrive in the order of their start.
    void add(TraceRecord record) {
        if (record.process() != current) {
            current = record.process();
            process = Objects.requireNonNull(processes.get(current));
        }
        Domain known = Domain.ofKind(record.kind());
        domain = known == null ? domain : known;
        switch (record) {
            case ApiRecord call -> add(call);
            case DispatchRecord dispatch -> add(dispatch);
            case CopyRecord copy -> add(copy);
            case AllocationRecord allocation -> add(allocation);
            case ScratchRecord scratch -> add(scratch);
            case GraphRecord _ -> {}
        }
    }

    private void add(ApiRecord call) {
        int name = call.isMarkerRange() ? names.of(domain, call.name()) : operation(call);
        LaneKey key = new LaneKey(process, LaneKind.of(call, domain), call.threadId(), 0, 0);
        add(key, call, slice(call, name, call.ancestorId(), call.streamId(), isMark(call) ? 1 : 0));
        if (call.hasArguments()) {
            arguments.add(process, name, call);
        }
    }

    private static boolean isMark(ApiRecord call) {
        return call.isMarkerRange() && call.operation() == MARK;
    }

    private void add(DispatchRecord dispatch) {
        int name = names.of(domain, display.name(dispatch));
        long agent = agent(dispatch, dispatch.agentId());
        LaneKey key = new LaneKey(process, LaneKind.KERNELS, agent, dispatch.queueId(), dispatch.streamId());
        add(key, dispatch, slice(dispatch, name, shapes.of(dispatch), dispatch.dispatchId(), dispatch.threadId()));
        counters.add(process, dispatch);
    }

    private void add(CopyRecord copy) {
        long from = agent(copy, copy.sourceAgentId());
        long to = agent(copy, copy.destinationAgentId());
        LaneKey key = new LaneKey(process, LaneKind.COPIES, from, to, copy.streamId());
        add(key, copy, slice(copy, operation(copy), copy.sizeBytes(), place(copy), copy.threadId()));
        counters.add(process, copy);
    }

    /// The graph and the node in one number, 0 for none: `details.js` takes it apart.
    private static long place(CopyRecord copy) {
        return copy.graphExecId() << GRAPH_NODE_BITS | copy.graphNodeId();
    }

    private void add(AllocationRecord allocation) {
        LaneKey key = new LaneKey(process, LaneKind.ALLOCATIONS, allocation.threadId(), 0, 0);
        long agent = agent(allocation, allocation.agentId());
        add(
                key,
                allocation,
                slice(allocation, operation(allocation), allocation.sizeBytes(), allocation.address(), agent));
        counters.add(process, allocation);
    }

    private void add(ScratchRecord scratch) {
        long agent = agent(scratch, scratch.agentId());
        LaneKey key = new LaneKey(process, LaneKind.SCRATCH, agent, scratch.queueId(), 0);
        add(key, scratch, slice(scratch, operation(scratch), scratch.sizeBytes(), scratch.flags(), scratch.threadId()));
    }

    private static Slice slice(TraceRecord record, int name, long a, long b, long c) {
        return new Slice(record.startNanos(), record.endNanos(), name, record.internalId(), a, b, c);
    }

    private void add(LaneKey key, TraceRecord record, Slice slice) {
        Integer known = laneNumbers.get(key);
        int number = known == null ? newLane(key) : known;
        records++;
        firstNanos = Math.min(firstNanos, slice.start());
        lastNanos = Math.max(lastNanos, slice.end());
        names.get(slice.name()).add(record.durationNanos(), number, slice.start());
        slices += lanes.get(number).add(slice, thresholdNanos);
        if (slices > mostSlices) {
            merge();
        }
    }

    private int newLane(LaneKey key) {
        lanes.add(new Lane(key));
        laneNumbers.put(key, lanes.size() - 1);
        return lanes.size() - 1;
    }

    /// Merges slices until a quarter of the capacity is free, so that the next merge is not immediate.
    private void merge() {
        int goal = mostSlices - mostSlices / 4;
        while (slices > goal && thresholdNanos < Long.MAX_VALUE / 4) {
            thresholdNanos = thresholdNanos == 0 ? FIRST_THRESHOLD_NANOS : thresholdNanos * 2;
            for (Lane lane : lanes) {
                slices -= lane.merge(thresholdNanos);
            }
        }
    }

    /// Returns the index of an operation's name. Looks up a name shared by many records once.
    private int operation(TraceRecord record) {
        int kind = record.kind();
        int operation = record.operation();
        if (operation < 0 || operation >= OPERATIONS) {
            return names.of(domain, record.name());
        }
        if (kind >= operationNames.length) {
            operationNames = Arrays.copyOf(operationNames, kind + 1);
        }
        if (operationNames[kind] == null) {
            operationNames[kind] = new int[OPERATIONS];
        }
        int known = operationNames[kind][operation] - 1;
        if (known >= 0) {
            return known;
        }
        int number = names.of(domain, Names.operation(kind, operation));
        operationNames[kind][operation] = number + 1;
        return number;
    }

    private int agent(TraceRecord record, long id) {
        return agents.of(record.process(), id);
    }

    /// Ends the counters; no record may be added later.
    void finish() {
        counters.finish();
    }

    List<Lane> lanes() {
        return lanes;
    }

    NameTable names() {
        return names;
    }

    CallArguments arguments() {
        return arguments;
    }

    Shapes shapes() {
        return shapes;
    }

    /// The names of agents by index; index 0 stands for no agent.
    List<String> agents() {
        return agents.all();
    }

    Counters counters() {
        return counters;
    }

    /// The duration below which slices were merged; 0 if none were.
    long thresholdNanos() {
        return thresholdNanos;
    }

    long slices() {
        return slices;
    }

    long records() {
        return records;
    }

    /// The first start, 0 if there are no records.
    long firstNanos() {
        return records == 0 ? 0 : firstNanos;
    }

    /// The last end, 0 if there are no records.
    long lastNanos() {
        return records == 0 ? 0 : lastNanos;
    }
}
