package io.rocprofiler.export.counter;

import io.rocprofiler.abi.MemoryAllocationOperation;
import io.rocprofiler.trace.AllocationRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The memory that a process has allocated, by address: a release names nothing else.
///
/// Records come in the order of their start, but a release belongs to the last allocation that had ended when it began:
/// another thread may have asked for memory earlier, and got the address only when it was released.
public final class LiveMemory {

    private static final int ALLOCATE = MemoryAllocationOperation.ALLOCATE.value();
    private static final int VMEM_ALLOCATE = MemoryAllocationOperation.VMEM_ALLOCATE.value();

    private final PriorityQueue<Allocation> begun = new PriorityQueue<>();
    private final Map<Long, Change> live = new HashMap<>();

    /// What an allocation or a release changes.
    ///
    /// @param agent the id of the memory's agent
    /// @param bytes negative if they are released
    public record Change(long agent, long bytes) {}

    private record Allocation(long endNanos, long address, Change change) implements Comparable<Allocation> {

        @Override
        public int compareTo(Allocation other) {
            return Long.compare(endNanos, other.endNanos);
        }
    }

    /// Returns what a record changes; null if that is nothing: an allocation that failed, a release of memory that was
    /// allocated before the first record.
    public @Nullable Change change(AllocationRecord record) {
        if (record.address() == 0) {
            return null;
        }
        if (record.operation() == ALLOCATE || record.operation() == VMEM_ALLOCATE) {
            Change change = new Change(record.agentId(), record.sizeBytes());
            begun.add(new Allocation(record.endNanos(), record.address(), change));
            return change;
        }
        while (!begun.isEmpty() && begun.element().endNanos <= record.startNanos()) {
            Allocation ended = begun.remove();
            live.put(ended.address, ended.change);
        }
        Change released = live.remove(record.address());
        return released == null ? null : new Change(released.agent, -released.bytes);
    }
}
