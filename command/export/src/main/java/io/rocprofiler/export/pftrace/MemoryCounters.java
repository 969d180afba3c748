package io.rocprofiler.export.pftrace;

import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.trace.AllocationRecord;
import io.rocprofiler.trace.CopyRecord;
import io.rocprofiler.trace.ScratchRecord;

/// Counters of each agent: bytes being copied to it, copy rate, allocated bytes, scratch memory.
final class MemoryCounters {

    private static final int ALLOCATE = MemoryAllocationOperation.ALLOCATE.value();
    private static final int VMEM_ALLOCATE = MemoryAllocationOperation.VMEM_ALLOCATE.value();
    private static final int SCRATCH_ALLOC = ScratchMemoryOperation.ALLOC.value();
    private static final long NANOS = 1_000_000_000L;

    private final Agents agents;
    private final LongMap<Counter> copied = new LongMap<>();
    private final LongMap<Counter> bandwidth = new LongMap<>();
    private final LongMap<Counter> allocated = new LongMap<>();
    private final LongMap<Counter> scratch = new LongMap<>();
    private final LongMap<Memory> live = new LongMap<>();
    private final LongMap<Memory> queues = new LongMap<>();

    MemoryCounters(Agents agents) {
        this.agents = agents;
    }

    /// Allocated bytes of an agent.
    private record Memory(long agent, long bytes) {}

    void copy(CopyRecord copy) {
        long bytes = copy.sizeBytes();
        long nanos = Math.max(1, copy.durationNanos());
        long to = copy.destinationAgentId();
        during(copy, counter(copied, to, "COPY BYTES to", "memory_copy", ""), bytes);
        long perSecond = (long) ((double) bytes * NANOS / nanos);
        during(copy, counter(bandwidth, to, "COPY BANDWIDTH to", "memory_copy", "B/s"), perSecond);
    }

    private static void during(CopyRecord copy, Counter counter, long value) {
        counter.reach(copy.startNanos() - 1);
        counter.change(copy.startNanos(), value);
        counter.change(Math.max(copy.startNanos() + 1, copy.endNanos()), -value);
    }

    /// Counts an allocation or a release; a release identifies its memory by the address alone.
    void allocation(AllocationRecord allocation) {
        int operation = allocation.operation();
        if (operation == ALLOCATE || operation == VMEM_ALLOCATE) {
            Memory memory = new Memory(allocation.agentId(), allocation.sizeBytes());
            live.put(allocation.address(), memory);
            change(allocation, memory.agent, memory.bytes);
        } else {
            Memory freed = live.remove(allocation.address());
            if (freed != null) {
                change(allocation, freed.agent, -freed.bytes);
            }
        }
    }

    private void change(AllocationRecord allocation, long agent, long bytes) {
        Counter counter = counter(allocated, agent, "ALLOCATE BYTES on", "memory_allocation", "");
        counter.reach(allocation.startNanos() - 1);
        counter.change(allocation.endNanos(), bytes);
    }

    /// Counts scratch memory: a queue holds its latest allocation, and none after a release.
    void scratch(ScratchRecord record) {
        long queue = Bits.mix(record.agentId()) + record.queueId();
        Memory before = queues.get(queue);
        long had = before == null ? 0 : before.bytes;
        long has = record.operation() == SCRATCH_ALLOC ? record.sizeBytes() : 0;
        queues.put(queue, new Memory(record.agentId(), has));
        Counter counter = counter(scratch, record.agentId(), "SCRATCH MEMORY on", "scratch_memory", "");
        counter.reach(record.startNanos() - 1);
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
