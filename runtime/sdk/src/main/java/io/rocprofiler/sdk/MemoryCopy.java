package io.rocprofiler.sdk;

import io.rocprofiler.abi.MemoryCopyOperation;

/// An asynchronous copy: `ENTER` on the thread that requests it, `EXIT` on another thread when the copy is
/// complete. [#threadId] is the requesting thread in both.
///
/// Not for implementation: see the package.
public non-sealed interface MemoryCopy extends CallbackRecord {
    /// The direction.
    @Override
    MemoryCopyOperation operation();

    /// {@return when the copy began, in nanoseconds on `CLOCK_BOOTTIME`; 0 at `ENTER`}
    long startNanos();

    /// {@return when the copy ended, in nanoseconds on `CLOCK_BOOTTIME`; 0 at `ENTER`}
    long endNanos();

    /// {@return the destination agent, for [Profiler#agent]}
    long destinationAgentId();

    /// {@return the source agent, for [Profiler#agent]}
    long sourceAgentId();

    /// {@return the number of bytes copied}
    long sizeBytes();

    /// {@return the destination address; 0 if unknown}
    long destinationAddress();

    /// {@return the source address; 0 if unknown}
    long sourceAddress();

    @Override
    MemoryCopy copy();
}
