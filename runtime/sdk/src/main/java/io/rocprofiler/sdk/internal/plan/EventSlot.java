package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.sdk.internal.seam.Memory;

/// The contexts that asked for one operation which is no call of a table's function: a plan, and a word in native
/// memory that says which of its entries are active, as in a wrapped slot.
public final class EventSlot {
    private final SlotPlan plan;
    private final long activeAddress;

    /// A slot whose active word lies at an address.
    public EventSlot(SlotPlan plan, long activeAddress) {
        this.plan = plan;
        this.activeAddress = activeAddress;
    }

    public SlotPlan plan() {
        return plan;
    }

    /// Where the native half finds the word that [#active] reads.
    public long activeAddress() {
        return activeAddress;
    }

    /// Whether this context asked for the operation.
    public boolean isFor(TracingContext context) {
        for (SlotEntry entry : plan.entries) if (context.equals(entry.context)) return true;
        return false;
    }

    /// The operation that all entries asked for.
    public int operation() {
        return (int) (plan.entries[0].kindAndOperation >> 32);
    }

    /// Bit `i` stands for `plan.entries[i]`; 0 when nobody is listening now.
    public long active() {
        return Memory.getLongAcquire(activeAddress);
    }
}
