package io.rocprofiler.sdk;

/// Is shown the tables of functions of ROCm's runtimes, and may change them.
@FunctionalInterface
public interface InterceptListener {
    /// A runtime registered a table. What is found in it is what the program would call: the profiler's own
    /// wrapper where the function is traced. What is put there is outermost, for all tools and contexts,
    /// whether started or not.
    ///
    /// Thread rule: the program's thread that initialises the runtime, which is not usable yet. What it
    /// throws is reported.
    ///
    /// @param table valid until this method returns
    void onTable(InterceptedTable table);
}
