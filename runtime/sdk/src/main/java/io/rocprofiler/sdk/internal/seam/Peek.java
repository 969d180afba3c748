package io.rocprofiler.sdk.internal.seam;

/// Reads memory that a program's pointers name and that may not be readable: a bad address is an answer, not
/// a crash.
///
/// Thread rule: any thread.
public interface Peek {
    /// Copies all of the bytes, or returns false.
    boolean copy(long to, long from, long sizeBytes);

    /// Copies a C string with its end, cut to fit in `capacityBytes` (at least 1); returns its length, or -1
    /// if the string cannot be read up to its end.
    int string(long to, long from, int capacityBytes);
}
