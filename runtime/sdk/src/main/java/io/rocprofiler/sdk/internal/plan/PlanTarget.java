package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.internal.ApiTable;

/// What plans are compiled for: this process, or an image that another one will map.
public interface PlanTarget {
    /// The contexts, in the order of their callbacks, once they are all known.
    TracingContext[] contexts();

    /// Writes the native form of a plan without a slot.
    void write(SlotPlan plan);

    /// Creates an active word for a plan without a slot, which follows the plan's contexts from now on.
    ///
    /// @return its address
    long watch(SlotPlan plan);

    /// Has such a word follow the entries that a plan has behind those of another, too.
    void widen(long word, SlotPlan plan, SlotPlan wider);

    /// Gives all slots that have a plan another one, with more entries behind its own.
    void replace(SlotPlan plan, SlotPlan wider);

    /// Wraps a function so that GPU work is reported when its calls have told the program of it.
    ///
    /// @param plan [SlotPlan#observing]: the wrapper does this while a context of it is active
    /// @return the wrapper's address, or 0 if there can be none
    long observe(long function, ApiTable table, int operation, SlotPlan plan);
}
