package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import org.jspecify.annotations.Nullable;

/// The last record with this [#correlationId]: the call has returned, and the work that it started
/// is complete.
///
/// Not for implementation: see the package.
public non-sealed interface RetirementRecord extends BufferRecord {
    @Override
    BufferTracingKind kind();

    /// Always null: the kind has no operations.
    @Override
    default @Nullable Operation operation() {
        return null;
    }

    /// Returns a time after the end of everything with the same correlation id, on `CLOCK_BOOTTIME`.
    ///
    /// @return the time in nanoseconds
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
