package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;

/// Nothing with this [#internalCorrelationId] will be recorded any more: the call has returned, and the
/// work it started is done.
public non-sealed interface RetirementRecord extends BufferRecord {
    @Override
    BufferTracingKind kind();

    /// Later than the end of everything with the same correlation id; on `CLOCK_BOOTTIME`.
    default long timestampNanos() {
        return startNanos();
    }

    @Override
    RetirementRecord copy();
}
