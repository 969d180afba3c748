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

    long destinationAgentId();

    long sourceAgentId();

    long sizeBytes();

    long destinationAddress();

    long sourceAddress();

    @Override
    MemoryCopy copy();
}
