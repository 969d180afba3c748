package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.KernelDispatchOperation;

/// A completed kernel. [#threadId] is the thread that enqueued it; the ancestor is not recorded and reads as 0.
///
/// Not for implementation: see the package.
public non-sealed interface KernelDispatchRecord extends BufferRecord, DispatchInfo {
    @Override
    BufferTracingKind kind();

    /// Always `COMPLETE`.
    @Override
    KernelDispatchOperation operation();

    @Override
    KernelDispatchRecord copy();
}
