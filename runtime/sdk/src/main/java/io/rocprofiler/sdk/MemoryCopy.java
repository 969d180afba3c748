package io.rocprofiler.sdk;

import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.sdk.internal.view.CopiedMemoryCopy;
import io.rocprofiler.sdk.internal.view.MemoryCopyView;
import io.rocprofiler.sdk.testing.Doubles;

/// An asynchronous copy: `ENTER` on the thread that requests it, `EXIT` on another thread when the copy is
/// complete. [#threadId] is the requesting thread in both.
public sealed interface MemoryCopy extends CallbackRecord
        permits MemoryCopyView, CopiedMemoryCopy, Doubles.OfMemoryCopy {
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
