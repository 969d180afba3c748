package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import org.jspecify.annotations.Nullable;

/// Nothing with this [#internalCorrelationId] will be recorded any more: the call has returned, and the
/// work it started is done.
public non-sealed interface RetirementRecord extends BufferRecord {
    @Override
    BufferTracingKind kind();

    /// Null: there is only one thing that can have happened.
    @Override
    default @Nullable Operation operation() {
        return null;
    }

    /// Later than the end of everything with the same correlation id; on `CLOCK_BOOTTIME`.
    ///
    /// @return nanoseconds
    default long timestampNanos() {
        return startNanos();
    }

    @Override
    default long endNanos() {
        return startNanos();
    }

    @Override
    default long threadId() {
        return 0;
    }

    @Override
    default long ancestorCorrelationId() {
        return 0;
    }

    @Override
    default long externalCorrelationId() {
        return 0;
    }

    @Override
    RetirementRecord copy();
}
