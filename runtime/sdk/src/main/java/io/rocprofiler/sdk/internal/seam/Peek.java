package io.rocprofiler.sdk.internal.seam;

/// Reads through a program's pointers, whose targets may be unreadable: a bad address yields a result, not a crash.
///
/// Thread rule: any thread.
public interface Peek {
    /// Copies all of the bytes, or returns false.
    boolean copy(long to, long from, long sizeBytes);

    /// Copies a C string with its terminator, cut to fit `capacityBytes` (at least 1); returns its length, or -1 if
    /// the string cannot be read up to its end.
    int string(long to, long from, int capacityBytes);
}
