package io.rocprofiler.sdk;

import io.rocprofiler.abi.MemoryCopyOperation;

/// An asynchronous copy: its `ENTER` on the thread that asks for it, its `EXIT` on another one when it is done.
/// [#threadId] is the first of them in both.
public non-sealed interface MemoryCopy extends CallbackRecord {
    /// The direction.
    @Override
    MemoryCopyOperation operation();

    /// {@return when the copy began, in nanoseconds on `CLOCK_BOOTTIME`; 0 at `ENTER`}
    long startNanos();

    /// {@return when the copy ended, in nanoseconds on `CLOCK_BOOTTIME`; 0 at `ENTER`}
    long endNanos();

    /// {@return the agent it was copied to, for [Profiler#agent]}
    long destinationAgentId();

    /// {@return the agent it was copied from, for [Profiler#agent]}
    long sourceAgentId();

    /// {@return its size in bytes}
    long sizeBytes();

    /// {@return where it was copied to; 0 if not known}
    long destinationAddress();

    /// {@return where it was copied from; 0 if not known}
    long sourceAddress();

    @Override
    MemoryCopy copy();
}
