package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.ApiTable;
import org.jspecify.annotations.Nullable;

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

    /// Wraps a function so that GPU work is reported when its calls have told the program of it.
    ///
    /// @param plan of the work: the wrapper does this while a context of it is active
    /// @return the wrapper's address, or 0 if there can be none
    long observe(long function, ApiTable table, int operation, SlotPlan plan);

    /// Whether any of the contexts, active or not, traces one of two kinds.
    default boolean isAsked(@Nullable CallbackTracingKind callback, @Nullable BufferTracingKind buffer) {
        for (TracingContext context : contexts()) if (context.asksFor(callback, buffer)) return true;
        return false;
    }
}
