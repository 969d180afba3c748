package io.rocprofiler.sdk;

import io.rocprofiler.abi.InterceptTable;
import io.rocprofiler.abi.Operation;
import java.lang.foreign.MemorySegment;

/// A table of functions of one runtime, as the program will call them.
///
/// Functions are identified by the constants of the enums that belong to the table: `HipRuntimeOperation` for
/// `HIP_RUNTIME_TABLE`, and the enums of all HSA parts for `HSA_TABLE`. A constant of another table throws
/// `IllegalArgumentException`. After the listener has returned, every method throws `IllegalStateException`.
///
/// Not for implementation: see the package.
public interface InterceptedTable {
    /// {@return the kind of the table}
    InterceptTable kind();

    /// {@return the runtime's version: `10000 * major + 100 * minor + patch`}
    long version();

    /// {@return 0 for the first copy of the library in this process}
    long instance();

    /// {@return whether the runtime's table has this function; a runtime older than the profiler may lack it}
    ///
    /// @param operation of the table's kind
    boolean contains(Operation operation);

    /// {@return the function that the program calls for this operation}
    ///
    /// @param operation of the table's kind
    /// @throws IllegalArgumentException unless the table [#contains] it
    MemorySegment function(Operation operation);

    /// Makes the program call another function, which may call the original: an upcall stub that lives as long as
    /// the process, for example.
    ///
    /// @param operation of the table's kind
    /// @param function address of a function with the same signature
    /// @throws IllegalArgumentException unless the table [#contains] it, or if `function` is null
    void replace(Operation operation, MemorySegment function);
}
