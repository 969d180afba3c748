package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.sdk.internal.seam.Memory;

/// The contexts that trace an operation which is not a call of a table's function: a plan, and a word in native
/// memory with a bit for each active entry, as in a wrapped slot.
public final class EventSlot {
    private final SlotPlan plan;
    private final long activeAddress;

    /// Creates a slot with its active word at an address.
    public EventSlot(SlotPlan plan, long activeAddress) {
        this.plan = plan;
        this.activeAddress = activeAddress;
    }

    public SlotPlan plan() {
        return plan;
    }

    /// The address of the word that [#active] reads, for the native half.
    public long activeAddress() {
        return activeAddress;
    }

    /// Whether this context traces the operation.
    public boolean isFor(TracingContext context) {
        for (SlotEntry entry : plan.entries) if (context.equals(entry.context)) return true;
        return false;
    }

    /// The operation of all entries.
    public int operation() {
        return (int) (plan.entries[0].kindAndOperation >> 32);
    }

    /// The active entries: bit `i` stands for `plan.entries[i]`; 0 if no context is listening now.
    public long active() {
        return Memory.getLongAcquire(activeAddress);
    }
}
