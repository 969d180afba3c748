package io.rocprofiler.sdk;

import io.rocprofiler.abi.KernelDispatchOperation;

/// A kernel is enqueued (`ENTER` and `EXIT` on the enqueuing thread) or is complete (`NONE`, on another thread).
/// [#threadId] is the enqueuing thread in all three. At `COMPLETE`, [#userData] is the value set last at `ENTER`
/// or `EXIT`.
///
/// Not for implementation: see the package.
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
