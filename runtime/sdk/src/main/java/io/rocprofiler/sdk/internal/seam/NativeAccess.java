package io.rocprofiler.sdk.internal.seam;

import org.jspecify.annotations.Nullable;

/// C in this process, as far as the engine calls it and reads its memory: small enough to be replaced in a test.
///
/// Thread rule: any thread.
public interface NativeAccess {
    /// Calls a C function of up to six integer arguments.
    ///
    /// @throws ToolFailure if the function threw a C++ exception
    long invoke(long function, long a0, long a1, long a2, long a3, long a4, long a5);

    /// Calls a C function of up to twelve integer arguments, which stand in an array of twelve words.
    ///
    /// @throws ToolFailure if the function threw a C++ exception
    long invokeMany(long function, long arguments);

    /// Reads what a program's pointers name.
    Peek peek();

    /// A variable of the environment as C code left it just now, or null: a tool may set one and call us.
    @Nullable
    String variable(String name);

    /// Whether all of these bytes can be read: a tool may hand us garbage, and reading it must not end the program.
    boolean readable(long address, long sizeBytes);

    /// Absolute address of the calling thread's NativeThread block.
    long threadBlock();

    /// Nanoseconds on CLOCK_BOOTTIME.
    long nowNanos();
}
