package io.rocprofiler.sdk;

import io.rocprofiler.abi.KernelDispatchOperation;

/// A kernel is enqueued (`ENTER` and `EXIT` on the thread that does it) or is complete (`NONE`, on another one).
/// [#threadId] is the thread that enqueues, in all three. `COMPLETE` has the [#userData] that the last of the
/// other two left.
public non-sealed interface KernelDispatch extends CallbackRecord, DispatchInfo {
    /// `ENQUEUE` or `COMPLETE`.
    @Override
    KernelDispatchOperation operation();

    /// {@return when the kernel began, in nanoseconds on `CLOCK_BOOTTIME`; 0 before it is complete}
    long startNanos();

    /// {@return when the kernel ended, in nanoseconds on `CLOCK_BOOTTIME`; 0 before it is complete}
    long endNanos();

    @Override
    KernelDispatch copy();
}
