package io.rocprofiler.export.html;

import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.export.counter.Counter;
import io.rocprofiler.export.counter.LiveMemory;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.DispatchRecord;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The counters of the agents of each process. Holds a limited number of values: if there are more, it merges those
/// that are close in time; the largest ones remain (see [Steps]).
final class Counters {

    private static final long FIRST_THRESHOLD_NANOS = 256;

    /// @param process the index of the process in the run
    /// @param agent the index of the agent's name
    record Key(int process, CounterKind kind, int agent) {}

    private record Kept(Steps steps, Counter counter) {}

    private final AgentTable agents;
    private final int mostValues;
    private final Map<Key, Kept> counters = new LinkedHashMap<>();
    private final Map<Integer, LiveMemory> memory = new HashMap<>();
    private long values;
    private long thresholdNanos;

    Counters(AgentTable agents, int mostValues) {
        this.agents = agents;
        this.mostValues = mostValues;
    }

    void add(int process, DispatchRecord dispatch) {
        int agent = agents.of(dispatch.process(), dispatch.agentId());
        counter(new Key(process, CounterKind.KERNELS_IN_FLIGHT, agent))
                .during(dispatch.startNanos(), dispatch.endNanos(), 1);
    }

    /// Counts a copy for the device at its end, one between two devices for both.
    void add(int process, CopyRecord copy) {
        int from = agents.of(copy.process(), copy.sourceAgentId());
        int to = agents.of(copy.process(), copy.destinationAgentId());
        switch (MemoryCopyOperation.of(copy.operation())) {
            case HOST_TO_DEVICE -> copied(copy, new Key(process, CounterKind.HOST_TO_DEVICE, to));
            case DEVICE_TO_HOST -> copied(copy, new Key(process, CounterKind.DEVICE_TO_HOST, from));
            case DEVICE_TO_DEVICE -> {
                copied(copy, new Key(process, CounterKind.DEVICE_TO_DEVICE, from));
                if (to != from) {
                    copied(copy, new Key(process, CounterKind.DEVICE_TO_DEVICE, to));
                }
            }
            case null, default -> {}
        }
    }

    private void copied(CopyRecord copy, Key key) {
        counter(key).during(copy.startNanos(), copy.endNanos(), copy.bytesPerSecond());
    }

    void add(int process, AllocationRecord allocation) {
        LiveMemory.Change change =
                memory.computeIfAbsent(process, _ -> new LiveMemory()).change(allocation);
        if (change != null) {
            int agent = agents.of(allocation.process(), change.agent());
            Counter counter = counter(new Key(process, CounterKind.MEMORY_IN_USE, agent));
            counter.reach(allocation.startNanos());
            counter.change(allocation.endNanos(), change.bytes());
        }
    }

    private Counter counter(Key key) {
        return counters.computeIfAbsent(key, this::kept).counter;
    }

    private Kept kept(Key key) {
        Steps steps = new Steps(key);
        return new Kept(steps, new Counter((nanos, value) -> {
            values += steps.add(nanos, value, thresholdNanos);
            if (values > mostValues) {
                merge();
            }
        }));
    }

    /// Merges values until a quarter of the capacity is free, so that the next merge is not immediate.
    private void merge() {
        int goal = mostValues - mostValues / 4;
        while (values > goal && thresholdNanos < Long.MAX_VALUE / 4) {
            thresholdNanos = thresholdNanos == 0 ? FIRST_THRESHOLD_NANOS : thresholdNanos * 2;
            for (Kept kept : counters.values()) {
                values -= kept.steps.merge(thresholdNanos);
            }
        }
    }

    /// Ends what is still counted; nothing may be added later.
    void finish() {
        counters.values().forEach(kept -> kept.counter.finish());
    }

    List<Steps> all() {
        return counters.values().stream().map(Kept::steps).toList();
    }

    /// The length of the intervals in which values were merged; 0 if none were.
    long thresholdNanos() {
        return thresholdNanos;
    }
}
