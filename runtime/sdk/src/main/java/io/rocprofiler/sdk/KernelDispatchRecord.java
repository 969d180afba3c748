package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.KernelDispatchOperation;

/// A kernel, complete. [#threadId] is the thread that enqueued it; the ancestor is not recorded, and 0.
public non-sealed interface KernelDispatchRecord extends BufferRecord, DispatchInfo {
    @Override
    BufferTracingKind kind();

    /// Always `COMPLETE`.
    @Override
    KernelDispatchOperation operation();

    @Override
    KernelDispatchRecord copy();
}
