package io.rocprofiler.sdk.internal.seam;

import org.jspecify.annotations.Nullable;

/// The C code in this process that the engine calls and whose memory it reads: few methods, to be replaced in
/// a test.
///
/// Thread rule: any thread.
public interface NativeAccess {
    /// Calls a C function of up to six integer arguments.
    ///
    /// @throws ToolFailure if the function threw a C++ exception
    long invoke(long function, long a0, long a1, long a2, long a3, long a4, long a5);

    /// Calls a C function of up to twelve integer arguments, which are in an array of twelve words.
    ///
    /// @throws ToolFailure if the function threw a C++ exception
    long invokeMany(long function, long arguments);

    /// Reads through a program's pointers.
    Peek peek();

    /// Returns the current value of an environment variable as set by C code, or null: a tool may set one before
    /// its call.
    @Nullable
    String variable(String name);

    /// Whether all of these bytes can be read: a tool may pass garbage, and reading it must not crash the program.
    boolean readable(long address, long sizeBytes);

    /// Absolute address of the calling thread's NativeThread block.
    long threadBlock();

    /// Nanoseconds on CLOCK_BOOTTIME.
    long nowNanos();
}
