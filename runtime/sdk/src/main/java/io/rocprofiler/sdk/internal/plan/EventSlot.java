package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.Collection;

/// The contexts that trace an operation which is not a call of a table's function: a plan, and a word in native
/// memory with a bit for each active entry, as in a wrapped slot.
///
/// The plan gets more entries when another window has closed. Who reads [#active] first finds its entries in [#plan].
public final class EventSlot {
    private volatile SlotPlan plan;
    private final long activeAddress;

    /// Creates a slot with its active word at an address.
    public EventSlot(SlotPlan plan, long activeAddress) {
        this.plan = plan;
        this.activeAddress = activeAddress;
    }

    public SlotPlan plan() {
        return plan;
    }

    /// Replaces the plan by one with more entries behind its own, of which none is active yet.
    void plan(SlotPlan wider) {
        plan = wider;
    }

    /// The entries of these contexts, a bit each.
    public long entriesOf(Collection<? extends TracingContext> contexts) {
        long bits = 0;
        SlotEntry[] entries = plan.entries;
        for (int i = 0; i < entries.length; i++) if (contexts.contains(entries[i].context)) bits |= 1L << i;
        return bits;
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
