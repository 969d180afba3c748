package io.rocprofiler.sdk.internal.seam;

/// The C library's functions for files, to be replaced in a test.
///
/// Thread rule: any thread.
public interface CLibrary {
    /// Returns the address of a function that every process has. A preloaded library's comes before the C library's
    /// own, as for all code of the process.
    long find(String function);

    /// Calls a function of up to three integer arguments. Of an `int` result, only the lower half is defined.
    long call(long function, long a0, long a1, long a2);
}
