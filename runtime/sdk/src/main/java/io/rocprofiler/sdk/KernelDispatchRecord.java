package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.sdk.internal.view.CopiedKernelDispatchRecord;
import io.rocprofiler.sdk.internal.view.KernelDispatchRecordView;
import io.rocprofiler.sdk.testing.Doubles;

/// A completed kernel. [#threadId] is the thread that enqueued it; the ancestor is not recorded and reads as 0.
public sealed interface KernelDispatchRecord extends BufferRecord, DispatchInfo
        permits KernelDispatchRecordView, CopiedKernelDispatchRecord, Doubles.OfKernelDispatchRecord {
    @Override
    BufferTracingKind kind();

    /// Always `COMPLETE`.
    @Override
    KernelDispatchOperation operation();

    @Override
    KernelDispatchRecord copy();
}
