package io.rocprofiler.sdk;

/// Receives the function tables of ROCm's runtimes, and may change them.
///
/// {@snippet file="05-intercept-table/java/AllocationCheck.java" region="replace"}
@FunctionalInterface
public interface InterceptListener {
    /// Called when a runtime registers a table. The table holds the functions that the program would call: the
    /// profiler's wrapper where a function is traced. A replacement is outermost: it applies to all tools and
    /// contexts, started or not.
    ///
    /// Thread rule: the program's thread that initialises the runtime; the runtime is not usable yet. An exception
    /// is reported.
    ///
    /// @param table valid until this method returns
    void onTable(InterceptedTable table);
}
