package io.rocprofiler.sdk;

import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.sdk.internal.view.CopiedKernelDispatch;
import io.rocprofiler.sdk.internal.view.KernelDispatchView;
import io.rocprofiler.sdk.testing.Doubles;

/// A kernel is enqueued (`ENTER` and `EXIT` on the enqueuing thread) or is complete (`NONE`, on another thread).
/// [#threadId] is the enqueuing thread in all three. At `COMPLETE`, [#userData] is the value set last at `ENTER`
/// or `EXIT`.
public sealed interface KernelDispatch extends CallbackRecord, DispatchInfo
        permits KernelDispatchView, CopiedKernelDispatch, Doubles.OfKernelDispatch {
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
