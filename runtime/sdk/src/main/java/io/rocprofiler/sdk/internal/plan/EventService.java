package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.ApiTable;
import org.jspecify.annotations.Nullable;

/// A service whose events are no calls of a table's functions: ranges, streams, allocations, code objects, GPU work.
///
/// It sees them through hooks around functions that it names, or through functions that it puts in the place of a
/// runtime's own. What is below knows no service by name: all are asked in turn.
///
/// Thread rule: hooks and replacements are asked for by the thread that registers a runtime, one registration at a
/// time; the rest is for any thread.
public interface EventService {
    /// Whether a function of a table may have a hook of this service.
    default boolean hooks(ApiTable table) {
        return false;
    }

    /// The hook that encloses the traced call of a function, or null. Asked only for tables that it [#hooks].
    default @Nullable SlotHook outerHook(ApiTable table, int operation) {
        return null;
    }

    /// The hook that lies within the traced call of a function, as AMD's wrappers do, or null.
    default @Nullable SlotHook innerHook(ApiTable table, int operation) {
        return null;
    }

    /// Where the stream lies in a frame of a function that works on one, if all there is to do is to follow it, which
    /// C can do; else -1.
    default int followedStream(ApiTable table, int operation) {
        return -1;
    }

    /// What stands in the place of a runtime's own function, below everything that wraps it; 0 if nothing does.
    default long replacement(ApiTable table, int operation, long function) {
        return 0;
    }

    /// Whether [#replacement] may answer anything for a function of this table.
    default boolean replaces(ApiTable table) {
        return false;
    }

    /// The configuration window closes: what contexts ask for is fixed, and none of them is active in a slot yet.
    default void windowCloses() {}

    /// It has closed.
    default void windowClosed() {}

    /// A runtime registers; nothing of its tables is wrapped yet.
    default void runtimeRegisters(RuntimeTables runtime) {}

    /// Its tables are wrapped.
    ///
    /// @param isInUse whether the runtime has been up for a while
    default void runtimeRegistered(RuntimeTables runtime, boolean isInUse) {}

    /// Waits, within bounds, for what is in flight.
    default void drain() {}

    /// Everything ends: what is still open ends now.
    default void finish() {}
}
