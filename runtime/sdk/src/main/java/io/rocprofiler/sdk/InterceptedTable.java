package io.rocprofiler.sdk;

import io.rocprofiler.abi.InterceptTable;
import io.rocprofiler.abi.Operation;
import java.lang.foreign.MemorySegment;

/// A table of functions of one runtime, as the program will call them.
///
/// Functions are named by the constants of the enums that belong to the table: `HipRuntimeOperation` for
/// `HIP_RUNTIME_TABLE`, and for `HSA_TABLE` those of all HSA's parts. A constant of another table throws
/// `IllegalArgumentException`. After the listener has returned every method throws `IllegalStateException`.
public interface InterceptedTable {
    /// {@return which table it is}
    InterceptTable kind();

    /// {@return of the runtime: `10000 * major + 100 * minor + patch`}
    long version();

    /// {@return 0 for the first copy of the library in this process}
    long instance();

    /// {@return whether the runtime's table has this function: one that is older than the profiler may not}
    ///
    /// @param operation of the table's kind
    boolean contains(Operation operation);

    /// {@return what the program calls for this function}
    ///
    /// @param operation of the table's kind
    /// @throws IllegalArgumentException unless the table [#contains] it
    MemorySegment function(Operation operation);

    /// Makes the program call another function, which may call the old one: an upcall stub that lives as
    /// long as the process, for example.
    ///
    /// @param operation of the table's kind
    /// @param function address of a function of the same signature
    /// @throws IllegalArgumentException unless the table [#contains] it, or for a null pointer
    void replace(Operation operation, MemorySegment function);
}
