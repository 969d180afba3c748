package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.internal.ApiTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A service whose events are not calls of a table's functions: ranges, streams, allocations, code objects,
/// GPU work.
///
/// It observes them through hooks around functions, or through functions that replace a runtime's own. The layers
/// below know no service by name: they ask all of them in turn.
///
/// Thread rule: the thread that registers a runtime requests hooks and replacements, one registration at a time;
/// the other methods are for any thread.
public interface EventService {
    /// Whether a function of a table may have a hook of this service.
    default boolean hooks(ApiTable table) {
        return false;
    }

    /// Returns the hook that encloses the traced call of a function, or null. Called only for tables that
    /// it [#hooks].
    default @Nullable SlotHook outerHook(ApiTable table, int operation) {
        return null;
    }

    /// Returns the hook that lies within the traced call of a function, as AMD's wrappers do, or null.
    default @Nullable SlotHook innerHook(ApiTable table, int operation) {
        return null;
    }

    /// Returns the position of the stream in a frame of a function that works on one, if following the stream is
    /// all there is to do, which C can do; otherwise -1.
    default int followedStream(ApiTable table, int operation) {
        return -1;
    }

    /// Returns the replacement of a runtime's own function, below everything that wraps it; 0 for none.
    default long replacement(ApiTable table, int operation, long function) {
        return 0;
    }

    /// Whether [#replacement] may return a function for this table.
    default boolean replaces(ApiTable table) {
        return false;
    }

    /// Called when a configuration window closes: the services of its contexts are fixed, and none is active in a
    /// slot yet.
    default void windowCloses() {}

    /// Called when a window has closed.
    default void windowClosed() {}

    /// Called when a runtime registers, before its tables are wrapped.
    default void runtimeRegisters(RuntimeTables runtime) {}

    /// Called when its tables are wrapped.
    ///
    /// @param isInUse whether the program has used the runtime before
    default void runtimeRegistered(RuntimeTables runtime, boolean isInUse) {}

    /// Called when a further window has closed, for each runtime that registered before, before its slots get what the
    /// contexts of that window want.
    default void contextsCame(RuntimeTables runtime) {}

    /// Called when the slots have it: the contexts that came may have missed what is told once.
    default void catchUp(RuntimeTables runtime, List<? extends TracingContext> came) {}

    /// Waits, with a time limit, for work in flight.
    default void drain() {}

    /// Finalizes the service: ends everything that is still open.
    default void finish() {}

    /// Called when all tools have ended.
    default void ended() {}
}
