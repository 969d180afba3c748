package io.rocprofiler.export.pftrace;

import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.export.counter.Counter;
import io.rocprofiler.export.counter.LiveMemory;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.ScratchRecord;

/// Counters of each agent: bytes being copied to it, copy rate, allocated bytes, scratch memory.
final class MemoryCounters {

    private static final int SCRATCH_ALLOC = ScratchMemoryOperation.ALLOC.value();

    private final Agents agents;
    private final LongMap<Counter> copied = new LongMap<>();
    private final LongMap<Counter> bandwidth = new LongMap<>();
    private final LongMap<Counter> allocated = new LongMap<>();
    private final LongMap<Counter> scratch = new LongMap<>();
    private final LiveMemory live = new LiveMemory();
    private final LongMap<Memory> queues = new LongMap<>();

    MemoryCounters(Agents agents) {
        this.agents = agents;
    }

    /// Scratch memory of a queue.
    private record Memory(long agent, long bytes) {}

    void copy(CopyRecord copy) {
        long bytes = copy.sizeBytes();
        long to = copy.destinationAgentId();
        during(copy, counter(copied, to, "COPY BYTES to", "memory_copy", ""), bytes);
        during(copy, counter(bandwidth, to, "COPY BANDWIDTH to", "memory_copy", "B/s"), copy.bytesPerSecond());
    }

    private static void during(CopyRecord copy, Counter counter, long value) {
        counter.during(copy.startNanos(), copy.endNanos(), value);
    }

    void allocation(AllocationRecord allocation) {
        LiveMemory.Change change = live.change(allocation);
        if (change == null) {
            return;
        }
        Counter counter = counter(allocated, change.agent(), "ALLOCATE BYTES on", "memory_allocation", "");
        counter.reach(allocation.startNanos());
        counter.change(allocation.endNanos(), change.bytes());
    }

    /// Counts scratch memory: a queue holds its latest allocation, and none after a release.
    void scratch(ScratchRecord record) {
        long queue = Bits.mix(record.agentId()) + record.queueId();
        Memory before = queues.get(queue);
        long had = before == null ? 0 : before.bytes;
        long has = record.operation() == SCRATCH_ALLOC ? record.sizeBytes() : 0;
        queues.put(queue, new Memory(record.agentId(), has));
        Counter counter = counter(scratch, record.agentId(), "SCRATCH MEMORY on", "scratch_memory", "");
        counter.reach(record.startNanos());
        counter.change(record.endNanos(), has - had);
    }

    private Counter counter(LongMap<Counter> counters, long agent, String name, String category, String unit) {
        return counters.computeIfAbsent(agent, id -> agents.of(id).counter(name, category, unit));
    }

    void finish() {
        copied.forEachValue(Counter::finish);
        bandwidth.forEachValue(Counter::finish);
        allocated.forEachValue(Counter::finish);
        scratch.forEachValue(Counter::finish);
    }
}
